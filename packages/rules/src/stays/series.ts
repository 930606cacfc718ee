import type { SeriesRule } from '@munjigi/contract';
import { addDays, daysBetween, mondayOf, weekdayOf } from '../time/calendar-date.ts';
import type { Period } from '../time/period.ts';
import { zonedDate, zonedInstant, zonedTime } from '../time/zone.ts';

/** The most reservations of a series (RV-6). */
export const MOST_OCCURRENCES = 200;

export type SeriesExpansion =
  | { readonly kind: 'periods'; readonly periods: readonly Period[] }
  | {
      readonly kind: 'refused';
      readonly path: 'endsAt' | 'rule' | 'rule.weekdays' | 'rule.until' | 'rule.count';
      readonly detail:
        | 'not_after_start'
        | 'no_end'
        | 'two_ends'
        | 'until_before_start'
        | 'too_many'
        | 'weekdays_of_daily';
    };

interface SeriesInput extends Period {
  readonly rule: SeriesRule;
  readonly timeZone: string;
}

/**
 * Expands a series to its periods, soonest first. The given period is always the first, even if the rule does not
 * contain its weekday. Each has the same local time in every season, so one over a night with a clock change is an hour
 * longer or shorter.
 */
export function expandSeries({ rule, startsAt, endsAt, timeZone }: SeriesInput): SeriesExpansion {
  const firstDate = zonedDate(timeZone, startsAt);
  if (!(startsAt < endsAt)) return { kind: 'refused', path: 'endsAt', detail: 'not_after_start' };
  if (rule.until === undefined && rule.count === undefined) return { kind: 'refused', path: 'rule', detail: 'no_end' };
  if (rule.until !== undefined && rule.count !== undefined)
    return { kind: 'refused', path: 'rule', detail: 'two_ends' };
  if (rule.until !== undefined && rule.until < firstDate)
    return { kind: 'refused', path: 'rule.until', detail: 'until_before_start' };
  if (rule.frequency === 'DAILY' && rule.weekdays.length > 0)
    return { kind: 'refused', path: 'rule.weekdays', detail: 'weekdays_of_daily' };

  const most = Math.min(rule.count ?? Infinity, MOST_OCCURRENCES + 1);
  const dates: string[] = [];
  for (const date of datesOf(rule, firstDate)) {
    if (dates.length === most || (rule.until !== undefined && date > rule.until)) break;
    dates.push(date);
  }
  if (dates.length > MOST_OCCURRENCES)
    return { kind: 'refused', path: rule.count === undefined ? 'rule.until' : 'rule.count', detail: 'too_many' };
  const times = { timeZone, startsAt, endsAt, firstDate };
  return { kind: 'periods', periods: dates.map((date) => periodOn(date, times)) };
}

/** Infinite: the caller stops. */
function* datesOf(rule: SeriesRule, firstDate: string): Generator<string> {
  yield firstDate;
  if (rule.frequency === 'DAILY') {
    for (let date = firstDate; ;) yield (date = addDays(date, rule.interval));
  }
  const weekdays = [...new Set(rule.weekdays.length === 0 ? [weekdayOf(firstDate)] : rule.weekdays)].sort(
    (a, b) => a - b,
  );
  for (let monday = mondayOf(firstDate); ; monday = addDays(monday, 7 * rule.interval)) {
    for (const weekday of weekdays) {
      const date = addDays(monday, weekday - 1);
      if (date > firstDate) yield date;
    }
  }
}

function periodOn(
  date: string,
  { timeZone, startsAt, endsAt, firstDate }: Period & { readonly timeZone: string; readonly firstDate: string },
): Period {
  if (date === firstDate) return { startsAt, endsAt };
  const on = (at: Date) => {
    const day = addDays(date, daysBetween(firstDate, zonedDate(timeZone, at)));
    return new Date(zonedInstant(timeZone, day, zonedTime(timeZone, at)).getTime() + (at.getTime() % 60_000));
  };
  const starts = on(startsAt);
  const ends = on(endsAt);
  // Where clocks are put forward, its start may move past its end.
  return {
    startsAt: starts,
    endsAt: starts < ends ? ends : new Date(starts.getTime() + endsAt.getTime() - startsAt.getTime()),
  };
}
