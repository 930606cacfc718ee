import { ONLINE_PROVIDERS, PROVIDER_ADDRESSES, type FeeTerm, type OnlineProvider } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { storeActor, SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';
import { sealPlaceOfChain, sealPlaceOfMerchant, type ConnectionRow } from './connection.ts';
import type { ProviderDriver } from './driver.ts';
import type { ProviderAddresses } from './provider-addresses.ts';
import { portoneReceipts } from './portone-receipts.ts';
import { portoneDriver } from './portone.ts';
import type { ReceiptDriver } from './receipt-driver.ts';
import type { ProviderSeal } from './seal.ts';
import type { PayoutReader } from './payout-driver.ts';
import { tossPayouts } from './toss-payouts.ts';
import { tossReceipts } from './toss-receipts.ts';
import { tossDriver } from './toss.ts';

/** A merchant at a provider with open secrets. It must not be written anywhere. */
export interface OpenProvider {
  readonly provider: OnlineProvider;
  /** The row of `store_merchants`; `null`: the merchant of the chain. */
  readonly storeMerchantId: string | null;
  readonly driver: ProviderDriver;
  readonly receipts: ReceiptDriver;
  /** `null`: the provider lists no payouts without a separate contract (docs/domain.md 3). */
  readonly readPayouts: PayoutReader | null;
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

/** A provider of one store. */
export interface StoreProvider {
  readonly productId: string;
  readonly storeId: string;
  readonly provider: OnlineProvider;
}

export interface Providers {
  /**
   * Opens the merchant that collects for the store now: its own, or that of the chain (MC-1). `null`: the store has none,
   * its secret was sealed under another server secret, or this server does not call its address. The merchant of the
   * chain never stands in for one of the store that cannot be opened.
   */
  open(of: StoreProvider): Promise<OpenProvider | null>;
  /** Opens the merchant that a payment was begun with, also after the settings have changed (MC-4). */
  openForPayment(of: StoreProvider & { readonly paymentId: string }): Promise<OpenProvider | null>;
  /** Opens a merchant of the store; without an id, that of the chain. */
  openMerchant(of: StoreProvider, storeMerchantId: string | null): Promise<OpenProvider | null>;
  /** Keys of the address that a message came to. `null`: nothing is collected there, now or before. */
  readMessageKeys(address: MessageAddress): Promise<MessageKeys | null>;
  /** Aborts open requests when the process shuts down. */
  close(): void;
}

/** The address that a provider sends messages to: that of the chain, or that of a store. */
export interface MessageAddress {
  readonly productId: string;
  readonly provider: OnlineProvider;
  readonly storeId: string | null;
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
  const openRow = (provider: OnlineProvider, found: FoundConnection): OpenProvider | null => {
    const { row, place, storeMerchantId } = found;
    // Checked on use as well: the address may come from other settings of the server or from a restored database.
    if (!addresses.isAllowed(provider, row.base_url)) return null;
    const apiSecret = seal.open(row.api_secret, `${place}:api`);
    if (apiSecret === null) return null;
    const checkoutUrl = checkoutUrlOf(provider, row.base_url);
    const access = { baseUrl: row.base_url, apiSecret, timeoutMs, closing: closing.signal };
    const keys = { clientKey: row.client_key, merchantId: row.merchant_id };
    return {
      provider,
      storeMerchantId,
      ...keys,
      allowsTest: checkoutUrl !== null,
      checkoutUrl,
      canCheckOut: checkoutUrl !== null || hasWindowKeys(provider, row),
      feeTerms: row.fee_terms,
      webhookSecrets: openWebhookSecrets(seal, found),
      driver: DRIVERS[provider](access),
      receipts: RECEIPT_DRIVERS[provider]({ ...access, ...keys }),
      readPayouts: provider === 'TOSS' ? tossPayouts(access) : null,
    };
  };
  const openFound = async (of: StoreProvider, find: (tx: Tx) => Promise<FoundConnection | null>) => {
    const found = await db.withActor(storeActor(of.productId, of.storeId), find);
    return found && openRow(of.provider, found);
  };
  return {
    close: () => closing.abort(),
    open: (of) => openFound(of, (tx) => findPresentConnection(tx, of)),
    openForPayment: (of) =>
      openFound(of, async (tx) => {
        const row = await tx
          .selectFrom('payment_merchants')
          .select('merchant_id')
          .where('store_id', '=', of.storeId)
          .where('id', '=', of.paymentId)
          .executeTakeFirst();
        return findConnection(tx, of, row?.merchant_id ?? null);
      }),
    openMerchant: (of, storeMerchantId) => openFound(of, (tx) => findConnection(tx, of, storeMerchantId)),
    async readMessageKeys(address) {
      const found = await findConnectionsOfAddress(db, address);
      if (found.length === 0) return null;
      return { provider: address.provider, webhookSecrets: found.flatMap((one) => openWebhookSecrets(seal, one)) };
    },
  };
}

/** A stored connection with the place that its secrets are sealed for. */
interface FoundConnection {
  readonly row: ConnectionRow;
  readonly place: string;
  readonly storeMerchantId: string | null;
}

function openWebhookSecrets(seal: ProviderSeal, { row, place }: FoundConnection): string[] {
  return [row.webhook_secret, row.previous_webhook_secret]
    .map((sealed) => (sealed ? seal.open(sealed, `${place}:webhook`) : null))
    .filter((secret) => secret !== null);
}

function ofChain(row: Selectable<Tables['payment_providers']>): FoundConnection {
  return { row, place: sealPlaceOfChain(row.product_id, row.provider), storeMerchantId: null };
}

function ofStore(row: Selectable<Tables['store_merchants']>): FoundConnection {
  return { row, place: sealPlaceOfMerchant(row), storeMerchantId: row.id };
}

async function findChainConnection(
  tx: Tx,
  { productId, provider }: Omit<StoreProvider, 'storeId'>,
): Promise<FoundConnection | null> {
  const row = await tx
    .selectFrom('payment_providers')
    .selectAll()
    .where('product_id', '=', productId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row ? ofChain(row) : null;
}

async function findPresentConnection(tx: Tx, of: StoreProvider): Promise<FoundConnection | null> {
  const [own, chain] = await Promise.all([
    tx
      .selectFrom('store_merchants')
      .selectAll()
      .where('store_id', '=', of.storeId)
      .where('provider', '=', of.provider)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
    findChainConnection(tx, of),
  ]);
  return own ? ofStore(own) : chain;
}

async function findConnection(
  tx: Tx,
  of: StoreProvider,
  storeMerchantId: string | null,
): Promise<FoundConnection | null> {
  if (storeMerchantId === null) return findChainConnection(tx, of);
  const row = await tx
    .selectFrom('store_merchants')
    .selectAll()
    .where('store_id', '=', of.storeId)
    .where('id', '=', storeMerchantId)
    .where('provider', '=', of.provider)
    .executeTakeFirst();
  return row ? ofStore(row) : null;
}

/** An ended merchant still sends messages about what was begun with it, so its secrets count too. */
async function findConnectionsOfAddress(
  db: Database,
  { productId, storeId, provider }: MessageAddress,
): Promise<FoundConnection[]> {
  if (storeId === null) {
    const found = await db.withActor(SYSTEM, (tx) => findChainConnection(tx, { productId, provider }));
    return found ? [found] : [];
  }
  const rows = await db.withActor(storeActor(productId, storeId), (tx) =>
    tx
      .selectFrom('store_merchants')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('provider', '=', provider)
      .orderBy('ended_at', (ordering) => ordering.desc().nullsFirst())
      .orderBy('id')
      .execute(),
  );
  return rows.map(ofStore);
}

/** Whether a guest of a store can pay online: it has a provider with a page or a window for it (GP-8). */
export async function canPayOnline(
  { providers }: { readonly providers: Providers },
  store: Omit<StoreProvider, 'provider'>,
): Promise<boolean> {
  const open = await Promise.all(ONLINE_PROVIDERS.map((provider) => providers.open({ ...store, provider })));
  return open.some((provider) => provider?.canCheckOut === true);
}

/** Only a virtual provider serves the page; a real one opens its window with its own script. */
function checkoutUrlOf(provider: OnlineProvider, baseUrl: string): string | null {
  const { origin } = new URL(baseUrl);
  return origin === PROVIDER_ADDRESSES[provider] ? null : `${origin}/checkout`;
}

/** The window of Toss needs the client key, the one of PortOne the channel key and the id of the shop. */
function hasWindowKeys(
  provider: OnlineProvider,
  { client_key: clientKey, merchant_id: merchantId }: ConnectionRow,
): boolean {
  return clientKey !== '' && (provider === 'TOSS' || merchantId !== '');
}
