import { PROVIDER_ADDRESSES, type BodyOf, type FeeTerm, type OnlineProvider, type PaymentProviderSettings, type setPaymentProvider } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Clock } from '../../clock.ts';
import { SYSTEM, type Database, type Tables, type Tx } from '../../db/index.ts';
import { invalidInput, stale, type Person } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import type { ProviderDriver } from './driver.ts';
import type { ProviderAddresses } from './provider-addresses.ts';
import { portoneDriver } from './portone.ts';
import type { ProviderSeal } from './seal.ts';
import { tossDriver } from './toss.ts';

type Row = Selectable<Tables['payment_providers']>;

const placeOf = (productId: string, provider: string, name: 'api' | 'webhook') => `${productId}:${provider}:${name}`;

type Trouble = NonNullable<PaymentProviderSettings['trouble']>;

/** What payments wait for a provider that does not answer: known to whoever keeps payments. */
export interface Troubles {
  read(tx: Tx): Promise<ReadonlyMap<string, Trouble>>;
  /** They need not wait any longer: how it is reached is another now. */
  tryAgain(tx: Tx, provider: OnlineProvider, now: Date): Promise<void>;
}

/** How a provider is reached, of the product whose address names it in its path. */
export async function listProviders(tx: Tx, { troubles, addresses }: Pick<SettingDeps, 'troubles' | 'addresses'>, slug: string): Promise<{ items: PaymentProviderSettings[] }> {
  const [rows, found] = await Promise.all([tx.selectFrom('payment_providers').selectAll().orderBy('provider').execute(), troubles.read(tx)]);
  return { items: rows.map((row) => toSettings(row, { slug, trouble: found.get(row.provider), addresses })) };
}

export interface SettingDeps {
  readonly clock: Clock;
  readonly seal: ProviderSeal;
  readonly troubles: Troubles;
  readonly addresses: ProviderAddresses;
}

/** Sets it: what is left out of secrets stays. Throws STALE when somebody else was first, INVALID_INPUT for a first time without a secret. */
export async function setProvider(tx: Tx, { clock, seal, troubles, addresses }: SettingDeps, actor: Person, body: BodyOf<typeof setPaymentProvider>): Promise<PaymentProviderSettings> {
  const { provider } = body;
  const key = { product_id: actor.productId, provider };
  const before = await tx.selectFrom('payment_providers').selectAll().where('provider', '=', provider).forUpdate().executeTakeFirst();
  if ((before?.version ?? null) !== (body.version ?? null)) throw stale(before ? toSettings(before, { slug: actor.productSlug, trouble: (await troubles.read(tx)).get(provider), addresses }) : null);
  const baseUrl = new URL(body.baseUrl ?? PROVIDER_ADDRESSES[provider]).origin;
  if (!addresses.isAllowed(provider, baseUrl)) throw invalidInput([{ path: 'baseUrl', code: 'not_allowed', message: 'Must be the address of the provider: this server does not allow test addresses' }]);
  // A secret is for one address: whoever leads it elsewhere must know it.
  const keepsSecret = before !== undefined && before.base_url === baseUrl;
  if (body.apiSecret === undefined && !keepsSecret) throw invalidInput([{ path: 'apiSecret', code: 'required', message: 'The secret of this address is needed' }]);
  const apiSecret = body.apiSecret === undefined ? (before as Row).api_secret : seal.seal(body.apiSecret, placeOf(actor.productId, provider, 'api'));
  const isNewWebhookSecret = body.webhookSecret !== undefined;
  const row = {
    ...key, base_url: baseUrl, client_key: body.clientKey, merchant_id: body.merchantId, api_secret: apiSecret,
    webhook_secret: body.webhookSecret === undefined ? (before?.webhook_secret ?? null) : seal.seal(body.webhookSecret, placeOf(actor.productId, provider, 'webhook')),
    previous_webhook_secret: isNewWebhookSecret ? (before?.webhook_secret ?? null) : (before?.previous_webhook_secret ?? null),
    fee_terms: JSON.stringify(body.feeTerms ?? before?.fee_terms ?? []), changed_at: clock.now(), changed_by_name: actor.name, version: (before?.version ?? 0) + 1,
  };
  const after = before
    ? await tx.updateTable('payment_providers').set(row).where('provider', '=', provider).returningAll().executeTakeFirstOrThrow()
    : await tx.insertInto('payment_providers').values(row).returningAll().executeTakeFirstOrThrow();
  await troubles.tryAgain(tx, provider, clock.now());
  await record(tx, {
    productId: actor.productId, storeId: null, at: clock.now(), actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
    action: 'payment-provider.set', subject: { kind: 'payment-provider', id: null },
    detail: { provider, baseUrl, ...(body.feeTerms && { feeTerms: body.feeTerms }), isNewSecret: body.apiSecret !== undefined, isNewWebhookSecret },
  });
  return toSettings(after, { slug: actor.productSlug, trouble: (await troubles.read(tx)).get(provider), addresses });
}

