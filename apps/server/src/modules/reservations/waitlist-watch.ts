import type { EventName } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import { reviewWaitlist } from './waitlist-review.ts';

/** After these a time can be free, or no longer, without anybody having booked or cancelled: closures, archived rooms, capacities, buffers. */
const CHANGES: ReadonlySet<EventName> = new Set<EventName>(['calendar.changed', 'room.changed', 'store.changed']);
/** Further ahead than anybody can wait. */
const AHEAD_MS = 1000 * 24 * 3600_000;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventReader;
  readonly log: FastifyBaseLogger;
}

/**
 * Looks again at a store's waitlist when its rooms or closures are others. Every process does; who comes second finds that there
 * is nothing left to change.
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
    last = last.then(() => review(productId, storeId)).catch((error: unknown) => log.error({ err: error, storeId }, 'a waitlist could not be reviewed'));
  });
  return {
    async close() {
      unsubscribe();
      await last;
    },
  };
}
