import { createHmac } from 'node:crypto';
import type { MessageProvider } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import type { Clock } from '../../../clock.ts';
import { SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../../sealing/sealing.ts';
import { webhookAddresses, type WebhookAddresses } from '../../webhooks/index.ts';
import type { MessageDriver, SendOutcome } from '../drivers/driver.ts';
import { parseMailServer, smtpDriver, urlOfMailServer } from '../drivers/smtp.ts';
import { SOLAPI_ADDRESS, solapiDriver } from '../drivers/solapi.ts';

export type ProviderRow = Selectable<Tables['message_providers']>;

/** How the server reaches the providers of messages, and how they reach it. */
export interface MessageProviderAccess {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly addresses: MessageProviderAddresses;
  readonly timeoutMs: number;
  /** The secret in the path of a product's delivery reports. */
  readonly reportSecretOf: (productId: string) => string;
}

export interface MessageProviderAddresses {
  readonly guarded: WebhookAddresses;
  /** Whether addresses of virtual providers on this machine are allowed (`PROVIDER_TEST_URLS`). */
  readonly allowsTestUrls: boolean;
}

interface AccessOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokenSecret: string;
  readonly allowsTestUrls: boolean;
  /** Networks that may be called although they are not public (`WEBHOOK_ALLOW`). */
  readonly allowedNetworks: readonly string[];
  readonly timeoutMs: number;
}

const LOOPBACK = ['127.0.0.1', '::1'];

export function openMessageProviderAccess(options: AccessOptions): MessageProviderAccess {
  const { db, clock, tokenSecret, allowsTestUrls, allowedNetworks, timeoutMs } = options;
  const reportKey = keyFor(tokenSecret, 'munjigi message reports');
  return {
    db,
    clock,
    timeoutMs,
    seal: messageProviderSeal(tokenSecret),
    addresses: { guarded: webhookAddresses([...allowedNetworks, ...(allowsTestUrls ? LOOPBACK : [])]), allowsTestUrls },
    reportSecretOf: (productId) => uuidv8(createHmac('sha256', reportKey).update(productId).digest()),
  };
}

/** 122 bits of a hash in the form of an id, as path parameters are. */
function uuidv8(hash: Buffer): string {
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function messageProviderSeal(tokenSecret: string): Seal {
  return sealWith(keyFor(tokenSecret, 'munjigi message providers'));
}

/** For `doctor`: a sample of the sealed secrets. */
export function sealedMessageSecrets(tokenSecret: string): SealedSample {
  const rows =
    "select product_id || ':' || provider as place, secret as sealed from message_providers where secret is not null limit 50";
  return { what: 'secrets of message providers', rows, seal: messageProviderSeal(tokenSecret) };
}

export function sealPlace(productId: string, provider: string): string {
  return `${productId}:${provider}`;
}

/** Why this server does not call the address of a provider; `null`: it does. */
export function addressFaultOf(
  { guarded, allowsTestUrls }: MessageProviderAddresses,
  provider: MessageProvider,
  address: string,
): string | null {
  if (provider === 'SMTP') {
    const server = parseMailServer(address);
    return server ? guarded.faultOf(urlOfMailServer(server)) : 'NOT_A_HOST_AND_PORT';
  }
  if (address === '' || address === SOLAPI_ADDRESS) return null;
  const isTest = allowsTestUrls && /^http:\/\/127\.0\.0\.1:\d+$/.test(address);
  return isTest ? null : 'NOT_SOLAPI';
}

/** A provider as the server uses it now. The driver holds the open secret: it must not be written anywhere. */
export interface OpenMessageProvider {
  readonly row: ProviderRow;
  readonly driver: MessageDriver;
}

/** Opens the enabled providers of a product. One whose secret or address cannot be used is left out. */
export async function openEnabledProviders(
  access: MessageProviderAccess,
  productId: string,
): Promise<ReadonlyMap<MessageProvider, OpenMessageProvider>> {
  const rows = await access.db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('message_providers')
      .selectAll()
      .where('product_id', '=', productId)
      .where('is_enabled', '=', true)
      .execute(),
  );
  const open = new Map<MessageProvider, OpenMessageProvider>();
  for (const row of rows) {
    const driver = driverOf(access, row);
    if (driver) open.set(row.provider, { row, driver });
  }
  return open;
}

function driverOf(access: MessageProviderAccess, row: ProviderRow): MessageDriver | null {
  const { addresses, clock, timeoutMs, seal } = access;
  // Checked on use as well: the row may come from a restored database.
  if (addressFaultOf(addresses, row.provider, row.address) !== null) return null;
  const secret = row.secret === null ? '' : seal.open(row.secret, sealPlace(row.product_id, row.provider));
  if (secret === null) return null;
  const connection = { addresses: addresses.guarded, timeoutMs };
  if (row.provider === 'SOLAPI')
    return solapiDriver({
      ...connection,
      clock,
      baseUrl: row.address === '' ? SOLAPI_ADDRESS : row.address,
      apiKey: row.account,
      apiSecret: secret,
    });
  const server = parseMailServer(row.address);
  return server ? smtpDriver({ ...connection, server, user: row.account, password: secret }) : null;
}

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** Stores what the outcome of an attempt says about its provider. Runs as `SYSTEM`. */
export async function recordProviderOutcome(
  tx: Tx,
  row: ProviderRow,
  outcome: SendOutcome | { readonly kind: 'NOT_SENT' },
  now: Date,
): Promise<void> {
  if (outcome.kind === 'UNREACHABLE' || outcome.kind === 'UNKNOWN')
    await recordProviderTrouble(tx, row, outcome.error, now);
  else if (outcome.kind === 'REFUSED' && outcome.isOfAccount === true)
    await recordAccountTrouble(tx, row, outcome.error, now);
  else await recordProviderAnswer(tx, row);
}

/**
 * The provider refused a message because of the account: head office sees it until a message is accepted. The provider
 * answers, so nothing pauses. Runs as `SYSTEM`.
 */
export async function recordAccountTrouble(
  tx: Tx,
  { product_id: productId, provider }: Pick<ProviderRow, 'product_id' | 'provider'>,
  error: string,
  now: Date,
): Promise<void> {
  await sql`
    update message_providers set failures = greatest(failures, 1), last_error = ${error},
      failing_since = coalesce(failing_since, ${now})
    where product_id = ${productId} and provider = ${provider}`.execute(tx);
}

/** The provider answered: everything that waits for it can be sent. Runs as `SYSTEM`. */
async function recordProviderAnswer(tx: Tx, { product_id: productId, provider }: ProviderRow): Promise<void> {
  await tx
    .updateTable('message_providers')
    .set({ last_error: null, failing_since: null, failures: 0, retry_at: null })
    .where('product_id', '=', productId)
    .where('provider', '=', provider)
    .where('failures', '>', 0)
    .execute();
}

/**
 * The provider did not answer: retries with exponential backoff, by one message at a time. Messages that were under way
 * together fail together and count as one failure. Runs as `SYSTEM`.
 */
async function recordProviderTrouble(tx: Tx, row: ProviderRow, error: string, now: Date): Promise<void> {
  await sql`
    update message_providers set failures = failures + 1, last_error = ${error},
      failing_since = coalesce(failing_since, ${now}),
      retry_at = ${now}::timestamptz + least(${LONGEST_PAUSE_MS}::bigint,
        ${FIRST_PAUSE_MS}::bigint * (1::bigint << least(failures, 10))) * interval '1 millisecond'
    where product_id = ${row.product_id} and provider = ${row.provider}
      and (retry_at is null or retry_at <= ${now})`.execute(tx);
}
