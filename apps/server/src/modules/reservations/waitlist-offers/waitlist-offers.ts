import type { MessageLanguage } from '@munjigi/contract';
import { phoneDigits, LEAST_ONLINE_WON } from '@munjigi/rules';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import type { JobHandlers } from '../../../jobs/index.ts';
import { systemAuditActor } from '../../audit/index.ts';
import { canReceiveSms } from '../../staff-messages/index.ts';
import { findBlock } from '../guest-profiles/blocked-guests.sql.ts';
import { findBookingRefusal, priceOf, readBooking } from '../stay/booking.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import { phoneMarksOf } from '../stay/guest-columns.ts';
import { requireAge } from '../stay/age-requirement.ts';
import { insertReservation, newRow } from '../stay/insert.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';
import { changeEntry, markFree, OFFER_JOB, reviewWaitlist } from '../waitlist/waitlist-review.ts';
import {
  findFirstToOffer,
  reviewEntries,
  selectOffersForUpdate,
  type FirstToOffer,
  type ReviewedWaitlistRow,
} from '../waitlist/waitlist.sql.ts';

/** The history of the reservation names the waitlist as its origin. */
const WAITLIST_ACTOR = systemAuditActor('waitlist');
/** A guest needs some time to read the message and to pay. */
const SHORTEST_OFFER_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** More entries than one period has; the job that ends here is followed by the job of the next change. */
const MOST_STEPS = 500;

/** How messages of a store reach guests now. */
export interface OfferMeans {
  readonly sms: ProviderState;
  readonly email: ProviderState;
  /** The languages in which the message about an offer is switched on. */
  readonly languages: readonly MessageLanguage[];
}

/** `FAILS`: it is enabled, and did not answer the last time. */
export type ProviderState = 'WORKS' | 'FAILS' | 'NONE';

interface OfferDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** How guests of this store could be reached now; `null`: they could not pay, or would not read a message now (WL-2). */
  readonly findOfferMeans: (store: {
    readonly productId: string;
    readonly storeId: string;
  }) => Promise<OfferMeans | null>;
}

