import { WEBHOOK_TYPES } from '@munjigi/contract';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { followEvents, isAhead, placeNow, readEvents, type EventReader, type Following, type StoredEvent } from '../../events/index.ts';
import { enqueue } from '../../jobs/index.ts';
import type { EndpointRow } from './webhook-endpoints.sql.ts';

interface SpreadDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventReader;
}

export const DELIVER = 'webhooks.deliver';

/** Makes deliveries of events: each once for each endpoint that wants it, whichever process does it. */
export function startSpreading({ db, clock, log, events }: SpreadDeps): Following {
  return followEvents({ events, log, names: WEBHOOK_TYPES, what: 'webhooks could not be made of events', step: () => spreadSome(db, clock) });
}

/** One page for each endpoint. Who comes while another is at it waits, and sees what came meanwhile. Resolves with whether there may be more. */
async function spreadSome(db: Database, clock: Clock): Promise<boolean> {
  return db.withActor(SYSTEM, async (tx) => {
    const endpoints = await tx.selectFrom('webhook_endpoints').selectAll().where('state', '=', 'ENABLED').where('removed_at', 'is', null).orderBy('id').forUpdate().execute();
    let isMore = false;
    for (const endpoint of endpoints) isMore = (await spreadTo(tx, clock, endpoint)) || isMore;
    return isMore;
  });
}

async function spreadTo(tx: Tx, clock: Clock, endpoint: EndpointRow): Promise<boolean> {
  const place = { tx: BigInt(endpoint.after_tx), id: endpoint.after_id };
  // In a database that was restored nothing would come for as long as its transactions have not caught up.
  if (await isAhead(tx, place)) {
    await moveTo(tx, endpoint, await placeNow(tx));
    return false;
  }
  const page = await readEvents(tx, place);
  const last = page.at(-1);
  if (last === undefined) return false;
  const wanted = page.filter((event) => event.productId === endpoint.product_id && endpoint.types.includes(event.name));
  await moveTo(tx, endpoint, last.cursor);
  for (const event of wanted) await addDelivery(tx, clock, endpoint, messageOf(event, clock.now()));
  return true;
}

async function moveTo(tx: Tx, { id }: EndpointRow, place: { readonly tx: bigint; readonly id: number }): Promise<void> {
  await tx.updateTable('webhook_endpoints').set({ after_tx: place.tx.toString(), after_id: place.id }).where('id', '=', id).execute();
}

interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

function messageOf({ cursor, name, data, storeId }: StoredEvent, at: Date): Message {
  return { id: `msg_${cursor.id}`, type: name, body: JSON.stringify({ type: name, timestamp: at.toISOString(), storeId, data }) };
}

/** Puts it in to be sent. The same message to the same endpoint twice is one: resolves with its id, or `null`. */
export async function addDelivery(tx: Tx, clock: Clock, endpoint: Pick<EndpointRow, 'product_id' | 'id'>, { id: messageId, type, body }: Message): Promise<string | null> {
  const now = clock.now();
  const made = await tx
    .insertInto('webhook_deliveries')
    .values({ product_id: endpoint.product_id, id: uuidv7(), endpoint_id: endpoint.id, message_id: messageId, type, body, created_at: now, next_at: now, ended_at: null })
    .onConflict((it) => it.columns(['endpoint_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  await enqueueTry(tx, { id: made.id, round: 1, attempts: 0 }, now);
  return made.id;
}

/** One job for each try: one that was done before a crash is not done again under the same number. */
export async function enqueueTry(tx: Tx, { id, round, attempts }: { readonly id: string; readonly round: number; readonly attempts: number }, dueAt: Date): Promise<void> {
  await enqueue(tx, { kind: DELIVER, payload: { id, round, attempts }, dueAt, dedupeKey: `${id}.${round}.${attempts}` });
}

export async function sweepDeliveries(db: Database, before: Date): Promise<void> {
  await db.withActor(SYSTEM, (tx) => sql`delete from webhook_deliveries where ended_at < ${before}`.execute(tx));
}
