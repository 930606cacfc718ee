import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { enqueueJob, type JobHandlers } from '../../../jobs/index.ts';
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
 * again, and each change is published. Where the store offers free times (WL-1), a waiting entry stays WAITING until a
 * separate job offers it the time or leaves it to staff. Call it in the transaction that freed or took the time, after
 * the change.
 */
export async function reviewWaitlist(tx: Tx, clock: Clock, time: ChangedTime): Promise<void> {
  const now = clock.now();
  const reviewed = await reviewEntries(tx, { ...time, now });
  const waiting = new Set(reviewed.filter(waitsForOffer));
  for (const entry of reviewed) if (!waiting.has(entry)) await settle(tx, entry, now);
  // Also when no room is free for them yet: a concurrent transaction may free another part of the same time, and only
  // the job, which runs after both have committed, sees it.
  if (waiting.size === 0) return;
  await enqueueJob(tx, {
    kind: OFFER_JOB,
    payload: {
      productId: time.productId,
      storeId: time.storeId,
      startsAt: time.startsAt.toISOString(),
      endsAt: time.endsAt.toISOString(),
    },
    dueAt: now,
  });
}

/** The job that offers the free times of a period (WL-1). */
export const OFFER_JOB = 'reservations.waitlist-offer';

/** Without a phone number the guest gets no message. An entry that is FREE belongs to staff. */
function waitsForOffer(entry: ReviewedWaitlistRow): boolean {
  return entry.state === 'WAITING' && entry.offer_minutes > 0 && entry.guest_phone.length > 0;
}

/**
 * Delay after which a FREE entry is reviewed again: a concurrent transaction that took the time was invisible until its
 * commit.
 */
const SECOND_REVIEW_MS = 5000;

async function settle(tx: Tx, reviewed: ReviewedWaitlistRow, now: Date): Promise<void> {
  const { free_now: freeRoomId, offer_minutes: _, ...entry } = reviewed;
  if (freeRoomId === entry.free_room_id) return;
  if (freeRoomId !== null) return markFree(tx, entry, freeRoomId, now);
  await changeEntry(tx, entry, { state: 'WAITING', free_since: null, free_room_id: null });
}

/** Leaves an entry to staff: the time is free, and a person should call the guest. */
export async function markFree(tx: Tx, entry: WaitlistRow, roomId: string, now: Date): Promise<void> {
  const after = await changeEntry(tx, entry, {
    state: 'FREE',
    free_since: entry.free_since ?? now,
    free_room_id: roomId,
  });
  await enqueueWaitlistReview(tx, after, new Date(now.getTime() + SECOND_REVIEW_MS));
}

/** What a change of a reservation does to the offer that it is. */
interface ChangedOffer {
  readonly store_id: string;
  readonly id: string;
  readonly room_id: string;
  readonly state: string;
  readonly hold_expires_at: Date | null;
}

/**
 * Ends the offer of a reservation that was confirmed (DONE) or has ended unpaid (EXPIRED), and follows its hold (WL-3).
 * The entry of a guest whose message did not arrive is left to staff (FREE). Call it before the freed time is reviewed,
 * so that the guest who missed it does not get it again.
 */
export async function settleOffer(tx: Tx, before: ChangedOffer, after: ChangedOffer): Promise<void> {
  const isHeld = after.state === 'PENDING';
  if (before.state !== 'PENDING' || (isHeld && before.hold_expires_at?.getTime() === after.hold_expires_at?.getTime()))
    return;
  const entry = await tx
    .selectFrom('waitlist')
    .selectAll()
    .where('store_id', '=', after.store_id)
    .where('offered_reservation_id', '=', after.id)
    .where('state', '=', 'OFFERED')
    .forUpdate()
    .executeTakeFirst();
  if (!entry) return;
  if (isHeld) await changeEntry(tx, entry, { offer_until: after.hold_expires_at });
  else if (after.state === 'EXPIRED' && !(await hasReceivedOffer(tx, after)))
    await changeEntry(tx, entry, {
      state: 'FREE',
      offer_until: null,
      free_since: entry.offer_until,
      free_room_id: after.room_id,
    });
  else
    await changeEntry(tx, entry, {
      state: after.state === 'CANCELLED' || after.state === 'EXPIRED' ? 'EXPIRED' : 'DONE',
      offer_until: null,
    });
}

/** Whether the provider accepted the message about an offer, and did not report later that it failed. */
async function hasReceivedOffer(tx: Tx, reservation: ChangedOffer): Promise<boolean> {
  const message = await tx
    .selectFrom('messages')
    .select('id')
    .where('store_id', '=', reservation.store_id)
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', 'SLOT_OFFERED')
    .where('state', 'in', ['ACCEPTED', 'DELIVERED'])
    .limit(1)
    .executeTakeFirst();
  return message !== undefined;
}

/** Updates a locked entry and publishes the change. */
export async function changeEntry(
  tx: Tx,
  entry: WaitlistRow,
  to: Partial<
    Pick<WaitlistRow, 'head_count' | 'state' | 'free_since' | 'free_room_id' | 'offered_reservation_id' | 'offer_until'>
  >,
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

const REVIEW_JOB = 'reservations.waitlist-look';
const reviewPayload = z.object({ productId: z.uuid(), storeId: z.uuid(), entryId: z.uuid() });

export async function enqueueWaitlistReview(tx: Tx, entry: WaitlistRow, dueAt: Date): Promise<void> {
  await enqueueJob(tx, {
    kind: REVIEW_JOB,
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
    [REVIEW_JOB]: {
      lane: 'timers',
      run: async (payload) => {
        const { productId, storeId, entryId } = reviewPayload.parse(payload);
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
