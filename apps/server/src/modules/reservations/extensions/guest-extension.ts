import type { BodyOf, extendAsGuest } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { Problem, type Caller, type UnitOfWork } from '../../../http/index.ts';
import { refuseUncheckedGuest } from '../../age-checks/index.ts';
import { provenContactOf } from '../stay/age-requirement.ts';
import { checkExpectedPrice, type Booking } from '../stay/booking.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import {
  changeReservation,
  readReservation,
  selectReservationForUpdate,
  type ReservationChange,
  type ReservationRecord,
} from '../stay/change.ts';
import { reserveTime } from '../lifecycle/create.ts';
import { readExtension, type Extension } from './extend.ts';
import { heldExtensionOf, NO_HELD_EXTENSION, toExtensionColumns } from '../stay/held-extension.ts';
import { findLaterHoldEnd, holdMinutesOf } from '../stay/hold-payments.ts';
import { byCaller, SERVER_ACTOR, type ReservationActor } from '../stay/history.ts';
import { coveredAmountOf, type ReservationRow } from '../stay/reservation-row.ts';

const MINUTE_MS = 60_000;
interface GuestExtension {
  readonly reservationId: string;
  readonly body: BodyOf<typeof extendAsGuest>;
  /** Throws when the guest may not extend; runs after the reservation is locked. */
  readonly check: (record: ReservationRecord) => Promise<void>;
}

/**
 * Holds more time at the end of a stay for its guest, who pays for it next (GT-12). Time that costs nothing, that is
 * paid already, or that costs less than a provider takes, extends the stay at once. Of two guests who want the same time, the second gets SLOT_TAKEN.
 */
export async function holdExtension(
  { tx, clock, actor }: UnitOfWork<Caller>,
  { reservationId, body, check }: GuestExtension,
): Promise<ReservationRecord> {
  const now = clock.now();
  const by = byCaller(actor);
  // Rooms are locked before the reservation, so it is first read without a lock.
  const seen = await readReservation(tx, reservationId);
  selectRoomsForUpdate(tx, [seen.row.room_id]);
  const locked = await selectReservationForUpdate(tx, reservationId);
  if (locked.row.version !== body.version || locked.row.room_id !== seen.row.room_id) throw new Problem('STALE');
  const record = await returnLapsedExtension(tx, clock, locked);
  if (record.row.held_move) throw new Problem('STATE_NOT_ALLOWED');
  await check(record);
  const extension = await readExtension(tx, record, body.minutes, now);
  checkExpectedPrice(body.expectedPriceAmount, extension.price);
  await refuseUncheckedGuest(tx, extendedStay(record.row, extension), now);
  await reserveTime(tx, clock, extension.booking, extension.requested);
  // Less than a provider takes is left for the store to collect.
  if (extension.price.totalAmount - coveredAmountOf(record.row) < LEAST_ONLINE_WON)
    return applyExtension(tx, clock, record, { extension, by });
  const { booking, requested, added } = extension;
  return changeReservation(tx, clock, record, {
    kind: 'EXTENSION_HELD',
    by,
    amount: added.totalAmount,
    set: toExtensionColumns({
      endsAt: requested.endsAt,
      bufferEndsAt: withBufferOf(booking, requested.endsAt),
      amount: added.totalAmount,
      lines: added.lines,
      heldAt: now,
      expiresAt: new Date(now.getTime() + holdMinutesOf(booking) * MINUTE_MS),
    }),
  });
}

/** The extended stay with its guest, for the check of the age (AG-3). */
function extendedStay(row: ReservationRow, { requested: { startsAt, endsAt } }: Extension) {
  const { store_id: storeId, id: reservationId, room_id: roomId } = row;
  return { storeId, reservationId, roomId, startsAt, endsAt, ...provenContactOf(row) };
}

function withBufferOf({ store }: Booking, endsAt: Date): Date {
  return new Date(endsAt.getTime() + store.bufferMinutes * MINUTE_MS);
}

interface AppliedExtension {
  readonly extension: Extension;
  readonly by: ReservationActor;
}

function applyExtension(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  { extension: { booking, requested, added, price }, by }: AppliedExtension,
): Promise<ReservationRecord> {
  return changeReservation(tx, clock, record, {
    kind: 'EXTENDED',
    by,
    amount: added.totalAmount,
    before: periodOf(record),
    set: {
      ends_at: requested.endsAt,
      buffer_ends_at: withBufferOf(booking, requested.endsAt),
      price_amount: price.totalAmount,
      price_lines: price.lines,
    },
  });
}

/** Extends the stay by the held time, which is paid. */
export function applyHeldExtension(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  by: ReservationActor,
): Promise<ReservationRecord> {
  const { row } = record;
  const held = heldExtensionOf(row);
  if (held === null) throw new Error('The reservation has no held extension');
  return changeReservation(tx, clock, record, {
    kind: 'EXTENDED',
    by,
    amount: held.amount,
    before: periodOf(record),
    set: {
      ...NO_HELD_EXTENSION,
      ends_at: held.endsAt,
      buffer_ends_at: held.bufferEndsAt,
      price_amount: row.price_amount + held.amount,
      price_lines: [...row.price_lines, ...held.lines],
    },
  });
}

function periodOf({ row }: ReservationRecord) {
  return { roomId: row.room_id, startsAt: row.starts_at.toISOString(), endsAt: row.ends_at.toISOString() };
}

/** Returns the held time of a locked reservation, which has to have some. */
export function returnExtension(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  by: ReservationActor,
): Promise<ReservationRecord> {
  return changeReservation(tx, clock, record, { kind: 'EXTENSION_RETURNED', by, set: NO_HELD_EXTENSION });
}

/**
 * The change of a locked reservation whose time to pay for the held extension is over: it is returned, or kept while a
 * provider is asked to take the money, within a bound.
 */
export async function endExtensionHold(tx: Tx, { row }: ReservationRecord, now: Date): Promise<ReservationChange> {
  const until = await findLaterHoldEnd(tx, row, { heldAt: row.extension_held_at, now });
  return until === null
    ? { kind: 'EXTENSION_RETURNED', by: SERVER_ACTOR, set: NO_HELD_EXTENSION }
    : { kind: 'HOLD_EXTENDED', by: SERVER_ACTOR, set: { extension_expires_at: until } };
}

/** Returns the held time whose time to pay is over, in case the timer is late. */
async function returnLapsedExtension(tx: Tx, clock: Clock, record: ReservationRecord): Promise<ReservationRecord> {
  const held = heldExtensionOf(record.row);
  return held === null || held.expiresAt > clock.now()
    ? record
    : changeReservation(tx, clock, record, await endExtensionHold(tx, record, clock.now()));
}
