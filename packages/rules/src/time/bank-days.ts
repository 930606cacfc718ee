import { addDays, weekdayOf } from './calendar-date.ts';

/**
 * Whether a bank works on this date (`2026-02-17`): not on weekends, public holidays and Labour Day, which is a bank
 * holiday even where it is not a public one.
 */
export function isBankDay(date: string, isHoliday: (date: string) => boolean): boolean {
  return weekdayOf(date) < 6 && !date.endsWith('-05-01') && !isHoliday(date);
}

/** The bank day so many bank days after a date; with 0 the date itself, or the next bank day. */
export function bankDayAfter(date: string, days: number, isHoliday: (date: string) => boolean): string {
  let found = date;
  while (!isBankDay(found, isHoliday) && days === 0) found = addDays(found, 1);
  for (let remaining = days; remaining > 0;) {
    found = addDays(found, 1);
    if (isBankDay(found, isHoliday)) remaining -= 1;
  }
  return found;
}
