import type { BodyOf, createReservation, ReservationDetail, ReservationEvent } from '@munjigi/contract';
import type { Period } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { notFound, type Caller, type UnitOfWork } from '../../http/index.ts';
import { guestAuditActor } from '../audit/index.ts';
import { checkExpectedPrice, priceOf, readBooking, findBookingRefusal, type Booking } from './booking.ts';
import { selectRoomsForUpdate } from './booking.sql.ts';
import { checkMayBook } from './booking-rights.ts';
import { auditChange } from './change.ts';
import { expireLapsed } from './expire.ts';
import { slotTaken, type FreePeriodQuery } from './free-periods.ts';
import { byCaller, type ReservationActor } from './history.ts';
import { insertReservation, newRow } from './insert.ts';
import { addExtras, checkCouponMinimum, type PriceExtras, type StayPrice } from './price-extras.ts';
import { toReservationDetail, type ReservationRow } from './reservation-row.ts';
import { reviewWaitlist } from './waitlist-review.ts';

type Body = BodyOf<typeof createReservation>;
type GuestBody = Omit<Extract<Body, { kind: 'GUEST' }>, 'channel'>;
/** The input of staff, or of a channel (RV-9). */
type Input = Body | (GuestBody & { readonly channel: 'CHANNEL' });
/** The input of a guest who books online (BK-6). */
type OnlineStay = GuestBody & {
  readonly channel: 'ONLINE';
  /** The stay starts at the present minute, as a walk-in does (BK-14). */
  readonly startsNow: boolean;
  readonly extras: PriceExtras;
  /** The lowest price without the discount for which the coupon is accepted. */
  readonly minPriceAmount: number;
};

const NOBODY = { guestName: '', guestPhone: '', headCount: 0, channel: 'STAFF', state: 'CONFIRMED' } as const;
const NO_BLOCK = { blockReason: null } as const;

/**
 * Creates a reservation or a block. Locks the room first, so that later reads hold until the commit. Of two concurrent
 * requests for the same time, the second is refused with free periods nearby (RV-2).
 */
export async function createSingleReservation(
  { tx, clock, actor }: UnitOfWork<Caller>,
  input: Input,
): Promise<ReservationDetail> {
  const { row, booking, created } = await createAs({ tx, clock }, input, {
    check: (storeId) => checkMayBook(actor, { store_id: storeId, kind: input.kind }),
    authorOf: () => byCaller(actor),
  });
  return toReservationDetail(row, booking.store, [created], row.created_at);
}

/** Creates the reservation of a guest who books online: the guest is its author. Runs as the store. */
export async function createOnlineReservation(
  work: Pick<UnitOfWork, 'tx' | 'clock'>,
  input: OnlineStay,
): Promise<ReservationRow> {
  const { row } = await createAs(work, input, {
    check: () => undefined,
    authorOf: ({ id, code }) => guestAuditActor({ reservationId: id, reservationCode: code }),
  });
  return row;
}

interface Author {
  /** Throws if the author may not create it at this store. */
  readonly check: (storeId: string) => void;
  readonly authorOf: (row: ReservationRow) => ReservationActor;
}

async function createAs(
  { tx, clock }: Pick<UnitOfWork, 'tx' | 'clock'>,
  input: Input | OnlineStay,
  { check, authorOf }: Author,
): Promise<{ row: ReservationRow; booking: Booking; created: ReservationEvent }> {
  const now = clock.now();
  const isBlock = input.kind === 'BLOCK';
  const period = { startsAt: new Date(input.startsAt), endsAt: new Date(input.endsAt) };
  selectRoomsForUpdate(tx, [input.roomId]);
  const booking = await readBooking(tx, { roomId: input.roomId, isBlock, ...period });
  if (!booking) throw notFound();
  check(booking.store.storeId);

  const guest = input.kind === 'BLOCK' ? { ...NOBODY, blockReason: input.blockReason } : { ...input, ...NO_BLOCK };
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
  const price = withExtras(priceOf(booking.store, { ...query, roomId: input.roomId }), input, period);
  if (input.kind === 'GUEST' && 'expectedPriceAmount' in input) checkExpectedPrice(input.expectedPriceAmount, price);
  await reserveTime(tx, clock, booking, query);

  const row = newRow(
    booking.store,
    { ...guest, ...period, kind: input.kind, roomId: input.roomId, memo: input.memo, price },
    now,
  );
  const by = authorOf(row);
  const created = insertReservation(tx, row, by);
  if (booking.hasWaiting) await reviewWaitlistOf(tx, clock, row);
  await auditChange(tx, { before: null, after: row, kind: 'CREATED', by, at: now });
  return { row, booking, created };
}

function withExtras(
  price: ReturnType<typeof priceOf>,
  input: Input | OnlineStay,
  period: Period,
): ReturnType<typeof priceOf> | StayPrice {
  if (!('extras' in input)) return price;
  const withAll = addExtras(price, input.extras, period);
  checkCouponMinimum(withAll, input.minPriceAmount);
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
export function isFreeToTake({ kept }: Booking, now: Date): boolean {
  return kept.every(
    ({ state, holdExpiresAt }) => state === 'PENDING' && holdExpiresAt !== null && new Date(holdExpiresAt) <= now,
  );
}

/** Refuses a time that is occupied. Expires lapsed unpaid holds first, in case their timer is late. */
export async function reserveTime(tx: Tx, clock: Clock, booking: Booking, query: FreePeriodQuery): Promise<void> {
  if (booking.kept.length === 0) return;
  if (!isFreeToTake(booking, query.now)) throw await slotTaken(tx, booking, query);
  for (const { reservationId } of booking.kept) {
    if (!(await expireLapsed(tx, clock, reservationId))) throw await slotTaken(tx, booking, query);
  }
}
