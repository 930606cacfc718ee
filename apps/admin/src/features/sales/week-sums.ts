import type { WeeklySales } from '@munjigi/contract';

type Week = WeeklySales['thisWeek'];

/** What a week is compared by. */
export const WEEK_FIGURES = ['grossAmount', 'refundAmount', 'netAmount', 'paymentCount'] as const satisfies readonly (keyof Week[number])[];

export interface WeekSums extends Readonly<Record<(typeof WEEK_FIGURES)[number], number>> {
  /** Business dates, both included; '' where there is no day. */
  readonly from: string;
  readonly to: string;
}

/** Seven days as one. */
export function sumWeek(days: Week): WeekSums {
  const sum = (figure: (typeof WEEK_FIGURES)[number]) => days.reduce((all, day) => all + day[figure], 0);
  return {
    from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '',
    grossAmount: sum('grossAmount'), refundAmount: sum('refundAmount'), netAmount: sum('netAmount'), paymentCount: sum('paymentCount'),
  };
}
