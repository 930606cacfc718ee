import { addDays } from './calendar-date.ts';
import type { Period } from './period.ts';
import { zonedDate, zonedInstant } from './zone.ts';

interface Cutoff {
  readonly timeZone: string;
  /** `HH:mm`: moments before it belong to the day before. */
  readonly dayCutoff: string;
}

/**
 * The business date of a moment in a store that is open past midnight: the date whose `businessDay` contains the
 * moment.
 */
export function businessDateOf(store: Cutoff, at: Date): string {
  const date = zonedDate(store.timeZone, at);
  if (at < zonedInstant(store.timeZone, date, store.dayCutoff)) return addDays(date, -1);
  const next = addDays(date, 1);
  // Where clocks are put back over midnight, the last hour of a day repeats after the next day has begun.
  return at < zonedInstant(store.timeZone, next, store.dayCutoff) ? date : next;
}

/** The period from the cut-off of the date to that of the next date. */
export function businessDay({ timeZone, dayCutoff }: Cutoff, date: string): Period {
  return {
    startsAt: zonedInstant(timeZone, date, dayCutoff),
    endsAt: zonedInstant(timeZone, addDays(date, 1), dayCutoff),
  };
}