const offerPayload = z.object({
  productId: z.uuid(),
  storeId: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

/**
 * Offers the free times of a period to the guests who wait for them, in their order (WL-1). Each offer has its own
 * transaction. A job that runs twice finds nothing left to offer.
 */
export function waitlistOfferJobs(deps: OfferDeps): JobHandlers {
  return {
    [OFFER_JOB]: {
      lane: 'timers',
      run: async (payload) => {
        const { productId, storeId, startsAt, endsAt } = offerPayload.parse(payload);
        const period = { storeId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
        const means = await deps.findOfferMeans({ productId, storeId });
        for (let step = 0; step < MOST_STEPS; step += 1) {
          const isMore = await deps.db.withActor(storeActor(productId, storeId), (tx) =>
            offerNext(tx, deps.clock, { ...period, means }),
          );
          if (!isMore) return;
        }
      },
    },
  };
}

interface OfferPeriod {
  readonly storeId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly means: OfferMeans | null;
}

/**
 * Offers a free time to the first guest waiting for it, or leaves the entry to staff as FREE. Offers of one store wait
 * for each other. The room is locked before the entries, as every booking locks them. Resolves with whether there may
 * be more.
 */
async function offerNext(tx: Tx, clock: Clock, period: OfferPeriod): Promise<boolean> {
  const now = clock.now();
  await selectOffersForUpdate(tx, period.storeId);
  const first = await findFirstToOffer(tx, { ...period, now });
  if (!first) return false;
  const offeredRoomId = await findRoomToOffer(tx, first);
  selectRoomsForUpdate(tx, [offeredRoomId]);
  const reviewed = await reviewEntries(tx, {
    storeId: period.storeId,
    roomId: offeredRoomId,
    startsAt: first.starts_at,
    endsAt: first.ends_at,
    now,
  });
  const entry = reviewed.find(({ id }) => id === first.id);
  // The entry or the room was taken before they were locked.
  if (entry?.state !== 'WAITING' || entry.free_now !== offeredRoomId) return true;
  const row = canReachGuest(entry, period.means) ? await composeOffer(tx, entry, now) : null;
  const { free_now: roomId, offer_minutes: _, ...waiting } = entry;
  if (row === null) {
    await markFree(tx, waiting, roomId, now);
    return true;
  }
  await changeEntry(tx, waiting, {
    state: 'OFFERED',
    free_since: null,
    free_room_id: null,
    offered_reservation_id: row.id,
    offer_until: row.hold_expires_at,
  });
  insertReservation(tx, row, WAITLIST_ACTOR);
  await requireAge(tx, row);
  await reviewWaitlist(tx, clock, {
    productId: row.product_id,
    storeId: row.store_id,
    roomId: row.room_id,
    startsAt: row.starts_at,
    endsAt: row.buffer_ends_at,
  });
  return true;
}

/** The smallest free room that has a price, or the smallest one when none has. */
async function findRoomToOffer(
  tx: Tx,
  { room_ids: roomIds, starts_at: startsAt, ends_at: endsAt, head_count: headCount }: FirstToOffer,
): Promise<string> {
  const [smallest] = roomIds;
  const stay = { startsAt, endsAt, headCount, isBlock: false, isWalkIn: false };
  const booking = roomIds.length === 1 ? null : await readBooking(tx, { roomId: smallest, ...stay });
  if (!booking) return smallest;
  return (
    roomIds.find((roomId) => (findPrice(() => priceOf(booking.store, { ...stay, roomId }))?.totalAmount ?? 0) > 0) ??
    smallest
  );
}

/** The reservation that an entry is offered; `null`: it cannot be booked or paid, so staff call the guest. */
async function composeOffer(tx: Tx, entry: ReviewedWaitlistRow, now: Date): Promise<ReservationRow | null> {
  const { free_now: roomId, starts_at: startsAt, ends_at: endsAt, head_count: headCount } = entry;
  const holdExpiresAt = new Date(Math.min(now.getTime() + entry.offer_minutes * MINUTE_MS, startsAt.getTime()));
  if (roomId === null || holdExpiresAt.getTime() - now.getTime() < SHORTEST_OFFER_MS) return null;
  // A guest who refuses the message would not learn of the offer (MS-15).
  if (await refusesOffers(tx, entry)) return null;
  // Staff decide whether a guest whom the store refuses gets the time (RG-4).
  const guest = { guestPhone: entry.guest_phone, guestEmail: entry.guest_email };
  if (await findBlock(tx, { storeId: entry.store_id, guest, now })) return null;
  const stay = { startsAt, endsAt, headCount, isBlock: false, isWalkIn: false };
  const booking = await readBooking(tx, { roomId, ...stay });
  if (!booking || booking.kept.length > 0 || findBookingRefusal(booking, { ...stay, now, isNew: 'time' })) return null;
  const price = findPrice(() => priceOf(booking.store, { ...stay, roomId }));
  if (price === null || price.totalAmount < LEAST_ONLINE_WON) return null;
  const row = newRow(
    booking.store,
    {
      roomId,
      startsAt,
      endsAt,
      headCount,
      price,
      kind: 'GUEST',
      state: 'PENDING',
      channel: entry.origin === 'ONLINE' ? 'ONLINE' : 'STAFF',
      guestEmail: entry.guest_email,
      guestLanguage: languageOf(entry),
      guestName: entry.guest_name,
      guestPhone: entry.guest_phone,
      memo: entry.memo,
      blockReason: null,
    },
    now,
  );
  return { ...row, hold_expires_at: holdExpiresAt };
}

/** Whether the message about an offer reaches the guest in time: by SMS, or else by e-mail (MS-14). */
function canReachGuest(entry: ReviewedWaitlistRow, means: OfferMeans | null): boolean {
  if (means === null || !means.languages.includes(languageOf(entry))) return false;
  if (means.sms !== 'NONE' && canReceiveSms(phoneDigits(entry.guest_phone))) return means.sms === 'WORKS';
  return means.email === 'WORKS' && entry.guest_email !== '';
}

function languageOf(entry: ReviewedWaitlistRow): MessageLanguage {
  return entry.guest_language === 'en' ? 'en' : 'ko';
}

async function refusesOffers(tx: Tx, entry: ReviewedWaitlistRow): Promise<boolean> {
  const marks = phoneMarksOf(tx, entry.guest_phone);
  if (marks.length === 0) return false;
  const refusal = await tx
    .selectFrom('message_opt_outs')
    .select('id')
    .where('product_id', '=', entry.product_id)
    .where('phone_mark', 'in', marks)
    .where('kind', '=', 'SLOT_OFFERED')
    .where('reservation_id', 'is', null)
    .executeTakeFirst();
  return refusal !== undefined;
}

function findPrice<T>(calculate: () => T): T | null {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof Problem && error.code === 'NO_PRICE') return null;
    throw error;
  }
}
