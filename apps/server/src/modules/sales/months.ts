import { addDays } from '@munjigi/rules';

export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** Returns the first and the last date of the whole calendar months within the dates; `null` without a whole month. */
export function wholeMonths({ from, to }: Dates): Dates | null {
  const first = from.endsWith('-01') ? from : firstOfNext(from);
  const last = addDays(to, 1).endsWith('-01') ? to : addDays(`${to.slice(0, -2)}01`, -1);
  return first < last ? { from: first, to: last } : null;
}

function firstOfNext(date: string): string {
  return `${addDays(`${date.slice(0, -2)}01`, 31).slice(0, -2)}01`;
}
