import type { BodyOf, createReservation, ReservationDetail, ReservationEvent } from '@munjigi/contract';
import type { Period } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { notFound, type Caller, type UnitOfWork } from '../../../http/index.ts';
import { guestAuditActor } from '../../audit/index.ts';
import {
  checkExpectedPrice,
  priceOf,
  readBooking,
  findBookingRefusal,
  type Booking,
  type StoreRules,
} from '../stay/booking.ts';
import { refuseUncheckedGuest } from '../../age-checks/index.ts';
import { refuseOwnBooking, warnOfBlock } from '../guest-profiles/blocked-guests.ts';
import { requireAge } from '../stay/age-requirement.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import { checkMayBook } from '../stay/booking-rights.ts';
import { auditChange } from '../stay/change.ts';
import { expireLapsed } from './expire.ts';
import { slotTaken, type FreePeriodQuery } from '../availability/free-periods.ts';
import { byCaller, type ReservationActor } from '../stay/history.ts';
import { insertReservation, newRow } from '../stay/insert.ts';
import {
  addExtras,
  checkCouponMinimum,
  checkRoomOfExtras,
  type ChosenExtras,
  type StayPrice,
} from '../stay/price-extras.ts';
import { toReservationDetail, type ReservationRow } from '../stay/reservation-row.ts';
import { reviewWaitlist } from '../waitlist/waitlist-review.ts';

type Body = BodyOf<typeof createReservation>;
type StaffStay = Extract<Body, { kind: 'GUEST' }>;
type GuestBody = Omit<StaffStay, 'channel' | 'addOns' | 'couponCode' | 'acceptsBlockedGuest'>;
/** The input of staff, or of a channel (RV-9). */
type Input = Body | ChannelStay;
type ChannelStay = GuestBody & { readonly channel: 'CHANNEL' };
/** The input of a guest who books online (BK-6). */
type OnlineStay = GuestBody & {
  readonly channel: 'ONLINE';
  /** The stay starts at the present minute, as a walk-in does (BK-14). */
  readonly startsNow: boolean;
  /** The guest asks the staff to look at a document in place of an identity check (AG-9). */
  readonly asksForDocument: boolean;
  readonly extras: ChosenExtras;
};

type ExtrasOfStay = Pick<StaffStay, 'addOns' | 'couponCode' | 'guestPhone' | 'guestEmail'>;

/** Reads and redeems what staff or a channel add to a stay. Its module is above this one, because coupons know reservations. */
export interface ReservationExtras {
  readonly read: (
    work: Pick<UnitOfWork, 'tx' | 'clock'>,
    store: Pick<StoreRules, 'productId' | 'storeId' | 'timeZone' | 'dayCutoff'>,
    request: ExtrasOfStay,
  ) => Promise<ChosenExtras>;
  /** Counts the new reservation as a use of its coupon. */
  readonly redeem: (tx: Tx, row: ReservationRow, extras: ChosenExtras) => Promise<void>;
}

const BLOCK_GUEST = { guestName: '', guestPhone: '', headCount: 0, channel: 'STAFF', state: 'CONFIRMED' } as const;
const NO_BLOCK = { blockReason: null } as const;

/** Creates a reservation or a block of staff, with the add-ons and the coupon of its guest (CP-7). */
export async function createStaffReservation(
  work: UnitOfWork,
  input: Body,
  extras: ReservationExtras,
): Promise<ReservationDetail> {
  return createSingleReservation(work, input, input.kind === 'BLOCK' ? NO_EXTRAS : authorExtras(work, input, extras));
}

/** Creates the reservation of a channel, with the add-ons and the coupon of its guest (CH-5). */
export async function createChannelStay(
  work: UnitOfWork<Caller>,
  input: ChannelStay & ExtrasOfStay,
  extras: ReservationExtras,
): Promise<ReservationDetail> {
  const { addOns: _read, couponCode: _redeemed, ...stay } = input;
  return createSingleReservation(work, stay, authorExtras(work, input, extras));
}

function authorExtras(work: UnitOfWork<Caller>, input: ExtrasOfStay, extras: ReservationExtras): AuthorExtras {
  if (input.addOns.length === 0 && input.couponCode === undefined) return NO_EXTRAS;
  return {
    read: (store) => extras.read(work, store, input),
    redeem: (row, chosen) => extras.redeem(work.tx, row, chosen),
  };
}

/**
 * Creates a reservation or a block. Locks the room first, so that later reads hold until the commit. Of two concurrent
 * requests for the same time, the second is refused with free periods nearby (RV-2).
 */
async function createSingleReservation(
  { tx, clock, actor }: UnitOfWork<Caller>,
  input: Input,
  extras: AuthorExtras = NO_EXTRAS,
): Promise<ReservationDetail> {
  const { row, booking, created } = await createAs({ tx, clock }, input, {
    check: async (storeId) => {
      checkMayBook(actor, { store_id: storeId, kind: input.kind });
      // The channel has sold the stay already.
      if (input.kind === 'GUEST' && 'acceptsBlockedGuest' in input)
        await warnOfBlock(tx, { storeId, booking: input, now: clock.now() });
    },
    authorOf: () => byCaller(actor),
    extras,
  });
  return toReservationDetail(row, booking.store, [created], row.created_at);
}

