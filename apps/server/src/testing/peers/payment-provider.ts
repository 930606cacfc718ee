import type { FeeTerm, OnlineProvider } from '@munjigi/contract';
import { startVirtualToss, type VirtualProvider } from '@munjigi/virtual-providers';
import { providerSeal } from '../../modules/payments/index.ts';
import { headOffice, type Shop, type TestServer } from '../server.ts';

interface ReachedProvider {
  readonly provider: OnlineProvider;
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly webhookSecret: string | null;
  readonly feeTerms?: readonly FeeTerm[];
}

/** Sets a product's provider as head office does. An existing one stays. */
export async function setProvider(
  server: TestServer,
  { productId }: Shop,
  { provider, baseUrl, apiSecret, webhookSecret, feeTerms = [] }: ReachedProvider,
): Promise<void> {
  const seal = providerSeal(server.config.tokenSecret);
  await server.withActor(headOffice(productId), (tx) =>
    tx
      .insertInto('payment_providers')
      .values({
        product_id: productId,
        provider,
        base_url: baseUrl,
        client_key: 'test_ck',
        merchant_id: 'test',
        api_secret: seal.seal(apiSecret, `${productId}:${provider}:api`),
        webhook_secret: webhookSecret === null ? null : seal.seal(webhookSecret, `${productId}:${provider}:webhook`),
        previous_webhook_secret: null,
        fee_terms: JSON.stringify(feeTerms),
        changed_at: server.clock.now(),
        changed_by_name: 'test',
      })
      .onConflict((builder) => builder.doNothing())
      .execute(),
  );
}

const TOSS_SECRET = 'test_sk_toss';

/** Gives a product a virtual Toss, through which guests pay. */
export async function openVirtualToss(server: TestServer, shop: Shop): Promise<VirtualProvider> {
  const toss = await startVirtualToss({ apiSecret: TOSS_SECRET, now: () => server.clock.now() });
  await setProvider(server, shop, { provider: 'TOSS', baseUrl: toss.url, apiSecret: TOSS_SECRET, webhookSecret: null });
  return toss;
}
