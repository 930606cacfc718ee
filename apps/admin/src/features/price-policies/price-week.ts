import type { PriceLine, Store } from '@munjigi/contract';
import { addDays, openPeriods, calculatePrice, timeOf, zonedInstant, type PriceRule } from '@munjigi/rules';

/**
 * The price of a stay that begins there. `CLOSED`: the store is not open for its whole length; `GAP`: a part has no
 * price.
 */
export interface PriceCell {
  readonly kind: 'PRICED' | 'GAP' | 'CLOSED';
  readonly amount: number;
  readonly lines: readonly PriceLine[];
  /** 0 (cheapest of the week) to `COLOUR_STEPS - 1`. */
  readonly step: number;
}
export interface PriceWeek {
  /** The start times of the rows, `HH:mm`. */
  readonly times: readonly string[];
  /** ISO weekdays, Monday first, and 0 for a holiday. */
  readonly columns: readonly number[];
  /** Row by row. */
  readonly cells: readonly (readonly PriceCell[])[];
}

interface WeekInput {
  readonly store: Pick<Store, 'timeZone' | 'slotMinutes' | 'hours'>;
  /** The one that wins first. */
  readonly policies: readonly PriceRule[];
  readonly roomId: string;
  /** The Monday of the shown week, which decides about seasons. */
  readonly monday: string;
  /** The length of each stay. */
  readonly minutes: number;
  readonly headCount: number;
}

export const COLOUR_STEPS = 5;
/** The weekday that stands for a holiday: its hours, and an ordinary night before it. */
const HOLIDAY_WEEKDAY = 3;

/** Rows begin every hour, or every slot where a slot is longer. */
export function rowMinutes({ slotMinutes }: Pick<Store, 'slotMinutes'>): number {
  return Math.max(60, slotMinutes);
}

/** The prices of a week in a room, hour by weekday, by the same calculation as the server's (PR-2). */
export function priceWeek({ store, policies, roomId, monday, minutes, headCount }: WeekInput): PriceWeek {
  const step = rowMinutes(store);
  const times = Array.from({ length: Math.floor(1440 / step) }, (_, at) => timeOf(at * step));
  const columns = [1, 2, 3, 4, 5, 6, 7, 0];
  const open = openPeriods(
    store,
    zonedInstant(store.timeZone, addDays(monday, -1), '00:00'),
    zonedInstant(store.timeZone, addDays(monday, 9), '00:00'),
  );
  const quoted = times.map((time) =>
    columns.map((weekday): Omit<PriceCell, 'step'> => {
      const date = addDays(monday, (weekday === 0 ? HOLIDAY_WEEKDAY : weekday) - 1);
      const startsAt = zonedInstant(store.timeZone, date, time);
      const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
      if (!open.some((period) => period.startsAt <= startsAt && endsAt <= period.endsAt))
        return { kind: 'CLOSED', amount: 0, lines: [] };
      const quote = calculatePrice({
        ...store,
        policies,
        roomId,
        startsAt,
        endsAt,
        headCount,
        isHoliday: (day) => weekday === 0 && day === date,
      });
      return quote.kind === 'unpriced'
        ? { kind: 'GAP', amount: 0, lines: [] }
        : { kind: 'PRICED', amount: quote.totalAmount, lines: quote.lines };
    }),
  );
  const amounts = quoted
    .flat()
    .filter(({ kind }) => kind === 'PRICED')
    .map(({ amount }) => amount);
  return {
    times,
    columns,
    cells: quoted.map((row) => row.map((cell) => ({ ...cell, step: stepOf(cell.amount, amounts) }))),
  };
}

/** The position of an amount between the week's lowest and highest, in steps of colour. */
function stepOf(amount: number, amounts: readonly number[]): number {
  const lowest = Math.min(...amounts);
  const highest = Math.max(...amounts);
  if (!(highest > lowest)) return 0;
  return Math.min(COLOUR_STEPS - 1, Math.max(0, Math.floor(((amount - lowest) / (highest - lowest)) * COLOUR_STEPS)));
}

/** Lengths of stay to choose from: the row's length, the store's shortest, and whole hours up to its longest. */
export function stayChoices(store: Pick<Store, 'slotMinutes' | 'minMinutes' | 'maxMinutes'>): readonly number[] {
  const lengths = [rowMinutes(store), store.minMinutes, 60, 120, 180, 240, 300, 360, 480, 600, 720];
  return [...new Set(lengths)]
    .filter(
      (minutes) => minutes % store.slotMinutes === 0 && (minutes <= store.maxMinutes || minutes === rowMinutes(store)),
    )
    .sort((a, b) => a - b);
}
