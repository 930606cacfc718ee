import type { EventName } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database } from '../../../db/index.ts';
import type { EventReader } from '../../../events/index.ts';
import { reviewWaitlist } from './waitlist-review.ts';

/**
 * Events after which a time may be free, or no longer free, without a booking or a cancellation: closures, archived
 * rooms, capacities, buffers.
 */
const CHANGES: ReadonlySet<EventName> = new Set<EventName>(['calendar.changed', 'room.changed', 'store.changed']);
/** Further ahead than any entry can be. */
const AHEAD_MS = 1000 * 24 * 3600_000;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventReader;
  readonly log: FastifyBaseLogger;
}

/**
 * Reviews the waitlist of a store after its rooms, closures or settings change. Every process does this; the second one
 * finds nothing left to change.
 */
export function watchWaitlists({ db, clock, events, log }: Deps): { close(): Promise<void> } {
  const due = new Set<string>();
  let last = Promise.resolve();

  async function review(productId: string, storeId: string): Promise<void> {
    due.delete(storeId);
    const now = clock.now();
    const time = { productId, storeId, roomId: null, startsAt: now, endsAt: new Date(now.getTime() + AHEAD_MS) };
    await db.withActor(storeActor(productId, storeId), (tx) => reviewWaitlist(tx, clock, time));
  }
  const unsubscribe = events.subscribe(({ name, productId, storeId }) => {
    if (storeId === null || !CHANGES.has(name) || due.has(storeId)) return;
    due.add(storeId);
    last = last
      .then(() => review(productId, storeId))
      .catch((error: unknown) => log.error({ err: error, storeId }, 'a waitlist could not be reviewed'));
  });
  return {
    async close() {
      unsubscribe();
      await last;
    },
  };
}
