import type { PricePolicy } from '@munjigi/contract';
import { dateOf, weekdayOfDay } from '../time/calendar-date.ts';
import { minutesOf } from '../time/time-of-day.ts';
import { zonedMs } from '../time/zone.ts';

/** A rule that prices time: a policy, or the draft of one. */
export type PriceRule = Omit<PricePolicy, 'storeId' | 'version'>;

/**
 * A policy on one day: the time band that starts on it, in milliseconds since the epoch. On a holiday the policy's
 * setting for holidays decides, and its weekdays are ignored.
 */
export interface Band {
  readonly policy: PriceRule;
  readonly startsAt: number;
  readonly endsAt: number;
  /** The time that one unit prices. */
  readonly unitMs: number;
}

/** Sorts by priority, the highest first; equal ones stay in the given order, which is that of their creation (PR-2). */
export function inWinningOrder<T extends Pick<PriceRule, 'priority'>>(policies: readonly T[]): T[] {
  return [...policies].sort((a, b) => b.priority - a.priority);
}

export function appliesToRoom({ roomIds }: PriceRule, roomId: string): boolean {
  return roomIds.length === 0 || roomIds.includes(roomId);
}

interface Days {
  readonly timeZone: string;
  readonly slotMinutes: number;
  readonly isHoliday: (date: string) => boolean;
  /** The days on which the bands start, as days since 1970-01-01, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The bands that start on these days, grouped by policy, with policies in the given order. */
export function bandsOf(
  policies: readonly PriceRule[],
  { timeZone, slotMinutes, isHoliday, firstDay, lastDay }: Days,
): Band[] {
  const days: { day: number; date: string; weekday: number; isHoliday: boolean }[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    const date = dateOf(day);
    days.push({ day, date, weekday: weekdayOfDay(day), isHoliday: isHoliday(date) });
  }
  const bands: Band[] = [];
  for (const policy of policies) {
    const { startsOn, endsOn } = policy;
    const [from, to] = [minutesOf(policy.fromTime), minutesOf(policy.toTime)];
    const unitMs = (policy.unit === 'PACKAGE' ? (policy.packageMinutes ?? Infinity) : slotMinutes) * 60_000;
    for (const day of days) {
      if ((startsOn !== null && day.date < startsOn) || (endsOn !== null && day.date > endsOn)) continue;
      if (!(day.isHoliday ? policy.holidays : policy.weekdays.includes(day.weekday))) continue;
      const startsAt = zonedMs(timeZone, day.day, from);
      const endsAt = zonedMs(timeZone, to > from ? day.day : day.day + 1, to);
      bands.push({ policy, startsAt, endsAt, unitMs });
    }
  }
  return bands;
}

/** Whether one unit that starts at this time lies in the band. */
export function fitsAt(band: Band, at: number): boolean {
  return band.startsAt <= at && at + band.unitMs <= band.endsAt;
}
