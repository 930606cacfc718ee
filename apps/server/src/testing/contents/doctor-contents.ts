import { ONLINE_PROVIDERS, type OnlineProvider } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase, storeActor, SYSTEM } from '../../db/index.ts';
import { codeSeal } from '../../modules/access-codes/index.ts';
import { providerSeal } from '../../modules/payments/index.ts';
import { webhookSeal } from '../../modules/webhooks/index.ts';
import { addKeypad } from '../peers/keypad-door.ts';

/** Database contents for tests of `doctor`: rows encrypted with a secret, and providers' addresses. */

/** Inserts a code of a future guest. */
export async function sealCode(url: string, secret: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, onError: () => undefined });
  const [productId, storeId, id] = [uuidv7(), uuidv7(), uuidv7()];
  const created_at = new Date();
  await db.withActor(SYSTEM, (tx) =>
    tx.insertInto('products').values({ id: productId, slug: 'doctored', name: 'Doctored', created_at }).execute(),
  );
  await db.withActor(
    { kind: 'person', userId: id, sessionId: id, name: '', productId, roles: ['ADMIN'], storeIds: 'all', address: '' },
    (tx) =>
      tx
        .insertInto('stores')
        .values({ product_id: productId, id: storeId, name: 'One', mqtt_prefix: 'doctored/one', created_at })
        .execute(),
  );
  const store = { id: storeId, mqttPrefix: 'doctored/one', rooms: [] };
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    const doorId = await addKeypad(tx, { productId, slug: 'doctored', stores: [store] }, store);
    await tx
      .insertInto('access_codes')
      .values({
        product_id: productId,
        store_id: storeId,
        id,
        reservation_id: null,
        spare_door_id: doorId,
        sealed: codeSeal(secret).seal('1234', id),
        made_at: created_at,
      })
      .execute();
  });
  await db.close();
}

/** Inserts an endpoint of the chain's own systems. */
export async function sealWebhook(
  url: string,
  secret: string,
  { removed }: { readonly removed: boolean },
): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, onError: () => undefined });
  const [productId, id, at] = [uuidv7(), uuidv7(), new Date()];
  await db.withActor(SYSTEM, (tx) =>
    tx
      .insertInto('products')
      .values({ id: productId, slug: `hooked-${id.slice(-8)}`, name: 'Hooked', created_at: at })
      .execute(),
  );
  await db.withActor(
    { kind: 'person', userId: id, sessionId: id, name: '', productId, roles: ['ADMIN'], storeIds: 'all', address: '' },
    (tx) =>
      tx
        .insertInto('webhook_endpoints')
        .values({
          product_id: productId,
          id,
          url: 'https://example.test/',
          types: ['settlement.changed'],
          secret: webhookSeal(secret).seal('whsec_test', id),
          previous_secret: null,
          previous_until: null,
          created_at: at,
          changed_at: at,
          changed_by_name: '',
          last_delivered_at: null,
          failing_since: null,
          removed_at: removed ? at : null,
        })
        .execute(),
  );
  await db.close();
}

/** Inserts a chain that reaches its providers at these addresses. */
export async function setProviders(
  url: string,
  secret: string,
  addresses: Readonly<Partial<Record<OnlineProvider, string>>>,
): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, onError: () => undefined });
  const [productId, at] = [uuidv7(), new Date()];
  await db.withActor(SYSTEM, (tx) =>
    tx.insertInto('products').values({ id: productId, slug: 'led-away', name: 'Led away', created_at: at }).execute(),
  );
  await db.withActor(
    {
      kind: 'person',
      userId: productId,
      sessionId: productId,
      name: '',
      productId,
      roles: ['ADMIN'],
      storeIds: 'all',
      address: '',
    },
    async (tx) => {
      for (const provider of ONLINE_PROVIDERS) {
        const baseUrl = addresses[provider];
        if (baseUrl === undefined) continue;
        await tx
          .insertInto('payment_providers')
          .values({
            product_id: productId,
            provider,
            base_url: baseUrl,
            client_key: '',
            merchant_id: '',
            api_secret: providerSeal(secret).seal('secret', `${productId}:${provider}:api`),
            webhook_secret: null,
            previous_webhook_secret: null,
            fee_terms: '[]',
            changed_at: at,
            changed_by_name: '',
          })
          .execute();
      }
    },
  );
  await db.close();
}
