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
  /** How far this process has read. */
  position(): number;
  /** The history that the positions belong to. */
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

/** Follows the event stream for this process, and assigns positions to the events that this process commits. */
export async function startEventReader(db: Database, log: Pick<FastifyBaseLogger, 'error'>): Promise<EventReader> {
  const listeners = new Set<(event: StoredEvent) => void>();
  const start = await db.withActor(SYSTEM, async (tx) => ({
    position: await readLastPosition(tx),
    ...(await tx.selectFrom('event_sequence').select('epoch').executeTakeFirstOrThrow()),
  }));
  let { position } = start;
  let target = position;
  let reading: Promise<void> | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function readToTarget(): Promise<void> {
    while (position < target && !isClosed) {
      // Every position up to here is visible already. The target can move on during the query.
      const upTo = target;
      const rows = await db.doAtOnce(SYSTEM, selectEventsAfter(position, PAGE));
      for (const row of rows) {
        position = row.position;
        const event = toStoredEvent(row);
        for (const listener of listeners) deliver(listener, event);
      }
      // The missing events up to there were swept: this process was stopped for a day.
      if (rows.length < PAGE) position = Math.max(position, upTo);
    }
  }
  function deliver(listener: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      listener(event);
    } catch (error) {
      log.error({ err: error, event: event.name }, 'a subscriber failed');
    }
  }
  function advance(lastPosition: number): void {
    target = Math.max(target, lastPosition);
    if (isClosed || reading || position >= target) return;
    clearTimeout(retry);
    retry = undefined;
    reading = readToTarget()
      .catch((error: unknown) => {
        if (isClosed) return;
        log.error({ err: error }, 'events could not be read');
        retry = setTimeout(() => advance(target), RETRY_MS);
      })
      .finally(() => {
        reading = null;
        if (position < target && retry === undefined) advance(target);
      });
  }

  const sequencer = startSequencer({ db, log, onSequenced: advance });
  const stopWaking = db.onAnnouncedCommit(sequencer.wake);
  // The payload is the newest position. After a reconnection the payload is missing: the sequencer reports the position.
  const onNotify = (payload?: string) => (payload === undefined ? sequencer.wake() : advance(Number(payload)));
  const listening = await db.listen('munjigi_events', onNotify, (error) =>
    log.error({ err: error }, 'the event connection broke'),
  );
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    position: () => position,
    epoch: start.epoch,
    findPlaceFault: (place) => findPlaceFault(db, place),
    countMissed: (scope, range, atMost) => countMissedEvents(db, scope, range, atMost),
    readMissed: (scope, range, limit) => readMissedEvents(db, scope, range, limit),
    async close() {
      isClosed = true;
      clearTimeout(retry);
      stopWaking();
      await sequencer.close();
      await listening.close();
      await reading;
    },
  };
}
