import type { BodyOf, PriceLine, previewSeries } from '@munjigi/contract';
import { expandSeries, overlaps, type Period } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { notFound, Problem } from '../../../http/index.ts';
import {
  priceOf,
  readBooking,
  findBookingRefusal,
  refuseBooking,
  type Booking,
  type RequestedStay,
} from '../stay/booking.ts';
import { findOccupiedTimes, findTimeZone, type OccupiedTime } from './series.sql.ts';

export type SeriesWish = BodyOf<typeof previewSeries>;

/** A planned reservation of a series. */
export interface PlannedOccurrence {
  readonly stay: RequestedStay;
  readonly price: { readonly totalAmount: number; readonly lines: PriceLine[] } | null;
  /** The refusal that a single reservation would get; `null` when it can be booked. */
  readonly refusal: Problem | null;
  /** Lapsed unpaid holds at this time, in case their timers are late. */
  readonly lapsed: readonly string[];
}

export interface SeriesPlan {
  /** Read once for the whole span of the series. */
  readonly booking: Booking;
  readonly occurrences: readonly PlannedOccurrence[];
}

/** Plans the series at this moment. Throws for an invalid rule, and NOT_FOUND for an unknown room. */
export async function planSeries(tx: Tx, wish: SeriesWish, now: Date): Promise<SeriesPlan> {
  const timeZone = await findTimeZone(tx, wish.roomId);
  if (timeZone === null) throw notFound();
  const periods = expanded(wish, timeZone, now);
  const span = spanOf(periods, now);
  const booking = await readBooking(tx, { roomId: wish.roomId, isBlock: false, ...span });
  if (!booking) throw notFound();
  const occupied = await findOccupiedTimes(tx, wish.roomId, withBuffer(booking, span), []);
  const occurrences: PlannedOccurrence[] = [];
  for (const period of periods) {
    const stay: RequestedStay = {
      ...period,
      now,
      headCount: wish.headCount,
      isBlock: false,
      isWalkIn: false,
      isNew: 'time',
    };
    const occurrence = planned(booking, stay, occupied);
    occurrences.push(occurrence);
    // Occurrences of one series must not overlap each other.
    if (occurrence.refusal === null)
      occupied.push({ ...withBuffer(booking, period), reservationId: '', holdExpiresAt: null });
  }
  return { booking, occurrences };
}

function planned(booking: Booking, stay: RequestedStay, occupied: readonly OccupiedTime[]): PlannedOccurrence {
  const none = { stay, price: null, lapsed: [] };
  const refusal = findBookingRefusal(booking, stay);
  if (refusal) return { ...none, refusal };
  const price = priceOrRefusal(booking, stay);
  if (price instanceof Problem) return { ...none, refusal: price };
  const { isTaken, lapsed } = findSeriesConflict(booking, stay, occupied);
  return { stay, price, lapsed, refusal: isTaken ? refuseBooking('SLOT_TAKEN', 'startsAt', 'taken') : null };
}

function priceOrRefusal(
  { store, room }: Booking,
  stay: RequestedStay,
): { totalAmount: number; lines: PriceLine[] } | Problem {
  try {
    return priceOf(store, { ...stay, roomId: room.id });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Whether the time or the buffer after it is taken. Lapsed unpaid holds do not count. */
export function findSeriesConflict(
  booking: Booking,
  stay: RequestedStay,
  occupied: readonly OccupiedTime[],
): { readonly isTaken: boolean; readonly lapsed: readonly string[] } {
  const kept = withBuffer(booking, stay, stay.isBlock);
  const met = occupied.filter((occupiedTime) => overlaps(occupiedTime, kept));
  const isLapsed = ({ holdExpiresAt }: OccupiedTime) => holdExpiresAt !== null && holdExpiresAt <= stay.now;
  return met.every(isLapsed)
    ? { isTaken: false, lapsed: met.map((occupiedTime) => occupiedTime.reservationId) }
    : { isTaken: true, lapsed: [] };
}

export function withBuffer({ store }: Booking, { startsAt, endsAt }: Period, isBlock = false): Period {
  return { startsAt, endsAt: isBlock ? endsAt : new Date(endsAt.getTime() + store.bufferMinutes * 60_000) };
}

const DAY_MS = 24 * 3600_000;
/** Beyond any horizon, and earlier than any acceptable start: a time outside is always refused. */
const FURTHEST_MS = 1000 * DAY_MS;
/** Longer than any store allows. */
const LONGEST_MS = 8 * DAY_MS;

function expanded(wish: SeriesWish, timeZone: string, now: Date): readonly Period[] {
  const period = { startsAt: new Date(wish.startsAt), endsAt: new Date(wish.endsAt) };
  const startsInMs = period.startsAt.getTime() - now.getTime();
  // Checked before the expansion, so that a request cannot make it enumerate centuries.
  if (startsInMs > FURTHEST_MS) throw refuseBooking('BEYOND_HORIZON', 'startsAt', 'after_horizon');
  if (startsInMs < -FURTHEST_MS) throw refuseBooking('IN_THE_PAST', 'startsAt', 'before_now');
  if (period.endsAt.getTime() - period.startsAt.getTime() > LONGEST_MS)
    throw refuseBooking('TOO_LONG', 'endsAt', 'longer_than_max');
  const expansion = expandSeries({ rule: wish.rule, timeZone, ...period });
  if (expansion.kind === 'periods') return expansion.periods;
  throw refuseBooking(
    expansion.path === 'endsAt' ? 'PERIOD_INVALID' : 'SERIES_INVALID',
    expansion.path,
    expansion.detail,
  );
}

/** The span from the first start to the last end, limited to what can be booked. */
export function spanOf(periods: readonly Period[], now: Date): Period {
  const within = (ms: number) => new Date(Math.min(Math.max(ms, now.getTime() - DAY_MS), now.getTime() + FURTHEST_MS));
  return {
    startsAt: within(Math.min(...periods.map((period) => period.startsAt.getTime()))),
    endsAt: within(Math.max(...periods.map((period) => period.endsAt.getTime()))),
  };
}
