import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { enqueueJob, type JobHandlers } from '../../jobs/index.ts';
import { reviewEntries, toWaitlistEntry, type ReviewedWaitlistRow, type WaitlistRow } from './waitlist.sql.ts';

/** A period of a room that was freed or taken, buffer included. */
export interface ChangedTime {
  readonly productId: string;
  readonly storeId: string;
  /** The room that was freed; `null`: several rooms, or none. */
  readonly roomId: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Reviews the waitlist entries for this time: an entry with a free room becomes FREE, one without becomes WAITING
 * again, and each change is published. Call it in the transaction that freed or took the time, after the change.
 */
export async function reviewWaitlist(tx: Tx, clock: Clock, time: ChangedTime): Promise<void> {
  const now = clock.now();
  for (const entry of await reviewEntries(tx, { ...time, now })) await settle(tx, entry, now);
}

/**
 * Delay after which a FREE entry is reviewed again: a concurrent transaction that took the time was invisible until its
 * commit.
 */
const SECOND_LOOK_MS = 5000;

async function settle(tx: Tx, { free_now: freeRoomId, ...entry }: ReviewedWaitlistRow, now: Date): Promise<void> {
  if (freeRoomId === entry.free_room_id) return;
  const after = await changeEntry(tx, entry, {
    state: freeRoomId === null ? 'WAITING' : 'FREE',
    free_since: freeRoomId === null ? null : (entry.free_since ?? now),
    free_room_id: freeRoomId,
  });
  if (after.state === 'FREE') await enqueueWaitlistReview(tx, after, new Date(now.getTime() + SECOND_LOOK_MS));
}

/** Updates a locked entry and publishes the change. */
export async function changeEntry(
  tx: Tx,
  entry: WaitlistRow,
  to: Partial<Pick<WaitlistRow, 'state' | 'free_since' | 'free_room_id'>>,
): Promise<WaitlistRow> {
  const after = { ...entry, ...to, version: entry.version + 1 };
  await tx
    .updateTable('waitlist')
    .set({ ...to, version: after.version })
    .where('store_id', '=', entry.store_id)
    .where('id', '=', entry.id)
    .execute();
  await publish(tx, {
    productId: entry.product_id,
    storeId: entry.store_id,
    name: 'waitlist.changed',
    data: toWaitlistEntry(after),
  });
  return after;
}

const LOOK = 'reservations.waitlist-look';
const lookPayload = z.object({ productId: z.uuid(), storeId: z.uuid(), entryId: z.uuid() });

export async function enqueueWaitlistReview(tx: Tx, entry: WaitlistRow, dueAt: Date): Promise<void> {
  await enqueueJob(tx, {
    kind: LOOK,
    payload: { productId: entry.product_id, storeId: entry.store_id, entryId: entry.id },
    dueAt,
  });
}

/**
 * Reviews one entry: expires it once its time has begun, otherwise reviews it as after any change. A job that runs
 * early or twice changes nothing.
 */
export function waitlistJobs({ db, clock }: { readonly db: Database; readonly clock: Clock }): JobHandlers {
  return {
    [LOOK]: {
      lane: 'timers',
      run: async (payload) => {
        const { productId, storeId, entryId } = lookPayload.parse(payload);
        await db.withActor(storeActor(productId, storeId), async (tx) => {
          const entry = await tx
            .selectFrom('waitlist')
            .selectAll()
            .where('store_id', '=', storeId)
            .where('id', '=', entryId)
            .forUpdate()
            .executeTakeFirst();
          if (!entry || (entry.state !== 'WAITING' && entry.state !== 'FREE')) return;
          if (entry.starts_at <= clock.now())
            await changeEntry(tx, entry, { state: 'EXPIRED', free_since: null, free_room_id: null });
          else
            await reviewWaitlist(tx, clock, {
              productId,
              storeId,
              roomId: null,
              startsAt: entry.starts_at,
              endsAt: entry.ends_at,
            });
        });
      },
    },
  };
}
