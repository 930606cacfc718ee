import { addDays } from './calendar-date.ts';
import type { Period } from './period.ts';
import { zonedDate, zonedInstant } from './zone.ts';

interface Cutoff {
  readonly timeZone: string;
  /** `HH:mm`: what is before it belongs to the day before. */
  readonly dayCutoff: string;
}

/** The date a moment belongs to in a store that is open past midnight: the one whose `businessDay` it is in. */
export function businessDateOf(store: Cutoff, at: Date): string {
  const date = zonedDate(store.timeZone, at);
  if (at < zonedInstant(store.timeZone, date, store.dayCutoff)) return addDays(date, -1);
  const next = addDays(date, 1);
  // Where clocks are put back over midnight, a day's last hour comes again after the next has begun.
  return at < zonedInstant(store.timeZone, next, store.dayCutoff) ? date : next;
}

/** From the cut-off of the date to that of the next. */
export function businessDay({ timeZone, dayCutoff }: Cutoff, date: string): Period {
  return {
    startsAt: zonedInstant(timeZone, date, dayCutoff),
    endsAt: zonedInstant(timeZone, addDays(date, 1), dayCutoff),
  };
}
