import type { Sales } from '@munjigi/contract';
import { mondayOf } from '@munjigi/rules';

/** A bar of the chart: a day, or a week. */
export interface Bar {
  /** Business dates, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly grossAmount: number;
  readonly refundAmount: number;
  readonly netAmount: number;
  readonly paymentCount: number;
}

/** Above this number bars would be too thin to distinguish; then a bar is a week. */
export const MOST_DAY_BARS = 92;

type Day = Sales['days'][number];

/**
 * A bar for each day, or above `MOST_DAY_BARS` for each week from Monday; the first and the last week may be
 * incomplete.
 */
export function barsOf(days: readonly Day[]): { readonly unit: 'day' | 'week'; readonly bars: readonly Bar[] } {
  if (days.length <= MOST_DAY_BARS)
    return { unit: 'day', bars: days.map((day) => ({ ...day, from: day.date, to: day.date })) };
  const weeks = new Map<string, Bar>();
  for (const day of days) {
    const monday = mondayOf(day.date);
    const week = weeks.get(monday);
    weeks.set(monday, {
      from: week?.from ?? day.date,
      to: day.date,
      grossAmount: (week?.grossAmount ?? 0) + day.grossAmount,
      refundAmount: (week?.refundAmount ?? 0) + day.refundAmount,
      netAmount: (week?.netAmount ?? 0) + day.netAmount,
      paymentCount: (week?.paymentCount ?? 0) + day.paymentCount,
    });
  }
  return { unit: 'week', bars: [...weeks.values()] };
}

export interface Scale {
  readonly bottom: number;
  readonly top: number;
  /** The labelled amounts of the axis from bottom to top, evenly spaced, including 0. */
  readonly ticks: readonly number[];
}

/** An axis of round figures that contains all bars. */
export function scaleOf(bars: readonly Bar[]): Scale {
  const highest = Math.max(0, ...bars.flatMap(({ grossAmount, netAmount }) => [grossAmount, netAmount]));
  const lowest = Math.min(0, ...bars.map(({ netAmount }) => netAmount));
  const step = roundStep((highest - lowest) / 4);
  const first = Math.floor(lowest / step);
  const last = Math.max(Math.ceil(highest / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { bottom: first * step, top: last * step, ticks };
}

/** 1, 2 or 5 times a power of ten, and whole won. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const lead = least / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

/** The bars with a date below them: as many as fit, evenly spaced from the first. */
export function labelEvery(count: number, room: number): number {
  return Math.max(1, Math.ceil(count / room));
}
