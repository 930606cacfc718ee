import type { Sales } from '@munjigi/contract';

/** Monday first; 0 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export interface HeatCell {
  readonly weekday: number;
  readonly hour: number;
  readonly netAmount: number;
  readonly count: number;
  /** 0 to 1, relative to the strongest hour. */
  readonly strength: number;
}

/** All hours of the week, row by row from Monday, and the strongest of them; `null` without sales. */
export function heatOf(hours: Sales['hours']): {
  readonly rows: readonly (readonly HeatCell[])[];
  readonly strongest: HeatCell | null;
} {
  const hourByCell = new Map(hours.map((hour) => [hour.weekday * 24 + hour.hour, hour]));
  const most = Math.max(0, ...hours.map(({ netAmount }) => netAmount));
  const rows = WEEKDAYS.map((weekday) =>
    HOURS.map((hour): HeatCell => {
      const { netAmount, count } = hourByCell.get(weekday * 24 + hour) ?? { netAmount: 0, count: 0 };
      return { weekday, hour, netAmount, count, strength: most === 0 ? 0 : Math.max(0, netAmount) / most };
    }),
  );
  return { rows, strongest: most === 0 ? null : (rows.flat().find(({ netAmount }) => netAmount === most) ?? null) };
}
