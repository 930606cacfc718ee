import { addDays } from '@munjigi/rules';

/** Returns a period as it is in the name of a file: `2026-11` for a whole month, otherwise its first and last date. */
export function datesInName(from: string, to: string): string {
  const isMonth = from.endsWith('-01') && addDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);
  return isMonth ? from.slice(0, 7) : from === to ? from : `${from} ${to}`;
}