/** The settings without their secrets. */
export function toSettings(row: Row, { slug, trouble, addresses }: { readonly slug: string; readonly trouble: Trouble | undefined; readonly addresses: ProviderAddresses }): PaymentProviderSettings {
  const provider = row.provider as OnlineProvider;
  return {
    provider, baseUrl: row.base_url, isAddressAllowed: addresses.isAllowed(provider, row.base_url), clientKey: row.client_key, merchantId: row.merchant_id, hasWebhookSecret: row.webhook_secret !== null,
    feeTerms: row.fee_terms as FeeTerm[], webhookPath: `/api/v2/${slug}/webhook/${row.provider.toLowerCase()}`, changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name, trouble: trouble ?? null, version: row.version,
  };
}

/** A provider as a product reaches it, its secrets open: never written anywhere. */
export interface OpenProvider {
  readonly provider: OnlineProvider;
  readonly driver: ProviderDriver;
  readonly clientKey: string;
  readonly merchantId: string;
  readonly feeTerms: readonly FeeTerm[];
  /** The present one first. */
  readonly webhookSecrets: readonly string[];
}

/** What messages of a provider are verified with. No secrets: it cannot be verified now. */
export type MessageKeys = Pick<OpenProvider, 'provider' | 'webhookSecrets'>;

export interface Providers {
  /**
   * `null`: the product does not take payments through it, its secret was sealed under another one of the server's, or its address is
   * one that this server does not call.
   */
  open(productId: string, provider: OnlineProvider): Promise<OpenProvider | null>;
  /** `null`: the product does not take payments through it. */
  readMessageKeys(productId: string, provider: OnlineProvider): Promise<MessageKeys | null>;
  /** Gives up what is being asked: the process is to end. */
  close(): void;
}

const DRIVERS: Readonly<Record<OnlineProvider, typeof tossDriver>> = { TOSS: tossDriver, PORTONE: portoneDriver };

interface OpeningDeps {
  readonly db: Database;
  readonly seal: ProviderSeal;
  readonly timeoutMs: number;
  readonly addresses: ProviderAddresses;
}

export function openProviders({ db, seal, timeoutMs, addresses }: OpeningDeps): Providers {
  const closing = new AbortController();
  const readRow = (productId: string, provider: OnlineProvider) =>
    db.withActor(SYSTEM, (tx) => tx.selectFrom('payment_providers').selectAll().where('product_id', '=', productId).where('provider', '=', provider).executeTakeFirst());
  const openWebhookSecrets = (row: Row) =>
    [row.webhook_secret, row.previous_webhook_secret]
      .map((sealed) => (sealed ? seal.open(sealed, placeOf(row.product_id, row.provider, 'webhook')) : null))
      .filter((secret) => secret !== null);
  return {
    close: () => closing.abort(),
    async open(productId, provider) {
      const row = await readRow(productId, provider);
      // Checked when it is used as well: it was stored under other settings of the server, or came with a restored database.
      if (!row || !addresses.isAllowed(provider, row.base_url)) return null;
      const apiSecret = seal.open(row.api_secret, placeOf(productId, provider, 'api'));
      if (apiSecret === null) return null;
      return {
        provider, clientKey: row.client_key, merchantId: row.merchant_id, feeTerms: row.fee_terms as FeeTerm[], webhookSecrets: openWebhookSecrets(row),
        driver: DRIVERS[provider]({ baseUrl: row.base_url, apiSecret, timeoutMs, closing: closing.signal }),
      };
    },
    async readMessageKeys(productId, provider) {
      const row = await readRow(productId, provider);
      return row ? { provider, webhookSecrets: openWebhookSecrets(row) } : null;
    },
  };
}
