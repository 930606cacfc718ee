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
import { warnOfEditedGuest } from '../guest-profiles/blocked-guests.ts';
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
import { addExtras, extrasOf, toExtraColumns, type PriceExtras, type StayPrice } from '../stay/price-extras.ts';
import { describeMove } from '../stay/move-event.ts';
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
  await warnOfEditedGuest(tx, { row: record.row, edit: body, now });
  const to = placeOf(record, body);
  const moved = needsRoom(body) ? await move(work, record, to, body) : {};
  const set: ReservationUpdate = { ...moved, ...guestOf(record, body) };
  if (Object.keys(set).length === 0) return composeReservationDetail(record, now);

  const difference = (set.price_amount ?? record.row.price_amount) - record.row.price_amount;
  const event = describeMove(record.row, { ...record.row, ...set });
  const after = await changeReservation(tx, clock, record, {
    set,
    ...event,
    by: byCaller(actor),
    ...(event.kind === 'MOVED' || difference !== 0 ? { amount: difference } : {}),
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

export interface Place {
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether room or time change; `null`: neither. */
  readonly isNew: FreePeriodQuery['isNew'] | null;
}

export function placeOf({ row }: ReservationRecord, body: Pick<Edit, 'roomId' | 'startsAt' | 'endsAt'>): Place {
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
  if (row.state === 'IN_USE' && to.isNew === 'time')
    throw reservationStateNotAllowed(record, clock.now(), 'Somebody is in the room: it has begun when it began');
  const headCount = body.headCount ?? row.head_count;
  if (to.isNew === null && headCount === row.head_count) return {};
  // The add-ons and the coupon stay as agreed (BK-13, CP-2).
  const change = { headCount, extras: extrasOf(row), expectedPriceAmount: body.expectedPriceAmount };
  return (await planMove({ tx, clock }, record, to, change)).set;
}

export interface PlannedMove {
  readonly booking: Booking;
  readonly price: StayPrice;
  /** The columns of the moved stay. */
  readonly set: ReservationUpdate;
}

interface MoveTerms {
  readonly headCount: number;
  readonly extras: PriceExtras;
  readonly expectedPriceAmount: number | undefined;
}

/**
 * Prices a stay at another place and refuses what the store or another stay does not allow. The rooms are locked, so that the
 * time stays free until the commit. Staff and guests move with it (GT-31).
 */
export async function planMove(
  { tx, clock }: Pick<UnitOfWork, 'tx' | 'clock'>,
  record: ReservationRecord,
  to: Place,
  { headCount, extras, expectedPriceAmount }: MoveTerms,
): Promise<PlannedMove> {
  const { row } = record;
  const now = clock.now();
  const isBlock = row.kind === 'BLOCK';
  const stay = { ...to, now, isBlock, headCount, isWalkIn: canStartAtAnyMinute(row.channel) };
  const keepsFrom = keepsFromOf(row, to, now);
  const booking = await readMovedBooking(tx, row, { to, keepsFrom });
  checkPlace(booking, stay);
  const price = addExtras(priceOf(booking.store, stay), extras, to);
  checkExpectedPrice(expectedPriceAmount, price);
  const priced = isBlock ? {} : toPricedColumns(row, headCount, price);
  if (to.isNew === null) return { booking, price, set: priced };
  const isNew = row.state === 'IN_USE' ? 'end' : to.isNew;
  await reserveTime(tx, clock, booking, { ...stay, isNew, reservationId: row.id });
  return {
    booking,
    price,
    set: {
      ...priced,
      room_id: to.roomId,
      starts_at: to.startsAt,
      ends_at: to.endsAt,
      buffer_ends_at: new Date(to.endsAt.getTime() + (isBlock ? 0 : booking.store.bufferMinutes * MINUTE_MS)),
      keeps_from: to.isNew === 'time' ? null : keepsFrom,
      business_date: businessDateOf(booking.store, to.startsAt),
      ...(row.hold_expires_at && row.hold_expires_at > to.endsAt ? { hold_expires_at: to.endsAt } : {}),
    },
  };
}

/** From when a guest who changes rooms during the stay keeps the new one. */
function keepsFromOf(row: ReservationRow, to: Place, now: Date): Date | null {
  if (row.state !== 'IN_USE' || to.roomId === row.room_id) return row.keeps_from;
  return new Date(Math.max(row.starts_at.getTime(), Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS));
}

async function readMovedBooking(
  tx: Tx,
  row: ReservationRow,
  { to, keepsFrom }: { readonly to: Place; readonly keepsFrom: Date | null },
): Promise<Booking> {
  const booking = await readBooking(tx, {
    ...to,
    isBlock: row.kind === 'BLOCK',
    reservationId: row.id,
    ...(row.state === 'IN_USE' && keepsFrom ? { keepsFrom } : {}),
  });
  if (booking?.store.storeId === row.store_id) return booking;
  throw invalidInput([
    { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the reservation' },
  ]);
}

function toPricedColumns(
  { coupon_id: couponId, add_on_lines: addOnLines }: ReservationRow,
  headCount: number,
  price: StayPrice,
): ReservationUpdate {
  const hasExtras = couponId !== null || addOnLines.length > 0 || price.addOnLines.length > 0;
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
  { guestName, guestPhone, guestEmail, guestLanguage, memo }: Omit<Edit, 'version' | 'scope' | 'acceptsBlockedGuest'>,
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
