import { WEBHOOK_TYPES } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { deleteInPages, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import {
  followEvents,
  readNextEvents,
  type EventConsumerDeps,
  type Following,
  type StoredEvent,
} from '../../events/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import type { EndpointRow } from './webhook-endpoints.sql.ts';

export const DELIVER = 'webhooks.deliver';

/** Creates deliveries from events: once for each endpoint that subscribes to the type, across all processes. */
export function startWebhookSpread({ db, clock, log, events }: EventConsumerDeps): Following {
  return followEvents({
    events,
    log,
    names: WEBHOOK_TYPES,
    what: 'webhooks could not be made of events',
    step: () => spreadSome(db, clock),
  });
}

/** The most endpoints of one call, and the most events of a page. */
const MOST_ENDPOINTS = 100;
const PAGE = 100;
/** An endpoint without matching events is moved forward at this lag, which keeps the search for its events short. */
const MOST_LAG = 1000;

/**
 * Processes one page for each endpoint with pending events, in a transaction each. Returns whether there may be more.
 */
async function spreadSome(db: Database, clock: Clock): Promise<boolean> {
  const waiting = await db.withActor(SYSTEM, findWaiting);
  let isMore = waiting.length === MOST_ENDPOINTS;
  for (const id of waiting) isMore = (await db.withActor(SYSTEM, (tx) => spreadTo(tx, clock, id))) || isMore;
  return isMore;
}

async function findWaiting(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook_endpoints w, event_sequence s
    where w.state = 'ENABLED' and w.removed_at is null and (
      w.after_position < s.last_position - ${MOST_LAG} or w.after_position > (select event_position_now()) or exists (
        select from events e where e.product_id = w.product_id and e.position > w.after_position
          and e.name = any (w.types)))
    order by w.after_position, w.id limit ${MOST_ENDPOINTS}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A concurrent call for the same endpoint waits for the lock and then reads the current state. */
async function spreadTo(tx: Tx, clock: Clock, id: string): Promise<boolean> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'ENABLED')
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return false;
  const { events, isMore } = await readNextEvents(tx, {
    productId: endpoint.product_id,
    names: endpoint.types,
    after: endpoint.after_position,
    limit: PAGE,
    savePosition: async (position) => {
      await tx.updateTable('webhook_endpoints').set({ after_position: position }).where('id', '=', id).execute();
    },
  });
  for (const event of events) await addDelivery(tx, clock, endpoint, messageOf(event, clock.now()));
  return isMore;
}

interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

function messageOf({ id, name, data, storeId }: StoredEvent, at: Date): Message {
  return {
    id: `msg_${id}`,
    type: name,
    body: JSON.stringify({ type: name, timestamp: at.toISOString(), storeId, data }),
  };
}

/** Adds a delivery and its first job. Returns its id, or `null` when the endpoint already has the message. */
export async function addDelivery(
  tx: Tx,
  clock: Clock,
  endpoint: Pick<EndpointRow, 'product_id' | 'id'>,
  { id: messageId, type, body }: Message,
): Promise<string | null> {
  const now = clock.now();
  const inserted = await tx
    .insertInto('webhook_deliveries')
    .values({
      product_id: endpoint.product_id,
      id: uuidv7(),
      endpoint_id: endpoint.id,
      message_id: messageId,
      type,
      body,
      created_at: now,
      next_at: now,
      ended_at: null,
    })
    .onConflict((builder) => builder.columns(['endpoint_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await enqueueTry(tx, { id: inserted.id, round: 1, attempts: 0 }, now);
  return inserted.id;
}

/** One job per attempt, by dedupe key, so that a repeated job after a crash is ignored. */
export async function enqueueTry(
  tx: Tx,
  { id, round, attempts }: { readonly id: string; readonly round: number; readonly attempts: number },
  dueAt: Date,
): Promise<void> {
  await enqueueJob(tx, {
    kind: DELIVER,
    payload: { id, round, attempts },
    dueAt,
    dedupeKey: `${id}.${round}.${attempts}`,
  });
}

export async function sweepDeliveries(db: Database, before: Date): Promise<void> {
  await deleteInPages(db, { table: 'webhook_deliveries', where: sql`ended_at < ${before}` });
}
