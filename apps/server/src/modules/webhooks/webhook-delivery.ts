import { MOST_REPLAYED, type WebhookDelivery, type WebhookTry } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { allowProbe, findSuspensions, type PeerOutcome } from '../../jobs/index.ts';
import { recordChange } from '../audit/index.ts';
import type { PostResult } from './guarded-request.ts';
import type { WebhookDeps } from './webhook-endpoints.ts';
import { toWebhookDelivery, type DeliveryRow, type EndpointRow } from './webhook-endpoints.sql.ts';
import { sendWebhook } from './webhook-send.ts';
import { addDelivery, enqueueTry } from './webhook-spread.ts';

/** The pauses after failed attempts. The last attempt is more than three days after the first. */
const PAUSES_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const KEPT_TRIES = 10;
const GONE = 410;

const payload = z.object({ id: z.uuid(), round: z.number(), attempts: z.number() });

export interface WebhookSendDeps extends WebhookDeps {
  readonly db: Database;
  /** The timeout of a receiver. */
  readonly timeoutMs: number;
}

/**
 * Makes one attempt of a delivery. An attempt that was already made is skipped, so a repeated job sends nothing, except
 * after a crash between sending and saving.
 */
export async function attemptDelivery(deps: WebhookSendDeps, jobPayload: unknown): Promise<PeerOutcome> {
  const job = payload.parse(jobPayload);
  const found = await deps.db.withActor(SYSTEM, (tx) => findDue(deps, tx, job));
  if (!found) return null;
  const { delivery, endpoint, secrets } = found;
  const startedAt = performance.now();
  const result = await sendWebhook(
    deps.addresses,
    { url: endpoint.url, messageId: delivery.message_id, body: delivery.body, secrets, at: deps.clock.now() },
    deps.timeoutMs,
  );
  const ms = Math.round(performance.now() - startedAt);
  await deps.db.withActor(SYSTEM, (tx) => keepResult(deps, tx, delivery, { ...result, ms }));
  return result.error === 'TIMEOUT' ? 'TIMED_OUT' : 'ANSWERED';
}

async function findDue({ clock, seal }: WebhookSendDeps, tx: Tx, { id, round, attempts }: z.infer<typeof payload>) {
  const delivery = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (delivery?.state !== 'PENDING' || delivery.round !== round || delivery.attempts !== attempts) return null;
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .executeTakeFirstOrThrow();
  if (endpoint.state !== 'ENABLED' || endpoint.removed_at !== null) {
    await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'DROPPED', ended_at: clock.now(), next_at: null })
      .where('id', '=', id)
      .execute();
    return null;
  }
  const isPreviousGood = endpoint.previous_until !== null && endpoint.previous_until > clock.now();
  const sealed = [endpoint.secret, ...(isPreviousGood && endpoint.previous_secret ? [endpoint.previous_secret] : [])];
  const secrets = sealed.map((bytes) => seal.open(bytes, endpoint.id)).filter((text) => text !== null);
  if (secrets.length === 0) throw new Error('The secret of a webhook endpoint was sealed with another TOKEN_SECRET');
  return { delivery, endpoint, secrets };
}

/** The answer of the receiver, with the duration of the request. */
interface TimedResult extends PostResult {
  readonly ms: number;
}

async function keepResult(
  { clock }: WebhookSendDeps,
  tx: Tx,
  before: DeliveryRow,
  { status, error, ms }: TimedResult,
): Promise<void> {
  const now = clock.now();
  const isThrough = status !== null && status >= 200 && status < 300;
  const attempts = before.attempts + 1;
  const pause = PAUSES_SECONDS[attempts - 1];
  const state = isThrough ? 'DELIVERED' : pause === undefined || status === GONE ? 'FAILED' : 'PENDING';
  const nextAt = state === 'PENDING' ? new Date(now.getTime() + (pause ?? 0) * 1000) : null;
  const tried: WebhookTry = { at: now.toISOString(), ms, status, error };
  const stored = await tx
    .updateTable('webhook_deliveries')
    .set({
      state,
      attempts,
      next_at: nextAt,
      ended_at: state === 'PENDING' ? null : now,
      tries: JSON.stringify([tried, ...before.tries].slice(0, KEPT_TRIES)),
    })
    .where('id', '=', before.id)
    .where('state', '=', 'PENDING')
    .where('round', '=', before.round)
    .where('attempts', '=', before.attempts)
    .returning('id')
    .executeTakeFirst();
  if (!stored) return; // The delivery was replayed meanwhile, or attempted twice.
  if (nextAt) await enqueueTry(tx, { id: before.id, round: before.round, attempts }, nextAt);
  if (isThrough)
    await tx
      .updateTable('webhook_endpoints')
      .set({ last_delivered_at: now, failing_since: null })
      .where('id', '=', before.endpoint_id)
      .execute();
  else
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: now })
      .where('id', '=', before.endpoint_id)
      .where('failing_since', 'is', null)
      .execute();
  if (state === 'FAILED') await switchOffFailing(tx, before, status === GONE);
  if (error === 'TIMEOUT') await switchOffSilent(tx, before, now);
}

