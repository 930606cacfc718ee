import type { WeeklySales } from '@munjigi/contract';

type Week = WeeklySales['thisWeek'];

/** The figures that weeks are compared by. */
export const WEEK_FIGURES = [
  'grossAmount',
  'refundAmount',
  'netAmount',
  'paymentCount',
] as const satisfies readonly (keyof Week[number])[];

export interface WeekSums extends Readonly<Record<(typeof WEEK_FIGURES)[number], number>> {
  /** Business dates, both inclusive; '' without a day. */
  readonly from: string;
  readonly to: string;
}

/** The sum of seven days. */
export function sumWeek(days: Week): WeekSums {
  const sum = (figure: (typeof WEEK_FIGURES)[number]) => days.reduce((all, day) => all + day[figure], 0);
  return {
    from: days[0]?.date ?? '',
    to: days.at(-1)?.date ?? '',
    grossAmount: sum('grossAmount'),
    refundAmount: sum('refundAmount'),
    netAmount: sum('netAmount'),
    paymentCount: sum('paymentCount'),
  };
}
