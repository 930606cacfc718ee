import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { headOffice, type Caller, type Shop, type TestServer } from './server.ts';

/** Creates a channel with a key for these stores, by default all of the shop's. */
export async function makeKey(
  server: TestServer,
  shop: Shop,
  stores: readonly { readonly id: string }[] | null = null,
): Promise<{ id: string; secret: string; call: Caller['call'] }> {
  const [id, secret] = [uuidv7(), `mk_${randomBytes(32).toString('base64url')}`];
  await server.withActor(headOffice(shop.productId), (tx) =>
    tx
      .insertInto('api_keys')
      .values({
        product_id: shop.productId,
        id,
        name: 'Channel',
        prefix: secret.slice(0, 9),
        secret_hash: createHash('sha256').update(secret).digest(),
        store_ids: stores?.map((store) => store.id) ?? null,
        created_at: server.clock.now(),
      })
      .execute(),
  );
  return { id, secret, call: server.caller(secret) };
}
