import type { Sales } from '@munjigi/contract';

/** The net sales of two months from their first to one day of the month; `null`: the month has no such day (yet). */
export interface MonthDay {
  readonly day: number;
  readonly now: number | null;
  readonly before: number | null;
}

const DAYS = 31;

/** Adds up the days of the month of a date, and of the month before, day by day. */
export function compareMonths(days: Sales['days'], today: string): MonthDay[] {
  const month = today.slice(0, 7);
  const [now, before] = [
    addUp(days.filter(({ date }) => date.startsWith(month))),
    addUp(days.filter(({ date }) => !date.startsWith(month))),
  ];
  return Array.from({ length: DAYS }, (_, index) => ({
    day: index + 1,
    now: now[index] ?? null,
    before: before[index] ?? null,
  })).filter((day) => day.now !== null || day.before !== null);
}

function addUp(days: Sales['days']): number[] {
  let sum = 0;
  return days.map(({ netAmount }) => (sum += netAmount));
}
