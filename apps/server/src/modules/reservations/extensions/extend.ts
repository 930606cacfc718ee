import type { BodyOf, extendReservation, PriceLine, ReservationDetail } from '@munjigi/contract';
import { canStartAtAnyMinute } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { notFound, type Caller, type UnitOfWork } from '../../../http/index.ts';
import {
  checkExpectedPrice,
  priceOf,
  readBooking,
  findBookingRefusal,
  refuseBooking,
  type Booking,
} from '../stay/booking.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import { checkMayBook } from '../stay/booking-rights.ts';
import {
  changeReservation,
  checkMayChange,
  composeReservationDetail,
  readReservation,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../stay/change.ts';
import { reserveTime } from '../lifecycle/create.ts';
import type { FreePeriodQuery } from '../availability/free-periods.ts';
import { byCaller } from '../stay/history.ts';

const MINUTE_MS = 60_000;
const EXTENDABLE = ['PENDING', 'CONFIRMED', 'IN_USE'] as const;

export interface Extension {
  readonly booking: Booking;
  readonly requested: FreePeriodQuery;
  readonly added: { readonly totalAmount: number; readonly lines: PriceLine[] };
  /** The price of the whole stay. */
  readonly price: { readonly totalAmount: number; readonly lines: PriceLine[] };
}

/**
 * Computes the stay with that many minutes added. Throws a broken rule of the store, but does not check whether the
 * time is taken.
 */
export async function readExtension(
  tx: Tx,
  { row }: ReservationRecord,
  minutes: number,
  now: Date,
): Promise<Extension> {
  const isBlock = row.kind === 'BLOCK';
  const endsAt = new Date(row.ends_at.getTime() + minutes * MINUTE_MS);
  const keepsFrom = row.keeps_from ?? row.starts_at;
  const booking = await readBooking(tx, {
    roomId: row.room_id,
    startsAt: row.starts_at,
    endsAt,
    isBlock,
    reservationId: row.id,
    keepsFrom,
  });
  if (!booking) throw notFound();
  if (!isBlock && minutes % booking.store.slotMinutes !== 0)
    throw refuseBooking('OFF_SLOT_GRID', 'minutes', 'off_slot_grid');
  const requested: FreePeriodQuery = {
    startsAt: row.starts_at,
    endsAt,
    now,
    isBlock,
    isWalkIn: canStartAtAnyMinute(row.channel),
    headCount: row.head_count,
    isNew: 'end',
    reservationId: row.id,
  };
  const refusal = findBookingRefusal(booking, requested);
  if (refusal) throw refuseBooking(refusal.code, 'minutes', refusal.extras.errors?.[0]?.code ?? 'refused');
  const added = priceOf(booking.store, {
    roomId: row.room_id,
    startsAt: row.ends_at,
    endsAt,
    headCount: row.head_count,
    isBlock,
    isWalkIn: requested.isWalkIn,
  });
  return {
    booking,
    requested,
    added,
    price: {
      totalAmount: row.price_amount + added.totalAmount,
      lines: [...row.price_lines, ...added.lines],
    },
  };
}

/**
 * Adds whole slots at the end. Only the added time is priced, by the policies that apply to it: the agreed price stays
 * (PR-3), and a package does not become another one. `expectedPriceAmount` is the price of the whole stay.
 */
export async function extendBySlots(
  { tx, clock, actor }: UnitOfWork<Caller>,
  reservationId: string,
  body: BodyOf<typeof extendReservation>,
): Promise<ReservationDetail> {
  const now = clock.now();
  const seen = await readReservation(tx, reservationId);
  checkMayBook(actor, seen.row);
  checkMayChange(seen, body, EXTENDABLE, now);
  selectRoomsForUpdate(tx, [seen.row.room_id]);
  const record = await selectReservationForUpdate(tx, reservationId);
  checkMayChange(record, body, EXTENDABLE, now);

  const { row } = record;
  const { booking, requested, added, price } = await readExtension(tx, record, body.minutes, now);
  const { isBlock, endsAt } = requested;
  checkExpectedPrice(body.expectedPriceAmount, price);
  await reserveTime(tx, clock, booking, requested);
  const after = await changeReservation(tx, clock, record, {
    set: {
      ends_at: endsAt,
      buffer_ends_at: new Date(endsAt.getTime() + (isBlock ? 0 : booking.store.bufferMinutes * MINUTE_MS)),
      ...(isBlock ? {} : { price_amount: price.totalAmount, price_lines: price.lines }),
    },
    kind: 'EXTENDED',
    by: byCaller(actor),
    amount: added.totalAmount,
    before: { roomId: row.room_id, startsAt: row.starts_at.toISOString(), endsAt: row.ends_at.toISOString() },
  });
  return composeReservationDetail(after, now);
}
