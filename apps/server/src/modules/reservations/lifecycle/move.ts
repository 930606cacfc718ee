import type { BodyOf, editReservation, ReservationDetail } from '@munjigi/contract';
import { businessDateOf, canStartAtAnyMinute } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { invalidInput, type UnitOfWork } from '../../../http/index.ts';
import {
  checkExpectedPrice,
  findMovedPart,
  priceOf,
  readBooking,
  findBookingRefusal,
  refuseBooking,
  type Booking,
} from '../stay/booking.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import { checkMayEdit } from '../stay/booking-rights.ts';
import {
  changeReservation,
  checkMayChange,
  composeReservationDetail,
  reservationStateNotAllowed,
  readReservation,
  selectReservationForUpdate,
  type ReservationUpdate,
  type ReservationRecord,
} from '../stay/change.ts';
import { reserveTime } from './create.ts';
import { addExtras, extrasOf, toExtraColumns, type StayPrice } from '../stay/price-extras.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';
import type { FreePeriodQuery } from '../availability/free-periods.ts';
import { byCaller } from '../stay/history.ts';

export type Edit = BodyOf<typeof editReservation>;

const MINUTE_MS = 60_000;
const EDITABLE = ['PENDING', 'CONFIRMED', 'IN_USE'] as const;

/** Moves or edits one reservation. A move or another head count reprices it (PR-3). */
export async function updateReservation(
  work: UnitOfWork,
  reservationId: string,
  body: Edit,
): Promise<ReservationDetail> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const record = needsRoom(body)
    ? await lockWithRoom(tx, reservationId, body, now)
    : await selectReservationForUpdate(tx, reservationId);
  checkMayEdit(actor, record.row, body);
  checkMayChange(record, body, EDITABLE, now);
  checkFields(record, body);
  const to = placeOf(record, body);
  const moved = needsRoom(body) ? await move(work, record, to, body) : {};
  const set: ReservationUpdate = { ...moved, ...guestOf(record, body) };
  if (Object.keys(set).length === 0) return composeReservationDetail(record, now);

  const isMoved = to.isNew !== null;
  const difference = (set.price_amount ?? record.row.price_amount) - record.row.price_amount;
  const { room_id: roomId, starts_at: startsAt, ends_at: endsAt } = record.row;
  const after = await changeReservation(tx, clock, record, {
    set,
    kind: isMoved ? 'MOVED' : 'EDITED',
    by: byCaller(actor),
    ...(isMoved ? { before: { roomId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() } } : {}),
    ...(isMoved || difference !== 0 ? { amount: difference } : {}),
  });
  return composeReservationDetail(after, now);
}

/** Whether the change can affect the price or the time. */
function needsRoom({ roomId, startsAt, endsAt, headCount }: Edit): boolean {
  return [roomId, startsAt, endsAt, headCount].some((item) => item !== undefined);
}

/** Rooms are locked before the reservation, so it is first read without a lock. */
async function lockWithRoom(tx: Tx, reservationId: string, body: Edit, now: Date): Promise<ReservationRecord> {
  const seen = await readReservation(tx, reservationId);
  checkMayChange(seen, body, EDITABLE, now);
  selectRoomsForUpdate(tx, body.roomId === undefined ? [seen.row.room_id] : [seen.row.room_id, body.roomId]);
  return selectReservationForUpdate(tx, reservationId);
}

function checkFields({ row }: ReservationRecord, body: Edit): void {
  const guests = (['guestName', 'guestPhone', 'guestEmail', 'guestLanguage', 'headCount'] as const).filter(
    (name) => body[name] !== undefined,
  );
  if (row.kind === 'BLOCK' && guests.length > 0) {
    throw invalidInput(guests.map((path) => ({ path, code: 'block_without_guest', message: 'A block has no guest' })));
  }
}

interface Place {
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether room or time change; `null`: neither. */
  readonly isNew: FreePeriodQuery['isNew'] | null;
}

function placeOf({ row }: ReservationRecord, body: Edit): Place {
  const roomId = body.roomId ?? row.room_id;
  const startsAt = body.startsAt === undefined ? row.starts_at : new Date(body.startsAt);
  const endsAt = body.endsAt === undefined ? row.ends_at : new Date(body.endsAt);
  return { roomId, startsAt, endsAt, isNew: findMovedPart(row, { roomId, startsAt, endsAt }) };
}

