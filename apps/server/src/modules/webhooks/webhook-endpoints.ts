import { randomBytes } from 'node:crypto';
import type { BodyOf, createWebhookEndpoint, editWebhookEndpoint, WebhookEndpoint } from '@munjigi/contract';
import { sql, type UpdateObject } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Tables, Tx } from '../../db/index.ts';
import { EVENT_POSITION_NOW } from '../../events/index.ts';
import { invalidInput, notFound, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { resetPeer } from '../../jobs/index.ts';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../sealing/sealing.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import { toEndpoint, toEndpoints, type EndpointRow } from './webhook-endpoints.sql.ts';
import { SECRET_PREFIX } from './webhook-send.ts';

export interface WebhookDeps {
  readonly clock: Clock;
  readonly seal: Seal;
  readonly addresses: WebhookAddresses;
}

/** Per product. */
const MOST_ENDPOINTS = 20;
/** How long the previous secret stays valid after a renewal. */
const PREVIOUS_SECRET_MS = 24 * 3600_000;

/** Encrypts the secrets, so that the database alone reveals none. */
export function webhookSeal(serverSecret: string): Seal {
  return sealWith(keyFor(serverSecret, 'munjigi outgoing webhooks'));
}

export function sealedWebhookSecrets(serverSecret: string): SealedSample {
  const rows =
    'select id::text as place, secret as sealed from webhook_endpoints where removed_at is null order by id desc limit 50';
  return { what: 'secrets of outgoing webhooks', rows, seal: webhookSeal(serverSecret) };
}

/**
 * Creates an endpoint. The reply contains its secret, and the database stores it encrypted. Only later events are sent.
 */
export async function createEndpoint(
  { seal, addresses }: WebhookDeps,
  work: UnitOfWork,
  { url, description, types }: BodyOf<typeof createWebhookEndpoint>,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { tx, clock, actor } = work;
  refuseAddress(addresses, url);
  // The lock serialises concurrent requests, so that they respect the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.productId}, 40))`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MOST_ENDPOINTS)
    throw invalidInput([{ path: 'url', code: 'too_many', message: `There are ${MOST_ENDPOINTS} already` }]);
  const [id, now, secret] = [uuidv7(), clock.now(), newSecret()];
  const row = await tx
    .insertInto('webhook_endpoints')
    .values({
      product_id: actor.productId,
      id,
      url,
      description,
      types: [...types],
      secret: seal.seal(secret, id),
      previous_secret: null,
      previous_until: null,
      created_at: now,
      changed_at: now,
      changed_by_name: actor.name,
      last_delivered_at: null,
      failing_since: null,
      removed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEndpoint(work, 'webhook-endpoint.created', row, { url, types });
  return { endpoint: toEndpoint(row), secret };
}

/** Throws STALE for another version. An endpoint that is switched on again gets only later events. */
export async function editEndpoint(
  { addresses }: WebhookDeps,
  work: UnitOfWork,
  endpointId: string,
  body: BodyOf<typeof editWebhookEndpoint>,
): Promise<WebhookEndpoint> {
  const { tx } = work;
  const before = await lockedEndpoint(tx, endpointId, body.version);
  if (body.url !== undefined) refuseAddress(addresses, body.url);
  const isOn = body.isEnabled ?? before.state === 'ENABLED';
  const row = await updateEndpoint(work, before, {
    url: body.url ?? before.url,
    description: body.description ?? before.description,
    types: body.types ? [...body.types] : before.types,
    state: isOn ? 'ENABLED' : body.isEnabled === false ? 'DISABLED' : before.state,
    ...(isOn && before.state !== 'ENABLED' && { after_position: EVENT_POSITION_NOW, failing_since: null }),
  });
  // A new address or a manual switch ends the suspension: the endpoint may answer again.
  if (row.url !== before.url || row.state !== before.state) await resetPeer(tx, endpointId);
  const auditFields = ({ url, description, types, state }: EndpointRow) => ({ url, description, types, state });
  await recordEndpoint(work, 'webhook-endpoint.edited', row, { before: auditFields(before), after: auditFields(row) });
  return shownEndpoint(tx, row);
}

export async function renewSecret(
  { seal }: WebhookDeps,
  work: UnitOfWork,
  endpointId: string,
  version: number,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { tx, clock } = work;
  const before = await lockedEndpoint(tx, endpointId, version);
  const secret = newSecret();
  const row = await updateEndpoint(work, before, {
    secret: seal.seal(secret, endpointId),
    previous_secret: before.secret,
    previous_until: new Date(clock.now().getTime() + PREVIOUS_SECRET_MS),
  });
  await recordEndpoint(work, 'webhook-endpoint.secret-renewed', row, {});
  return { endpoint: await shownEndpoint(tx, row), secret };
}

/** Removes an endpoint. Its pending deliveries are dropped when they become due. */
export async function removeEndpoint(work: UnitOfWork, endpointId: string): Promise<WebhookEndpoint> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const row = await tx
    .updateTable('webhook_endpoints')
    .set((eb) => ({
      removed_at: now,
      changed_at: now,
      changed_by_name: actor.name,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', endpointId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await resetPeer(tx, endpointId);
  await recordEndpoint(work, 'webhook-endpoint.removed', row, { url: row.url });
  return toEndpoint(row);
}

/** Updates an endpoint that the transaction has locked, with its version, the time and the person. */
function updateEndpoint(
  { tx, clock, actor }: UnitOfWork,
  { id, version }: EndpointRow,
  set: UpdateObject<Tables, 'webhook_endpoints'>,
): Promise<EndpointRow> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ ...set, changed_at: clock.now(), changed_by_name: actor.name, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function lockedEndpoint(tx: Tx, endpointId: string, version: number): Promise<EndpointRow> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.version !== version) throw staleProblem(await shownEndpoint(tx, row));
  return row;
}

async function shownEndpoint(tx: Tx, row: EndpointRow): Promise<WebhookEndpoint> {
  const [shown] = await toEndpoints(tx, [row]);
  return shown ?? toEndpoint(row);
}

/** Names are resolved at the time of sending, because they may change until then. */
function refuseAddress(addresses: WebhookAddresses, url: string): void {
  const fault = addresses.faultOf(url);
  if (fault !== null)
    throw invalidInput([{ path: 'url', code: fault.toLowerCase(), message: 'This address is not called' }]);
}

function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}

function recordEndpoint(
  work: UnitOfWork,
  action: AuditRecord['action'],
  { id }: EndpointRow,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordChange(work, { storeId: null, action, subject: { kind: 'webhook-endpoint', id }, detail });
}
