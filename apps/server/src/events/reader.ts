import type { FastifyBaseLogger } from 'fastify';
import { SYSTEM, type Database } from '../db/index.ts';
import {
  countMissedEvents,
  findPlaceFault,
  readMissedEvents,
  type EventScope,
  type PlaceFault,
  type StreamPlace,
} from './catch-up.ts';
import {
  readLastPosition,
  selectEventsAfter,
  toStoredEvent,
  type PositionRange,
  type StoredEvent,
} from './positions.ts';
import { startSequencer } from './sequencer.ts';

export interface EventReader {
  /** Calls back for every new event, in order. Returns the function that unsubscribes. */
  subscribe(listener: (event: StoredEvent) => void): () => void;
  /** The position up to which this process has read. */
  position(): number;
  /** How many positions this process knows of and has not read yet. */
  unread(): number;
  /** The history to which the positions belong. */
  readonly epoch: string;
  /** Why a browser cannot resume from this place; `null` when it can. */
  findPlaceFault(place: StreamPlace): Promise<PlaceFault | null>;
  /** How many events of the scope lie between two positions: exact up to `atMost`, `atMost + 1` for more. */
  countMissed(scope: EventScope, range: PositionRange, atMost: number): Promise<number>;
  /** The first events of the scope between two positions, oldest first. */
  readMissed(scope: EventScope, range: PositionRange, limit: number): Promise<StoredEvent[]>;
  close(): Promise<void>;
}

const PAGE = 500;
const RETRY_MS = 1000;

/** Reads new events in order, from a position on, and delivers each to all subscribers. */
class EventDelivery {
  private readonly db: Database;
  private readonly log: Pick<FastifyBaseLogger, 'error'>;
  private readonly listeners = new Set<(event: StoredEvent) => void>();
  private lastRead: number;
  private target: number;
  private reading: Promise<void> | null = null;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'error'>, position: number) {
    this.db = db;
    this.log = log;
    this.lastRead = position;
    this.target = position;
  }

  get unread(): number {
    return Math.max(0, this.target - this.lastRead);
  }

  /** How far it has read. */
  get position(): number {
    return this.lastRead;
  }

  subscribe(listener: (event: StoredEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads up to this position. */
  advance(lastPosition: number): void {
    this.target = Math.max(this.target, lastPosition);
    if (this.isClosed || this.reading || this.lastRead >= this.target) return;
    clearTimeout(this.retry);
    this.retry = undefined;
    this.reading = this.readToTarget()
      .catch((error: unknown) => {
        if (this.isClosed) return;
        this.log.error({ err: error }, 'events could not be read');
        this.retry = setTimeout(() => this.advance(this.target), RETRY_MS);
      })
      .finally(() => {
        this.reading = null;
        if (this.lastRead < this.target && this.retry === undefined) this.advance(this.target);
      });
  }

  /** Starts no further query. */
  stop(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
  }

  /** Waits for the query that is under way. */
  async finish(): Promise<void> {
    await this.reading;
  }

  private async readToTarget(): Promise<void> {
    while (this.lastRead < this.target && !this.isClosed) {
      // All positions up to here are visible already. The target can advance during the query.
      const upTo = this.target;
      const rows = await this.db.doAtOnce(SYSTEM, selectEventsAfter(this.lastRead, PAGE));
      for (const row of rows) {
        this.lastRead = row.position;
        const event = toStoredEvent(row);
        for (const listener of this.listeners) this.deliver(listener, event);
      }
      // The missing events up to there were already deleted: this process was stopped for a day.
      if (rows.length < PAGE) this.lastRead = Math.max(this.lastRead, upTo);
    }
  }

  private deliver(listener: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.log.error({ err: error, event: event.name }, 'a subscriber failed');
    }
  }
}

/** Follows the event stream for this process, and assigns positions to the events that this process commits. */
export async function startEventReader(db: Database, log: Pick<FastifyBaseLogger, 'error'>): Promise<EventReader> {
  const start = await db.withActor(SYSTEM, async (tx) => ({
    position: await readLastPosition(tx),
    ...(await tx.selectFrom('event_sequence').select('epoch').executeTakeFirstOrThrow()),
  }));
  const delivery = new EventDelivery(db, log, start.position);
  const advance = (lastPosition: number) => delivery.advance(lastPosition);
  const sequencer = startSequencer({ db, log, onSequenced: advance });
  const stopWaking = db.onAnnouncedCommit(sequencer.wake);
  // The payload is the newest position. After a reconnection the payload is missing: the sequencer reports the position.
  const onNotify = (payload?: string) => (payload === undefined ? sequencer.wake() : advance(Number(payload)));
  const listening = await db.listen('munjigi_events', onNotify, (error) =>
    log.error({ err: error }, 'the event connection broke'),
  );
  return {
    subscribe: (listener) => delivery.subscribe(listener),
    position: () => delivery.position,
    unread: () => delivery.unread,
    epoch: start.epoch,
    findPlaceFault: (place) => findPlaceFault(db, place),
    countMissed: (scope, range, atMost) => countMissedEvents(db, scope, range, atMost),
    readMissed: (scope, range, limit) => readMissedEvents(db, scope, range, limit),
    async close() {
      delivery.stop();
      stopWaking();
      await sequencer.close();
      await listening.close();
      await delivery.finish();
    },
  };
}
