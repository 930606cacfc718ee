import { addDays } from '@munjigi/rules';

/** So many months up to that of a date, the latest first, as `2026-11`. */
export function latestMonths(today: string, count: number): string[] {
  const months: string[] = [];
  for (let month = today.slice(0, 7); months.length < count; month = addDays(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return months;
}
