import type { OpeningHours } from '@munjigi/contract';
import { MINUTE_MS } from './durations.ts';
import { openPeriods } from './opening.ts';
import { covers, overlaps, type Period } from './period.ts';
import { zonedDay, zonedMs } from './zone.ts';

export interface PeriodRules {
  readonly timeZone: string;
  readonly hours: readonly OpeningHours[];
  readonly slotMinutes: number;
  readonly minMinutes: number;
  readonly maxMinutes: number;
  readonly horizonDays: number;
}

export interface RequestedPeriod extends Period {
  readonly now: Date;
  /** The closures of the store and of this room. */
  readonly closures: readonly Period[];
  /** May start at any minute of the current slot, and end after whole slots or at a border (decision 058). */
  readonly isWalkIn?: boolean;
  /**
   * Cleaning or repair: not limited by opening hours, lengths or horizon, and may start and end at any five minutes.
   */
  readonly isBlock?: boolean;
  /** The start was agreed on earlier, so only the end is checked. */
  readonly isExtension?: boolean;
}

/** The problem's code, the field that it belongs to, and the fault of the field as a code. */
export interface PeriodRefusal {
  readonly code:
    | 'PERIOD_INVALID'
    | 'OFF_SLOT_GRID'
    | 'TOO_SHORT'
    | 'TOO_LONG'
    | 'IN_THE_PAST'
    | 'BEYOND_HORIZON'
    | 'STORE_CLOSED';
  readonly path: 'startsAt' | 'endsAt';
  readonly detail:
    | 'not_after_start'
    | 'off_slot_grid'
    | 'shorter_than_min'
    | 'longer_than_max'
    | 'before_now'
    | 'after_horizon'
    | 'no_hours'
    | 'outside_hours'
    | 'closure';
}

const BLOCK_GRID_MS = 5 * MINUTE_MS;

/**
 * Returns the first rule of the store that a period breaks, or `null`. Slots are counted in elapsed minutes from the
 * midnight of the start's day, and continue over the next midnight.
 */
export function checkPeriod(store: PeriodRules, period: RequestedPeriod): PeriodRefusal | null {
  if (!(period.startsAt < period.endsAt)) return { code: 'PERIOD_INVALID', path: 'endsAt', detail: 'not_after_start' };
  if (period.isBlock) return checkBlock(period);
  return (
    checkMoment(store, period) ?? checkSlots(store, period) ?? checkLength(store, period) ?? checkOpen(store, period)
  );
}

function checkBlock({ startsAt, endsAt, now }: RequestedPeriod): PeriodRefusal | null {
  if (startsAt.getTime() % BLOCK_GRID_MS !== 0)
    return { code: 'OFF_SLOT_GRID', path: 'startsAt', detail: 'off_slot_grid' };
  if (endsAt.getTime() % BLOCK_GRID_MS !== 0) return { code: 'OFF_SLOT_GRID', path: 'endsAt', detail: 'off_slot_grid' };
  return endsAt <= now ? { code: 'IN_THE_PAST', path: 'endsAt', detail: 'before_now' } : null;
}

/** Checks that the period ends after its start, and starts and ends on a slot: all that prices require. */
export function checkSlots(
  { timeZone, slotMinutes }: Pick<PeriodRules, 'timeZone' | 'slotMinutes'>,
  {
    startsAt,
    endsAt,
    isExtension,
    isWalkIn,
  }: Pick<RequestedPeriod, 'startsAt' | 'endsAt' | 'isExtension' | 'isWalkIn'>,
): PeriodRefusal | null {
  if (!(startsAt < endsAt)) return { code: 'PERIOD_INVALID', path: 'endsAt', detail: 'not_after_start' };
  const slotMs = slotMinutes * MINUTE_MS;
  if (isWalkIn)
    return checkWalkInSlots(slotMs, borderBefore({ timeZone, slotMinutes }, startsAt), { startsAt, endsAt });
  // The start of an extended stay may be on the slots of an earlier setting.
  if (!isExtension && (startsAt.getTime() - midnightBefore(timeZone, startsAt)) % slotMs !== 0) {
    return { code: 'OFF_SLOT_GRID', path: 'startsAt', detail: 'off_slot_grid' };
  }
  return (endsAt.getTime() - startsAt.getTime()) % slotMs === 0
    ? null
    : { code: 'OFF_SLOT_GRID', path: 'endsAt', detail: 'off_slot_grid' };
}

function checkWalkInSlots(slotMs: number, borderMs: number, { startsAt, endsAt }: Period): PeriodRefusal | null {
  if (startsAt.getTime() % MINUTE_MS !== 0) return { code: 'OFF_SLOT_GRID', path: 'startsAt', detail: 'off_slot_grid' };
  const isWholeSlots = (endsAt.getTime() - startsAt.getTime()) % slotMs === 0;
  return isWholeSlots || (endsAt.getTime() - borderMs) % slotMs === 0
    ? null
    : { code: 'OFF_SLOT_GRID', path: 'endsAt', detail: 'off_slot_grid' };
}