async function move(
  { tx, clock }: UnitOfWork,
  record: ReservationRecord,
  to: Place,
  body: Edit,
): Promise<ReservationUpdate> {
  const { row } = record;
  const now = clock.now();
  const isInUse = row.state === 'IN_USE';
  if (isInUse && to.isNew === 'time')
    throw reservationStateNotAllowed(record, now, 'Somebody is in the room: it has begun when it began');
  const headCount = body.headCount ?? row.head_count;
  if (to.isNew === null && headCount === row.head_count) return {};

  const isBlock = row.kind === 'BLOCK';
  const isWalkIn = canStartAtAnyMinute(row.channel);
  const keepsFrom =
    isInUse && to.roomId !== row.room_id
      ? new Date(Math.max(row.starts_at.getTime(), Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS))
      : row.keeps_from;
  const booking = await readBooking(tx, {
    ...to,
    isBlock,
    reservationId: row.id,
    ...(isInUse && keepsFrom ? { keepsFrom } : {}),
  });
  if (!booking || booking.store.storeId !== row.store_id)
    throw invalidInput([
      { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the reservation' },
    ]);
  checkPlace(booking, { ...to, now, isBlock, headCount, isWalkIn });
  // The add-ons and the coupon stay as agreed (BK-13, CP-2).
  const price = addExtras(priceOf(booking.store, { ...to, headCount, isBlock, isWalkIn }), extrasOf(row), to);
  checkExpectedPrice(body.expectedPriceAmount, price);
  const priced = isBlock ? {} : toPricedColumns(row, headCount, price);
  if (to.isNew === null) return priced;

  await reserveTime(tx, clock, booking, {
    ...to,
    now,
    isBlock,
    headCount,
    isWalkIn,
    isNew: isInUse ? 'end' : to.isNew,
    reservationId: row.id,
  });
  return {
    ...priced,
    room_id: to.roomId,
    starts_at: to.startsAt,
    ends_at: to.endsAt,
    buffer_ends_at: new Date(to.endsAt.getTime() + (isBlock ? 0 : booking.store.bufferMinutes * MINUTE_MS)),
    keeps_from: to.isNew === 'time' ? null : keepsFrom,
    business_date: businessDateOf(booking.store, to.startsAt),
    ...(row.hold_expires_at && row.hold_expires_at > to.endsAt ? { hold_expires_at: to.endsAt } : {}),
  };
}

function toPricedColumns(
  { coupon_id: couponId }: ReservationRow,
  headCount: number,
  price: StayPrice,
): ReservationUpdate {
  const hasExtras = couponId !== null || price.addOnLines.length > 0;
  return {
    head_count: headCount,
    price_amount: price.totalAmount,
    price_lines: price.lines,
    ...(hasExtras ? toExtraColumns(price) : {}),
  };
}

function checkPlace(booking: Booking, omit: Omit<FreePeriodQuery, 'isNew'> & Pick<Place, 'isNew'>): void {
  const { isNew } = omit;
  // Only the head count changes.
  const refusal =
    isNew === null
      ? omit.headCount > booking.room.capacity
        ? refuseBooking('OVER_CAPACITY', 'headCount', 'over_capacity')
        : null
      : findBookingRefusal(booking, { ...omit, isNew });
  if (refusal) throw refusal;
}

/** The guest fields that change. */
export function guestOf(
  { row }: ReservationRecord,
  { guestName, guestPhone, guestEmail, guestLanguage, memo }: Omit<Edit, 'version' | 'scope'>,
): ReservationUpdate {
  return {
    ...(guestName === undefined || guestName === row.guest_name ? {} : { guest_name: guestName.normalize('NFC') }),
    ...(guestPhone === undefined || guestPhone === row.guest_phone ? {} : { guest_phone: guestPhone }),
    ...(guestEmail === undefined || guestEmail === row.guest_email
      ? {}
      : { guest_email: guestEmail, is_email_of_link: false }),
    ...(guestLanguage === undefined || guestLanguage === row.guest_language ? {} : { guest_language: guestLanguage }),
    ...(memo === undefined || memo === row.memo ? {} : { memo }),
  };
}
