import { addDays } from '@munjigi/rules';
import { describe, expect, it } from 'vitest';
import { barsOf, labelEvery, MOST_DAY_BARS, scaleOf, type Bar } from './day-bars.ts';

const days = (count: number, netAmount = 1000) =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays('2026-01-01', index),
    grossAmount: netAmount + 100,
    refundAmount: 100,
    netAmount,
    supplyAmount: 0,
    vatAmount: 0,
    taxFreeAmount: 0,
    paymentCount: 2,
    refundCount: 1,
  }));
const bar = (grossAmount: number, refundAmount: number): Bar => ({
  from: '',
  to: '',
  grossAmount,
  refundAmount,
  netAmount: grossAmount - refundAmount,
  paymentCount: 1,
});

describe('the bars of the chart', () => {
  it('are days up to `MOST_DAY_BARS`, then weeks from Monday with the same sum', () => {
    expect(barsOf(days(MOST_DAY_BARS))).toMatchObject({ unit: 'day', bars: { length: MOST_DAY_BARS } });
    const { unit, bars } = barsOf(days(MOST_DAY_BARS + 1));
    expect(unit).toBe('week');
    // 1 January 2026 was a Thursday, so the first week is shorter.
    expect(bars.slice(0, 2)).toEqual([
      { from: '2026-01-01', to: '2026-01-04', grossAmount: 4400, refundAmount: 400, netAmount: 4000, paymentCount: 8 },
      { from: '2026-01-05', to: '2026-01-11', grossAmount: 7700, refundAmount: 700, netAmount: 7000, paymentCount: 14 },
    ]);
    expect(bars.reduce((sum, { netAmount }) => sum + netAmount, 0)).toBe((MOST_DAY_BARS + 1) * 1000);
  });

  it('have an axis of round figures, which reaches below zero for a negative net amount', () => {
    expect(scaleOf([bar(34_000, 0), bar(120_000, 20_000)])).toEqual({
      bottom: 0,
      top: 150_000,
      ticks: [0, 50_000, 100_000, 150_000],
    });
    expect(scaleOf([bar(100, 0), bar(0, 50)])).toEqual({ bottom: -50, top: 100, ticks: [-50, 0, 50, 100] });
    expect(scaleOf([bar(0, 0)])).toEqual({ bottom: 0, top: 1, ticks: [0, 1] });
    expect(scaleOf([bar(2_000_000_000, 0)]).ticks.at(-1)).toBe(2_000_000_000);
  });

  it('have as many dates as fit below them', () => {
    expect([labelEvery(7, 6), labelEvery(6, 6), labelEvery(31, 6), labelEvery(1, 6)]).toEqual([2, 1, 6, 1]);
  });
});