/**
 * The slots that a walk-in pays: as many as its time fills, the last one possibly in part, from the border at or before
 * its start (decision 058). A period on the borders is returned unchanged.
 */
export function walkInSlots(
  store: Pick<PeriodRules, 'timeZone' | 'slotMinutes'>,
  { startsAt, endsAt }: Period,
): Period {
  const slotMs = store.slotMinutes * MINUTE_MS;
  const borderMs = borderBefore(store, startsAt);
  const count = Math.ceil((endsAt.getTime() - startsAt.getTime()) / slotMs);
  return { startsAt: new Date(borderMs), endsAt: new Date(borderMs + count * slotMs) };
}

/**
 * Whether stays of this channel may begin between two borders, so that their price counts from the border before: walk-ins,
 * and stays that a guest started online at the present minute (BK-14). A stay that begins at a border costs the same either way.
 */
export function canStartAtAnyMinute(channel: string): boolean {
  return channel === 'WALK_IN' || channel === 'ONLINE';
}

function borderBefore({ timeZone, slotMinutes }: Pick<PeriodRules, 'timeZone' | 'slotMinutes'>, at: Date): number {
  const slotMs = slotMinutes * MINUTE_MS;
  const midnight = midnightBefore(timeZone, at);
  return midnight + Math.floor((at.getTime() - midnight) / slotMs) * slotMs;
}

/** The first slot at or after an instant. */
export function firstSlotFrom(
  { timeZone, slotMinutes }: Pick<PeriodRules, 'timeZone' | 'slotMinutes'>,
  at: Date,
): Date {
  const slotMs = slotMinutes * MINUTE_MS;
  const midnight = midnightBefore(timeZone, at);
  const slot = midnight + Math.ceil((at.getTime() - midnight) / slotMs) * slotMs;
  // A day with a clock change may end within a slot; the next day starts a new sequence of slots.
  return new Date(Math.min(slot, zonedMs(timeZone, zonedDay(timeZone, at.getTime()) + 1, 0)));
}

function midnightBefore(timeZone: string, at: Date): number {
  return zonedMs(timeZone, zonedDay(timeZone, at.getTime()), 0);
}

function checkLength(store: PeriodRules, period: RequestedPeriod): PeriodRefusal | null {
  const { minMinutes, maxMinutes } = store;
  const { startsAt, endsAt } = period.isWalkIn ? walkInSlots(store, period) : period;
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
  if (minutes < minMinutes) return { code: 'TOO_SHORT', path: 'endsAt', detail: 'shorter_than_min' };
  return minutes > maxMinutes ? { code: 'TOO_LONG', path: 'endsAt', detail: 'longer_than_max' } : null;
}

function checkMoment(
  { timeZone, slotMinutes, horizonDays }: PeriodRules,
  period: RequestedPeriod,
): PeriodRefusal | null {
  const { now } = period;
  if (period.isExtension)
    return period.endsAt <= now ? { code: 'IN_THE_PAST', path: 'endsAt', detail: 'before_now' } : null;
  const startsInMs = period.startsAt.getTime() - now.getTime();
  const isPast = period.isWalkIn ? startsInMs <= -slotMinutes * MINUTE_MS : startsInMs < 0;
  if (isPast) return { code: 'IN_THE_PAST', path: 'startsAt', detail: 'before_now' };
  // A walk-in that starts later starts at a border, as every other reservation does.
  if (
    period.isWalkIn &&
    startsInMs >= slotMinutes * MINUTE_MS &&
    period.startsAt.getTime() !== borderBefore({ timeZone, slotMinutes }, period.startsAt)
  ) {
    return { code: 'OFF_SLOT_GRID', path: 'startsAt', detail: 'off_slot_grid' };
  }
  return startsInMs > horizonDays * 1440 * MINUTE_MS
    ? { code: 'BEYOND_HORIZON', path: 'startsAt', detail: 'after_horizon' }
    : null;
}

function checkOpen(store: PeriodRules, period: RequestedPeriod): PeriodRefusal | null {
  if (store.hours.length === 0) return { code: 'STORE_CLOSED', path: 'startsAt', detail: 'no_hours' };
  const first = openPeriods(store, period.startsAt, period.endsAt)[0];
  if (!first || !covers(first, period)) {
    const startsOpen = first !== undefined && first.startsAt <= period.startsAt;
    return { code: 'STORE_CLOSED', path: startsOpen ? 'endsAt' : 'startsAt', detail: 'outside_hours' };
  }
  const closure = period.closures.find((closure) => overlaps(closure, period));
  if (!closure) return null;
  return { code: 'STORE_CLOSED', path: closure.startsAt <= period.startsAt ? 'startsAt' : 'endsAt', detail: 'closure' };
}