/** Switches off an endpoint that answers 410, or that received nothing since the failed message was created. */
async function switchOffFailing(
  tx: Tx,
  { endpoint_id: endpointId, created_at: since }: DeliveryRow,
  isGone: boolean,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ state: 'FAILING', version: eb('version', '+', 1) }))
    .where('id', '=', endpointId)
    .where('state', '=', 'ENABLED')
    .$if(!isGone, (updateQueryBuilder) =>
      updateQueryBuilder.where((row) =>
        row.or([row('last_delivered_at', 'is', null), row('last_delivered_at', '<', since)]),
      ),
    )
    .execute();
}

/**
 * Switches off a suspended endpoint after a failing period as long as all attempts take: it is tried too rarely for one
 * delivery to reach its last attempt.
 */
async function switchOffSilent(tx: Tx, { endpoint_id: endpointId }: DeliveryRow, now: Date): Promise<void> {
  if (!(await findSuspensions(tx, [endpointId])).has(endpointId)) return;
  const allTriesSeconds = PAUSES_SECONDS.reduce((sum, seconds) => sum + seconds, 0);
  await tx
    .updateTable('webhook_endpoints')
    .set((row) => ({ state: 'FAILING', version: row('version', '+', 1) }))
    .where('id', '=', endpointId)
    .where('state', '=', 'ENABLED')
    .where('failing_since', '<', new Date(now.getTime() - allTriesSeconds * 1000))
    .execute();
}

/** Starts the delivery again, with the same id and body. */
export async function replayDelivery(work: UnitOfWork, deliveryId: string): Promise<WebhookDelivery> {
  const { tx, clock } = work;
  const now = clock.now();
  const before = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw notFound();
  await presentEndpoint(tx, before.endpoint_id);
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'PENDING', attempts: 0, round: before.round + 1, next_at: now, ended_at: null })
    .where('id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueTry(tx, row, now);
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'webhook-delivery.replayed',
    subject: { kind: 'webhook-delivery', id: deliveryId },
    detail: { messageId: row.message_id, type: row.type },
  });
  return toWebhookDelivery(row);
}

/** Replays failed and dropped deliveries, oldest first. Two concurrent calls replay each delivery once. */
export async function replayDeliveries(
  work: UnitOfWork,
  endpointId: string,
  since: string,
): Promise<{ replayed: number; remaining: number }> {
  const { tx, clock } = work;
  const now = clock.now();
  await presentEndpoint(tx, endpointId);
  const ended = tx
    .selectFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('created_at', '>=', new Date(since))
    .where('state', 'in', ['FAILED', 'DROPPED']);
  const page = await ended.select('id').orderBy('id').limit(MOST_REPLAYED).forUpdate().execute();
  if (page.length === 0) return { replayed: 0, remaining: 0 };
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'PENDING',
      attempts: 0,
      round: eb('round', '+', 1),
      next_at: now,
      ended_at: null,
    }))
    .where(
      'id',
      'in',
      page.map(({ id }) => id),
    )
    .returning(['id', 'round', 'attempts'])
    .execute();
  for (const row of rows) await enqueueTry(tx, row, now);
  const { remaining } = await ended.select((eb) => eb.fn.countAll<number>().as('remaining')).executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'webhook-endpoint.replayed',
    subject: { kind: 'webhook-endpoint', id: endpointId },
    detail: { since, count: rows.length },
  });
  return { replayed: rows.length, remaining };
}

/** Sends a test message without content. */
export async function testEndpoint(
  { tx, clock, actor }: UnitOfWork,
  endpointId: string,
  type: string,
): Promise<WebhookDelivery> {
  await presentEndpoint(tx, endpointId);
  await allowProbe(tx, endpointId, clock.now());
  const body = JSON.stringify({
    type,
    timestamp: clock.now().toISOString(),
    storeId: null,
    data: { endpointId, sentBy: actor.name },
  });
  const id = await addDelivery(
    tx,
    clock,
    { product_id: actor.productId, id: endpointId },
    { id: `msg_test_${uuidv7()}`, type, body },
  );
  return toWebhookDelivery(
    await tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

async function presentEndpoint(tx: Tx, endpointId: string): Promise<void> {
  const endpoint: Pick<EndpointRow, 'state'> | undefined = await tx
    .selectFrom('webhook_endpoints')
    .select('state')
    .where('id', '=', endpointId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!endpoint) throw notFound();
  if (endpoint.state !== 'ENABLED') throw new Problem('STATE_NOT_ALLOWED');
}
