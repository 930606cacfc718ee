import type { OpeningHours } from '@munjigi/contract';
import { weekdayOfDay } from './calendar-date.ts';
import { mergePeriods, type Period } from './period.ts';
import { minutesOf } from './time-of-day.ts';
import { zonedDay, zonedMs } from './zone.ts';

/**
 * The opening periods of a store between `from` and `to`, soonest first; days that touch at midnight are one period.
 * Closures are ignored.
 */
export function openPeriods(
  { timeZone, hours }: { readonly timeZone: string; readonly hours: readonly OpeningHours[] },
  from: Date,
  to: Date,
): Period[] {
  if (hours.length === 0 || from >= to) return [];
  const open: Period[] = [];
  const lastDay = zonedDay(timeZone, to.getTime());
  // The day before may be open past midnight.
  for (let day = zonedDay(timeZone, from.getTime()) - 1; day <= lastDay; day += 1) {
    const ofDay = hours.find((hour) => hour.weekday === weekdayOfDay(day));
    if (!ofDay) continue;
    const [opens, closes] = [minutesOf(ofDay.opensAt), minutesOf(ofDay.closesAt)];
    const startsAt = zonedMs(timeZone, day, opens);
    const endsAt = zonedMs(timeZone, closes > opens ? day : day + 1, closes);
    open.push({
      startsAt: new Date(Math.max(startsAt, from.getTime())),
      endsAt: new Date(Math.min(endsAt, to.getTime())),
    });
  }
  return mergePeriods(open);
}
