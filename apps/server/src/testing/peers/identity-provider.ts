import { startVirtualIdentity, type VirtualIdentity } from '@munjigi/virtual-providers';
import { identitySeal } from '../../modules/identity-checks/index.ts';
import { headOffice, type Shop, type TestServer } from '../server.ts';

const IDENTITY_SECRET = 'identity-secret-of-the-tests';

/** Gives a product a virtual provider of identity checks. */
export async function openVirtualIdentity(server: TestServer, { productId }: Shop): Promise<VirtualIdentity> {
  const identity = await startVirtualIdentity({ apiSecret: IDENTITY_SECRET });
  const seal = identitySeal(server.config.tokenSecret);
  await server.withActor(headOffice(productId), (tx) =>
    tx
      .insertInto('identity_providers')
      .values({
        product_id: productId,
        base_url: identity.url,
        channel_key: 'channel-key-test',
        merchant_id: 'test',
        api_secret: seal.seal(IDENTITY_SECRET, `${productId}:identity`),
        changed_at: server.clock.now(),
        changed_by_name: 'test',
      })
      .execute(),
  );
  return identity;
}
