import {
  ONLINE_PROVIDERS,
  PROVIDER_ADDRESSES,
  type BodyOf,
  type FeeTerm,
  type OnlineProvider,
  type PaymentProviderSettings,
  type setPaymentProvider,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';
import { invalidInput, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { isTestKey, type ProviderDriver } from './driver.ts';
import type { ProviderAddresses } from './provider-addresses.ts';
import { portoneReceipts } from './portone-receipts.ts';
import { portoneDriver } from './portone.ts';
import type { ReceiptDriver } from './receipt-driver.ts';
import type { ProviderSeal } from './seal.ts';
import { tossReceipts } from './toss-receipts.ts';
import { tossDriver } from './toss.ts';

type Row = Selectable<Tables['payment_providers']>;

const placeOf = (productId: string, provider: string, name: 'api' | 'webhook') => `${productId}:${provider}:${name}`;

type Trouble = NonNullable<PaymentProviderSettings['trouble']>;

/** Payments that are delayed because a provider does not answer. The module of payments implements it. */
export interface Troubles {
  read(tx: Tx): Promise<ReadonlyMap<string, Trouble>>;
  /** Retries them now, because the settings of the provider changed. */
  retry(tx: Tx, provider: OnlineProvider, now: Date): Promise<void>;
}

/** Lists the provider settings of the product with this slug. */
export async function listProviders(
  tx: Tx,
  { troubles, addresses }: Pick<SettingDeps, 'troubles' | 'addresses'>,
  slug: string,
): Promise<{ items: PaymentProviderSettings[] }> {
  const [rows, found] = await Promise.all([
    tx.selectFrom('payment_providers').selectAll().orderBy('provider').execute(),
    troubles.read(tx),
  ]);
  return { items: rows.map((row) => toSettings(row, { slug, trouble: found.get(row.provider), addresses })) };
}

export interface SettingDeps {
  readonly seal: ProviderSeal;
  readonly troubles: Troubles;
  readonly addresses: ProviderAddresses;
}

/**
 * Saves the settings of a provider. Omitted secrets stay. Throws STALE for an outdated version, and INVALID_INPUT for a
 * new provider or address without a secret.
 */
export async function setProvider(
  deps: SettingDeps,
  work: UnitOfWork,
  body: BodyOf<typeof setPaymentProvider>,
): Promise<PaymentProviderSettings> {
  const { seal, troubles, addresses } = deps;
  const { tx, clock, actor } = work;
  const { provider } = body;
  const before = await selectProviderForUpdate(tx, provider);
  if ((before?.version ?? null) !== (body.version ?? null))
    throw staleProblem(before ? await readSettings(deps, work, before) : null);
  const baseUrl = originOf(addresses, body);
  refuseTestKeys(body, baseUrl);
  const change = { productId: actor.productId, body, baseUrl, before };
  const row = {
    product_id: actor.productId,
    provider,
    base_url: baseUrl,
    client_key: body.clientKey,
    merchant_id: body.merchantId,
    api_secret: sealApiSecret(seal, change),
    ...sealWebhookSecrets(seal, change),
    fee_terms: JSON.stringify(body.feeTerms ?? before?.fee_terms ?? []),
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: (before?.version ?? 0) + 1,
  };
  const after = before
    ? await tx
        .updateTable('payment_providers')
        .set(row)
        .where('provider', '=', provider)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx.insertInto('payment_providers').values(row).returningAll().executeTakeFirstOrThrow();
  await troubles.retry(tx, provider, clock.now());
  await recordChange(work, {
    storeId: null,
    action: 'payment-provider.set',
    subject: { kind: 'payment-provider', id: null },
    detail: {
      provider,
      baseUrl,
      ...(body.feeTerms && { feeTerms: body.feeTerms }),
      isNewSecret: body.apiSecret !== undefined,
      isNewWebhookSecret: body.webhookSecret !== undefined,
    },
  });
  return readSettings(deps, work, after);
}

export function selectProviderForUpdate(tx: Tx, provider: OnlineProvider) {
  return tx.selectFrom('payment_providers').selectAll().where('provider', '=', provider).forUpdate().executeTakeFirst();
}

/** Returns the address of the provider. Throws INVALID_INPUT for one that this server does not call. */
function originOf(
  addresses: ProviderAddresses,
  { provider, baseUrl }: Pick<BodyOf<typeof setPaymentProvider>, 'provider' | 'baseUrl'>,
): string {
  const { origin } = new URL(baseUrl ?? PROVIDER_ADDRESSES[provider]);
  if (addresses.isAllowed(provider, origin)) return origin;
  throw invalidInput([
    {
      path: 'baseUrl',
      code: 'not_allowed',
      message: 'Must be the address of the provider: this server does not allow test addresses',
    },
  ]);
}

/** Throws INVALID_INPUT for test keys at the real Toss: guests would "pay" with them and no money would move. */
function refuseTestKeys({ provider, apiSecret, clientKey }: BodyOf<typeof setPaymentProvider>, baseUrl: string): void {
  if (provider !== 'TOSS' || baseUrl !== PROVIDER_ADDRESSES.TOSS) return;
  const keys = { apiSecret, clientKey };
  const errors = (['apiSecret', 'clientKey'] as const)
    .filter((field) => isTestKey(keys[field] ?? ''))
    .map((field) => ({ path: field, code: 'test_key', message: 'Must be a live key: a test key takes no money' }));
  if (errors.length > 0) throw invalidInput(errors);
}

interface SettingsChange {
  readonly productId: string;
  readonly body: BodyOf<typeof setPaymentProvider>;
  readonly baseUrl: string;
  readonly before: Row | undefined;
}

/** Seals the new secret, or returns the present one. Throws INVALID_INPUT when neither is there. */
function sealApiSecret(seal: ProviderSeal, { productId, body, baseUrl, before }: SettingsChange): Row['api_secret'] {
  if (body.apiSecret !== undefined) return seal.seal(body.apiSecret, placeOf(productId, body.provider, 'api'));
  // A secret belongs to one address, so another address requires it again.
  if (before === undefined || before.base_url !== baseUrl)
    throw invalidInput([{ path: 'apiSecret', code: 'required', message: 'The secret of this address is needed' }]);
  return before.api_secret;
}

/** Seals the new secret of messages and moves the present one to the previous one; without a new one both stay. */
function sealWebhookSecrets(
  seal: ProviderSeal,
  { productId, body, before }: SettingsChange,
): Pick<Row, 'webhook_secret' | 'previous_webhook_secret'> {
  const present = before?.webhook_secret ?? null;
  if (body.webhookSecret === undefined)
    return { webhook_secret: present, previous_webhook_secret: before?.previous_webhook_secret ?? null };
  return {
    webhook_secret: seal.seal(body.webhookSecret, placeOf(productId, body.provider, 'webhook')),
    previous_webhook_secret: present,
  };
}

/** Returns the settings of a row, with the payments that its provider delays now. */
async function readSettings(
  { troubles, addresses }: Pick<SettingDeps, 'troubles' | 'addresses'>,
  { tx, actor }: UnitOfWork,
  row: Row,
): Promise<PaymentProviderSettings> {
  const trouble = (await troubles.read(tx)).get(row.provider);
  return toSettings(row, { slug: actor.productSlug, trouble, addresses });
}

/** The settings without their secrets. */
export function toSettings(
  row: Row,
  {
    slug,
    trouble,
    addresses,
  }: { readonly slug: string; readonly trouble: Trouble | undefined; readonly addresses: ProviderAddresses },
): PaymentProviderSettings {
  const provider = row.provider;
  return {
    provider,
    baseUrl: row.base_url,
    isAddressAllowed: addresses.isAllowed(provider, row.base_url),
    clientKey: row.client_key,
    merchantId: row.merchant_id,
    hasWebhookSecret: row.webhook_secret !== null,
    feeTerms: row.fee_terms,
    webhookPath: `/api/v2/${slug}/webhook/${row.provider.toLowerCase()}`,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    trouble: trouble ?? null,
    version: row.version,
  };
}

/** A provider as a product uses it, with open secrets. It must not be written anywhere. */
export interface OpenProvider {
  readonly provider: OnlineProvider;
  readonly driver: ProviderDriver;
  readonly receipts: ReceiptDriver;
  readonly clientKey: string;
  readonly merchantId: string;
  /** Whether payments without money count: only at a virtual provider. */
  readonly allowsTest: boolean;
  /** The page on which guests agree to a payment at a virtual provider. `null`: the provider's own window. */
  readonly checkoutUrl: string | null;
  /** Whether a guest can open the page or the window: a window needs the public keys of the connection. */
  readonly canCheckOut: boolean;
  readonly feeTerms: readonly FeeTerm[];
  /** The current secret first. */
  readonly webhookSecrets: readonly string[];
}

/** The secrets that messages of a provider are verified with. Without a secret they cannot be verified now. */
export type MessageKeys = Pick<OpenProvider, 'provider' | 'webhookSecrets'>;

export interface Providers {
  /**
   * `null`: the product does not use the provider, its secret was sealed under another server secret, or this server
   * does not call its address.
   */
  open(productId: string, provider: OnlineProvider): Promise<OpenProvider | null>;
  /** `null`: the product does not use the provider. */
  readMessageKeys(productId: string, provider: OnlineProvider): Promise<MessageKeys | null>;
  /** Aborts open requests when the process shuts down. */
  close(): void;
}

const DRIVERS: Readonly<Record<OnlineProvider, typeof tossDriver>> = { TOSS: tossDriver, PORTONE: portoneDriver };
const RECEIPT_DRIVERS: Readonly<Record<OnlineProvider, typeof tossReceipts>> = {
  TOSS: tossReceipts,
  PORTONE: portoneReceipts,
};

interface OpeningDeps {
  readonly db: Database;
  readonly seal: ProviderSeal;
  readonly timeoutMs: number;
  readonly addresses: ProviderAddresses;
}

export function openProviders({ db, seal, timeoutMs, addresses }: OpeningDeps): Providers {
  const closing = new AbortController();
  const readRow = (productId: string, provider: OnlineProvider) =>
    db.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('payment_providers')
        .selectAll()
        .where('product_id', '=', productId)
        .where('provider', '=', provider)
        .executeTakeFirst(),
    );
  const openWebhookSecrets = (row: Row) =>
    [row.webhook_secret, row.previous_webhook_secret]
      .map((sealed) => (sealed ? seal.open(sealed, placeOf(row.product_id, row.provider, 'webhook')) : null))
      .filter((secret) => secret !== null);
  return {
    close: () => closing.abort(),
    async open(productId, provider) {
      const row = await readRow(productId, provider);
      // Checked on use as well: the address may come from other settings of the server or from a restored database.
      if (!row || !addresses.isAllowed(provider, row.base_url)) return null;
      const apiSecret = seal.open(row.api_secret, placeOf(productId, provider, 'api'));
      if (apiSecret === null) return null;
      const checkoutUrl = checkoutUrlOf(provider, row.base_url);
      const access = { baseUrl: row.base_url, apiSecret, timeoutMs, closing: closing.signal };
      const keys = { clientKey: row.client_key, merchantId: row.merchant_id };
      return {
        provider,
        ...keys,
        allowsTest: checkoutUrl !== null,
        checkoutUrl,
        canCheckOut: checkoutUrl !== null || hasWindowKeys(row),
        feeTerms: row.fee_terms,
        webhookSecrets: openWebhookSecrets(row),
        driver: DRIVERS[provider](access),
        receipts: RECEIPT_DRIVERS[provider]({ ...access, ...keys }),
      };
    },
    async readMessageKeys(productId, provider) {
      const row = await readRow(productId, provider);
      return row ? { provider, webhookSecrets: openWebhookSecrets(row) } : null;
    },
  };
}

/** Whether a guest can pay online: the product has a provider with a page or a window for it (GP-8). */
export async function canPayOnline(
  { providers }: { readonly providers: Providers },
  productId: string,
): Promise<boolean> {
  const open = await Promise.all(ONLINE_PROVIDERS.map((name) => providers.open(productId, name)));
  return open.some((provider) => provider?.canCheckOut === true);
}

/** Only a virtual provider serves the page; a real one opens its window with its own script. */
function checkoutUrlOf(provider: OnlineProvider, baseUrl: string): string | null {
  const { origin } = new URL(baseUrl);
  return origin === PROVIDER_ADDRESSES[provider] ? null : `${origin}/checkout`;
}

/** The window of Toss needs the client key, the one of PortOne the channel key and the id of the shop. */
function hasWindowKeys({ provider, client_key: clientKey, merchant_id: merchantId }: Row): boolean {
  return clientKey !== '' && (provider === 'TOSS' || merchantId !== '');
}
