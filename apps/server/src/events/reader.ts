import type { EventName } from '@munjigi/contract';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { SYSTEM, type Database, type Tx } from '../db/index.ts';

/**
 * A place in the stream of events: the transaction and the event's number in it. Event numbers are given before the commit,
 * so a lower one can become visible after a higher one. A place therefore only moves up to the oldest transaction that is
 * still under way: nothing can appear behind it any more.
 */
export interface Cursor {
  readonly tx: bigint;
  readonly id: number;
}

export interface StoredEvent {
  readonly cursor: Cursor;
  readonly productId: string;
  readonly storeId: string | null;
  readonly name: EventName;
  readonly data: unknown;
}

export interface EventReader {
  /** Calls back for every event from now on, in order. Returns what ends it. */
  subscribe(listener: (event: StoredEvent) => void): () => void;
  /** How far this process has read. */
  position(): Cursor;
  /** What came after the place, oldest first, up to where this process has read; `null` when it is no longer kept. */
  since(place: Cursor): Promise<StoredEvent[] | null>;
  close(): Promise<void>;
}

export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,19})\.(\d{1,15})$/.exec(text);
  return match ? { tx: BigInt(match[1] ?? ''), id: Number(match[2]) } : null;
}

const PAGE = 500;

export async function startEventReader(db: Database, log: FastifyBaseLogger): Promise<EventReader> {
  const listeners = new Set<(event: StoredEvent) => void>();
  let position = await db.withActor(SYSTEM, placeNow);
  let isReading = false;
  let readAgain = false;
  let isClosed = false;
  let later: NodeJS.Timeout | undefined;

  async function readOn(): Promise<void> {
    if (isReading) {
      readAgain = true;
      return;
    }
    isReading = true;
    clearTimeout(later);
    // Even with no call at all a look now and then: a NOTIFY can be lost with its connection.
    let pauseMs = 1000;
    try {
      do {
        readAgain = false;
        const { events, isHeldBack } = await db.withActor(SYSTEM, (tx) => readAfter(tx, position));
        for (const event of events) {
          position = event.cursor;
          for (const listener of listeners) deliver(listener, event);
        }
        if (events.length === PAGE) readAgain = true;
        // An older transaction is still under way; its end makes no call of its own.
        if (isHeldBack) pauseMs = 5;
      } while (readAgain && !isClosed);
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'events could not be read');
    } finally {
      isReading = false;
      if (!isClosed) later = setTimeout(wake, pauseMs);
    }
  }
  function wake(): void {
    readOn().catch((error: unknown) => log.error({ err: error }, 'the event reader failed'));
  }
  function deliver(listener: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      listener(event);
    } catch (error) {
      log.error({ err: error, event: event.name }, 'a subscriber failed');
    }
  }

  const listening = await db.listen('munjigi_events', wake, (error) => log.error({ err: error }, 'the event connection broke'));
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    position: () => position,
    async since(place) {
      const upTo = position;
      const found: StoredEvent[] = [];
      return db.withActor(SYSTEM, async (tx) => {
        if (!(await isKept(tx, place))) return null;
        for (let from = place; ; ) {
          const page = await readEvents(tx, from);
          for (const event of page) if (isAtMost(event.cursor, upTo)) found.push(event);
          const last = page.at(-1);
          if (page.length < PAGE || !last || !isAtMost(last.cursor, upTo)) return found;
          from = last.cursor;
        }
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(later);
      await listening.close();
    },
  };
}

export function isAtMost(a: Cursor, b: Cursor): boolean {
  return a.tx < b.tx || (a.tx === b.tx && a.id <= b.id);
}

/** The place behind which nothing can appear any more. */
export async function placeNow(tx: Tx): Promise<Cursor> {
  const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(tx);
  return { tx: BigInt(rows[0]?.xmin ?? '1') - 1n, id: Number.MAX_SAFE_INTEGER };
}

async function isKept(tx: Tx, place: Cursor): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select ${place.tx.toString()}::xid8 >= tx and ${place.tx.toString()}::xid8 < pg_snapshot_xmax(pg_current_snapshot()) as kept
    from events_floor`.execute(tx);
  return rows[0]?.kept ?? false;
}

interface EventRow {
  tx: string;
  id: number;
  product_id: string;
  store_id: string | null;
  name: EventName;
  data: unknown;
}

/** Whether the place is one that this database has not come to: it was restored from a backup, and counts its transactions anew. */
export async function isAhead(tx: Tx, place: Cursor): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`select ${place.tx.toString()}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as ahead`.execute(tx);
  return rows[0]?.ahead ?? false;
}

/** A page of what came after the place, oldest first, of every product: for who keeps a place of his own. */
export async function readEvents(tx: Tx, after: Cursor): Promise<StoredEvent[]> {
  const { rows } = await sql<EventRow>`
    select tx::text, id, product_id, store_id, name, data from events
    where (tx, id) > (${after.tx.toString()}::xid8, ${String(after.id)}::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
    order by events.tx, events.id limit ${PAGE}`.execute(tx);
  return rows.map((row) => ({
    cursor: { tx: BigInt(row.tx), id: row.id },
    productId: row.product_id,
    storeId: row.store_id,
    name: row.name,
    data: row.data,
  }));
}

async function readAfter(tx: Tx, after: Cursor): Promise<{ events: StoredEvent[]; isHeldBack: boolean }> {
  const events = await readEvents(tx, after);
  return { events, isHeldBack: events.length < PAGE && (await waits(tx)) };
}

/** Whether an event is visible whose turn has not come. */
async function waits(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    -- By the newest one alone: a look through all of them is what the planner prefers while it has not counted them.
    select coalesce((select tx from events order by tx desc, id desc limit 1) >= pg_snapshot_xmin(pg_current_snapshot()), false) as waits`.execute(tx);
  return rows[0]?.waits ?? false;
}
