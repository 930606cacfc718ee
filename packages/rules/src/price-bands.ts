import type { PricePolicy } from '@munjigi/contract';
import { dateOf, weekdayOfDay } from './calendar-date.ts';
import { minutesOf } from './time-of-day.ts';
import { zonedMs } from './zone.ts';

/** What prices a piece of time: a policy, or the draft of one. */
export type PriceRule = Omit<PricePolicy, 'storeId' | 'version'>;

/**
 * A policy on a day that it holds on: the time band that starts on it, in milliseconds of the epoch. On a holiday it is the
 * policy's word on holidays that counts, and its weekdays do not.
 */
export interface Band {
  readonly policy: PriceRule;
  readonly startsAt: number;
  readonly endsAt: number;
  /** How much time one unit prices in one piece. */
  readonly unitMs: number;
}

/** The higher priority first; equals stay in the order given, which is that of their making (PR-2). */
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
  /** Days since 1970-01-01 on which the bands start, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The bands of the policies that start on these days: those of a policy together, policies in the order given. */
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

/** Does one unit of it that starts there lie in the band? */
export function fitsAt(band: Band, at: number): boolean {
  return band.startsAt <= at && at + band.unitMs <= band.endsAt;
}
