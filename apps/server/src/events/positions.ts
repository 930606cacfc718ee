import type { EventData, EventName } from '@munjigi/contract';
import { sql } from 'kysely';
import { statement, type Sendable, type Tx } from '../db/index.ts';

/**
 * Committed events have consecutive positions (decision 044). Positions become visible in order, so a reader that
 * continues after the last one that it has seen skips nothing.
 */
export type StoredEvent = { [N in EventName]: StoredEventOf<N> }[EventName];

interface StoredEventOf<N extends EventName> {
  readonly position: number;
  /** Never assigned twice, not even after a restore. */
  readonly id: number;
  readonly productId: string;
  readonly storeId: string | null;
  readonly name: N;
  readonly data: EventData<N>;
}

/** Positions after the first one, up to and including the second. */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

export type EventRow = { [N in EventName]: EventRowOf<N> }[EventName];

interface EventRowOf<N extends EventName> {
  position: number;
  id: number;
  product_id: string;
  store_id: string | null;
  name: N;
  data: EventData<N>;
}

export function toStoredEvent({
  position,
  id,
  product_id: productId,
  store_id: storeId,
  ...event
}: EventRow): StoredEvent {
  return { position, id, productId, storeId, ...event };
}

/** A page of events of every product, oldest first. */
export function selectEventsAfter(position: number, limit: number): Sendable<EventRow> {
  return statement<EventRow>`
    select position, id, product_id, store_id, name, data from events where position > ${position} order by position
      limit ${limit}`;
}

interface EventSelection {
  /** `null`: events of every product. */
  readonly productId: string | null;
  readonly names: readonly string[];
  readonly after: number;
  readonly limit: number;
}

/** The events of these names after a position, oldest first, and the position up to which the list is complete. */
export async function readEventsOf(
  tx: Tx,
  { productId, names, after, limit }: EventSelection,
): Promise<{ events: StoredEvent[]; upTo: number }> {
  // Read first, because all positions up to it are visible to the following statements.
  const last = await readLastPosition(tx);
  const ofProduct = productId === null ? sql`true` : sql`product_id = ${productId}`;
  const { rows } = await sql<EventRow>`
    select position, id, product_id, store_id, name, data from events
    where ${ofProduct} and position > ${after} and position <= ${last} and name = any (${names}::text[])
    order by position limit ${limit}`.execute(tx);
  const events = rows.map(toStoredEvent);
  return { events, upTo: events.length < limit ? Math.max(after, last) : (events.at(-1)?.position ?? after) };
}

export async function readLastPosition(tx: Tx): Promise<number> {
  const { last_position: last } = await tx
    .selectFrom('event_sequence')
    .select('last_position')
    .executeTakeFirstOrThrow();
  return last;
}

/** A position after every event that is committed now, and before those that commit later. */
export const EVENT_POSITION_NOW = sql<number>`event_position_now()`;

export async function readPositionNow(tx: Tx): Promise<number> {
  const { rows } = await sql<{ position: number }>`select ${EVENT_POSITION_NOW} as position`.execute(tx);
  return rows[0]?.position ?? 0;
}
