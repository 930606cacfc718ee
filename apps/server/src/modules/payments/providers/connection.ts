import {
  PROVIDER_ADDRESSES,
  type BodyOf,
  type OnlineProvider,
  type PaymentProviderSettings,
  type setPaymentProvider,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { invalidInput } from '../../../http/index.ts';
import { isTestKey } from './driver.ts';
import type { ProviderAddresses } from './provider-addresses.ts';
import type { ProviderSeal } from './seal.ts';

/** What the merchant of the chain and those of stores have in common. */
export type ConnectionRow = Omit<Selectable<Tables['payment_providers']>, 'product_id' | 'provider'>;

export type ProviderTrouble = NonNullable<PaymentProviderSettings['trouble']>;

/** Payments that are delayed because a provider does not answer. The module of payments implements it. */
export interface Troubles {
  /** By provider for the merchants of the chain, and by `store_merchants.id` for those of stores. */
  read(tx: Tx): Promise<ReadonlyMap<string, ProviderTrouble>>;
  /** Retries them now, because the settings of the provider changed. */
  retry(tx: Tx, provider: OnlineProvider, now: Date): Promise<void>;
}

export interface SettingDeps {
  readonly seal: ProviderSeal;
  readonly troubles: Troubles;
  readonly addresses: ProviderAddresses;
}

/** The place that the secrets of a merchant are sealed for, so that those of another merchant do not open in it. */
export function sealPlaceOfChain(productId: string, provider: OnlineProvider): string {
  return `${productId}:${provider}`;
}

export function sealPlaceOfMerchant({
  product_id: productId,
  store_id: storeId,
  id,
  provider,
}: Pick<Selectable<Tables['store_merchants']>, 'product_id' | 'store_id' | 'id' | 'provider'>): string {
  return `${productId}:${storeId}:${id}:${provider}`;
}

export type ConnectionInput = Pick<
  BodyOf<typeof setPaymentProvider>,
  'provider' | 'baseUrl' | 'clientKey' | 'merchantId' | 'apiSecret' | 'webhookSecret' | 'feeTerms'
>;

/** A person changes the connection at `place`. `before`: its row until now. */
interface ConnectionChange {
  readonly input: ConnectionInput;
  readonly place: string;
  readonly before: ConnectionRow | undefined;
  readonly at: Date;
  readonly by: string;
}

/**
 * Returns the columns of a changed connection. Omitted secrets stay. Throws INVALID_INPUT for a new connection or address
 * without a secret, an address that this server does not call, and test keys at the real Toss.
 */
export function changedConnection(
  { seal, addresses }: Pick<SettingDeps, 'seal' | 'addresses'>,
  { input, place, before, at, by }: ConnectionChange,
) {
  const baseUrl = originOf(addresses, input);
  refuseTestKeys(input, baseUrl);
  return {
    base_url: baseUrl,
    client_key: input.clientKey,
    merchant_id: input.merchantId,
    api_secret: sealApiSecret(seal, { input, place, baseUrl, before }),
    ...sealWebhookSecrets(seal, { input, place, before }),
    fee_terms: JSON.stringify(input.feeTerms ?? before?.fee_terms ?? []),
    changed_at: at,
    changed_by_name: by,
    version: (before?.version ?? 0) + 1,
  };
}

/** What the audit log keeps of a changed connection: no key, but whether it is a new one. */
export function auditOfConnection({ provider, feeTerms, apiSecret, webhookSecret }: ConnectionInput, baseUrl: string) {
  return {
    provider,
    baseUrl,
    ...(feeTerms && { feeTerms }),
    isNewSecret: apiSecret !== undefined,
    isNewWebhookSecret: webhookSecret !== undefined,
  };
}

/** Returns the address of the provider. Throws INVALID_INPUT for one that this server does not call. */
function originOf(
  addresses: ProviderAddresses,
  { provider, baseUrl }: Pick<ConnectionInput, 'provider' | 'baseUrl'>,
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
function refuseTestKeys({ provider, apiSecret, clientKey }: ConnectionInput, baseUrl: string): void {
  if (provider !== 'TOSS' || baseUrl !== PROVIDER_ADDRESSES.TOSS) return;
  const keys = { apiSecret, clientKey };
  const errors = (['apiSecret', 'clientKey'] as const)
    .filter((field) => isTestKey(keys[field] ?? ''))
    .map((field) => ({ path: field, code: 'test_key', message: 'Must be a live key: a test key takes no money' }));
  if (errors.length > 0) throw invalidInput(errors);
}

/** Seals the new secret, or returns the present one. Throws INVALID_INPUT when neither is there. */
function sealApiSecret(
  seal: ProviderSeal,
  {
    input,
    place,
    baseUrl,
    before,
  }: Pick<ConnectionChange, 'input' | 'place' | 'before'> & { readonly baseUrl: string },
): Buffer {
  if (input.apiSecret !== undefined) return seal.seal(input.apiSecret, `${place}:api`);
  // A secret belongs to one address, so another address requires it again.
  if (before === undefined || before.base_url !== baseUrl)
    throw invalidInput([{ path: 'apiSecret', code: 'required', message: 'The secret of this address is needed' }]);
  return before.api_secret;
}

/** Seals the new secret of messages and moves the present one to the previous one; without a new one both stay. */
function sealWebhookSecrets(
  seal: ProviderSeal,
  { input, place, before }: Pick<ConnectionChange, 'input' | 'place' | 'before'>,
): Pick<ConnectionRow, 'webhook_secret' | 'previous_webhook_secret'> {
  const present = before?.webhook_secret ?? null;
  if (input.webhookSecret === undefined)
    return { webhook_secret: present, previous_webhook_secret: before?.previous_webhook_secret ?? null };
  return {
    webhook_secret: seal.seal(input.webhookSecret, `${place}:webhook`),
    previous_webhook_secret: present,
  };
}

interface ShownConnection {
  readonly provider: OnlineProvider;
  readonly webhookPath: string;
  readonly trouble: ProviderTrouble | undefined;
  readonly addresses: ProviderAddresses;
}

/** A connection without its secrets. */
export function toConnection(
  row: ConnectionRow,
  { provider, webhookPath, trouble, addresses }: ShownConnection,
): PaymentProviderSettings {
  return {
    provider,
    baseUrl: row.base_url,
    isAddressAllowed: addresses.isAllowed(provider, row.base_url),
    clientKey: row.client_key,
    merchantId: row.merchant_id,
    hasWebhookSecret: row.webhook_secret !== null,
    feeTerms: row.fee_terms,
    webhookPath,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    trouble: trouble ?? null,
    version: row.version,
  };
}
