import type { CancellationTier, PriceLine, ProblemCode } from '@munjigi/contract';
import {
  checkPeriod,
  overlaps,
  calculatePrice,
  walkInSlots,
  type Period,
  type PeriodRules,
  type PriceRule,
} from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { holidayCheck } from '../../stores/index.ts';
import { findBooking, type RequestedTime, type BookingRow } from './booking.sql.ts';
import type { ReservationRow } from './reservation-row.ts';

/** No reservation and no block is longer, so a query for a period can limit the start of the rows. */
export const LONGEST_DAYS = 31;
const DAY_MS = 24 * 3600_000;

/** The settings of a store that apply to its reservations. */
export interface StoreRules extends PeriodRules {
  readonly productId: string;
  readonly storeId: string;
  readonly dayCutoff: string;
  readonly bufferMinutes: number;
  readonly holdMinutes: number;
  readonly cancellationTiers: readonly CancellationTier[];
  /** The store's price policies in order of precedence (PR-2). */
  readonly policies: readonly PriceRule[];
  readonly isHoliday: (date: string) => boolean;
}

/** A period in a room, with everything that decides whether it can be booked and at what price. */
export interface Booking {
  readonly store: StoreRules;
  readonly room: { readonly id: string; readonly capacity: number; readonly isArchived: boolean };
  /** Closures that overlap the period. */
  readonly closures: readonly Period[];
  /** Reservations that occupy the period or the buffer after it. */
  readonly kept: readonly KeptTime[];
  /** Whether a waitlist entry may overlap the period. */
  readonly hasWaiting: boolean;
}

export interface KeptTime {
  readonly reservationId: string;
  readonly state: string;
  readonly holdExpiresAt: string | null;
}

/** Returns `null` for a room that does not exist or that the person cannot see. */
export async function readBooking(tx: Tx, time: RequestedTime): Promise<Booking | null> {
  const row = await findBooking(tx, time);
  if (!row) return null;
  return {
    store: storeRules(row),
    room: { id: row.room_id, capacity: row.capacity, isArchived: row.archived_at !== null },
    closures: row.closures.map((closure) => ({
      startsAt: new Date(closure.startsAt),
      endsAt: new Date(closure.endsAt),
    })),
    kept: row.kept,
    hasWaiting: row.has_waiting,
  };
}

export function storeRules(
  row: Omit<BookingRow, 'room_id' | 'capacity' | 'archived_at' | 'closures' | 'kept' | 'has_waiting'>,
): StoreRules {
  return {
    productId: row.product_id,
    storeId: row.store_id,
    timeZone: row.time_zone,
    hours: row.hours,
    slotMinutes: row.slot_minutes,
    minMinutes: row.min_minutes,
    maxMinutes: row.max_minutes,
    horizonDays: row.horizon_days,
    bufferMinutes: row.buffer_minutes,
    holdMinutes: row.hold_minutes,
    dayCutoff: row.day_cutoff,
    cancellationTiers: row.cancellation_tiers,
    policies: row.policies,
    isHoliday: holidayCheck(row.holiday_edits),
  };
}

/** A problem that names the field at fault. */
export function refuseBooking(
  code: ProblemCode,
  path: string,
  detail: string,
  extras: Omit<ConstructorParameters<typeof Problem>[1] & object, 'errors'> = {},
): Problem {
  return new Problem(code, { ...extras, errors: [{ path, code: detail, message: new Problem(code).message }] });
}

export interface RequestedStay extends Period {
  readonly now: Date;
  readonly headCount: number;
  readonly isBlock: boolean;
  readonly isWalkIn: boolean;
  /** What changes: `time` for a new or rescheduled stay, otherwise only the end or only the room. */
  readonly isNew: 'time' | 'end' | 'room';
}

/** Returns which part of a stay a move changes first; `null`: neither room nor time. */
export function findMovedPart(
  row: Pick<ReservationRow, 'room_id' | 'starts_at' | 'ends_at'>,
  { roomId, startsAt, endsAt }: Period & { readonly roomId: string },
): RequestedStay['isNew'] | null {
  if (startsAt.getTime() !== row.starts_at.getTime()) return 'time';
  if (endsAt.getTime() !== row.ends_at.getTime()) return 'end';
  return roomId === row.room_id ? null : 'room';
}

/** Returns the first rule that the stay breaks, or `null`. Does not check whether the room is taken. */
export function findBookingRefusal({ store, room, closures }: Booking, stay: RequestedStay): Problem | null {
  if (room.isArchived) return refuseBooking('ROOM_ARCHIVED', 'roomId', 'archived');
  if (!stay.isBlock && stay.headCount > room.capacity)
    return refuseBooking('OVER_CAPACITY', 'headCount', 'over_capacity');
  if (stay.isNew === 'room') {
    // The time was agreed earlier, perhaps under other settings.
    const isClosed = !stay.isBlock && closures.some((closure) => overlaps(closure, stay));
    return isClosed ? refuseBooking('STORE_CLOSED', 'roomId', 'closure') : null;
  }
  if (stay.endsAt.getTime() - stay.startsAt.getTime() > LONGEST_DAYS * DAY_MS)
    return refuseBooking('TOO_LONG', 'endsAt', 'longer_than_max');
  const refusal = checkPeriod(store, { ...stay, closures, isExtension: stay.isNew === 'end' });
  return refusal ? refuseBooking(refusal.code, refusal.path, refusal.detail) : null;
}

interface PricedStay extends Period {
  readonly roomId: string;
  readonly headCount: number;
  readonly isBlock: boolean;
  readonly isWalkIn: boolean;
}

/**
 * The price of a stay. Throws NO_PRICE when a part of it has no price. A block costs nothing; a walk-in pays the slots
 * of decision 058.
 */
export function priceOf(store: StoreRules, stay: PricedStay): { totalAmount: number; lines: PriceLine[] } {
  if (stay.isBlock) return { totalAmount: 0, lines: [] };
  const { timeZone, slotMinutes, policies, isHoliday } = store;
  const quote = calculatePrice({
    timeZone,
    slotMinutes,
    policies,
    isHoliday,
    roomId: stay.roomId,
    headCount: stay.headCount,
    ...pricedPeriod(store, stay),
  });
  if (quote.kind === 'priced') return quote;
  const gaps = quote.gaps.map((gap) => `${gap.startsAt.toISOString()}/${gap.endsAt.toISOString()}`).join(', ');
  const [first] = quote.gaps;
  throw refuseBooking('NO_PRICE', first && first.startsAt > stay.startsAt ? 'endsAt' : 'startsAt', 'no_price', {
    detail: gaps,
  });
}

/** The period that is priced: the stay itself, or the slots of a walk-in. */
export function pricedPeriod(
  store: StoreRules,
  { startsAt, endsAt, isWalkIn }: Period & { readonly isWalkIn: boolean },
): Period {
  return isWalkIn ? walkInSlots(store, { startsAt, endsAt }) : { startsAt, endsAt };
}

/** Refuses with PRICE_CHANGED when the caller expected another price (PR-3). */
export function checkExpectedPrice(
  expected: number | undefined,
  price: { totalAmount: number; lines: readonly PriceLine[] },
): void {
  if (expected === undefined || expected === price.totalAmount) return;
  throw refuseBooking('PRICE_CHANGED', 'expectedPriceAmount', 'price_changed', {
    current: { totalAmount: price.totalAmount, lines: price.lines },
  });
}