/** Creates the reservation of a guest who books online: the guest is its author. Runs as the store. */
export async function createOnlineReservation(
  work: Pick<UnitOfWork, 'tx' | 'clock'>,
  input: OnlineStay,
): Promise<ReservationRow> {
  const { tx, clock } = work;
  const { row } = await createAs(work, input, {
    check: async (storeId) => {
      const now = clock.now();
      await refuseOwnBooking(tx, { storeId, guest: input, now });
      const stay = { ...input, storeId, startsAt: new Date(input.startsAt), endsAt: new Date(input.endsAt) };
      if (!input.asksForDocument) await refuseUncheckedGuest(tx, stay, now);
    },
    authorOf: ({ id, code }) => guestAuditActor({ reservationId: id, reservationCode: code }),
    extras: { ...NO_EXTRAS, read: () => input.extras },
  });
  return row;
}

interface Author {
  /** Throws if the author may not create it at this store. */
  readonly check: (storeId: string) => Promise<void>;
  readonly authorOf: (row: ReservationRow) => ReservationActor;
  readonly extras: AuthorExtras;
}

interface AuthorExtras {
  readonly read: (store: StoreRules) => Promise<ChosenExtras> | ChosenExtras | null;
  readonly redeem: (row: ReservationRow, extras: ChosenExtras) => Promise<void> | void;
}

const NO_EXTRAS: AuthorExtras = { read: () => null, redeem: () => undefined };

async function createAs(
  { tx, clock }: Pick<UnitOfWork, 'tx' | 'clock'>,
  input: Input | OnlineStay,
  { check, authorOf, extras: { read, redeem } }: Author,
): Promise<{ row: ReservationRow; booking: Booking; created: ReservationEvent }> {
  const now = clock.now();
  const isBlock = input.kind === 'BLOCK';
  const period = { startsAt: new Date(input.startsAt), endsAt: new Date(input.endsAt) };
  selectRoomsForUpdate(tx, [input.roomId]);
  const booking = await readBooking(tx, { roomId: input.roomId, isBlock, ...period });
  if (!booking) throw notFound();
  await check(booking.store.storeId);

  const guest = input.kind === 'BLOCK' ? { ...BLOCK_GUEST, blockReason: input.blockReason } : { ...input, ...NO_BLOCK };
  const query: FreePeriodQuery = {
    ...period,
    now,
    isBlock,
    headCount: guest.headCount,
    isWalkIn: guest.channel === 'WALK_IN' || ('startsNow' in input && input.startsNow),
    isNew: 'time',
  };
  const refusal = findBookingRefusal(booking, query);
  if (refusal) throw refusal;
  const extras = await read(booking.store);
  const roomPrice = priceOf(booking.store, { ...query, roomId: input.roomId });
  const price = extras ? withExtras(roomPrice, extras, { ...period, roomId: input.roomId }) : roomPrice;
  if (input.kind === 'GUEST' && 'expectedPriceAmount' in input) checkExpectedPrice(input.expectedPriceAmount, price);
  await reserveTime(tx, clock, booking, query);

  const row = newRow(
    booking.store,
    { ...guest, ...period, kind: input.kind, roomId: input.roomId, memo: input.memo, price },
    now,
  );
  const by = authorOf(row);
  const created = insertReservation(tx, row, by);
  await requireAge(tx, row);
  if (extras) await redeem(row, extras);
  if (booking.hasWaiting) await reviewWaitlistOf(tx, clock, row);
  await auditChange(tx, { before: null, after: row, kind: 'CREATED', by, at: now });
  return { row, booking, created };
}

function withExtras(
  price: ReturnType<typeof priceOf>,
  extras: ChosenExtras,
  stay: Period & { readonly roomId: string },
): StayPrice {
  checkRoomOfExtras(extras, stay.roomId);
  const withAll = addExtras(price, extras, stay);
  checkCouponMinimum(withAll, extras.minPriceAmount);
  return withAll;
}

function reviewWaitlistOf(tx: Tx, clock: Clock, row: ReservationRow): Promise<void> {
  return reviewWaitlist(tx, clock, {
    productId: row.product_id,
    storeId: row.store_id,
    roomId: row.room_id,
    startsAt: row.starts_at,
    endsAt: row.buffer_ends_at,
  });
}

/** Whether nothing occupies the time but lapsed unpaid holds. */
export function isFreeToBook({ kept }: Booking, now: Date): boolean {
  return kept.every(
    ({ state, holdExpiresAt }) => state === 'PENDING' && holdExpiresAt !== null && new Date(holdExpiresAt) <= now,
  );
}

/** Refuses a time that is occupied. Expires lapsed unpaid holds first, in case their timer is late. */
export async function reserveTime(tx: Tx, clock: Clock, booking: Booking, query: FreePeriodQuery): Promise<void> {
  if (booking.kept.length === 0) return;
  if (!isFreeToBook(booking, query.now)) throw await slotTaken(tx, booking, query);
  for (const { reservationId } of booking.kept) {
    if (!(await expireLapsed(tx, clock, reservationId))) throw await slotTaken(tx, booking, query);
  }
}
