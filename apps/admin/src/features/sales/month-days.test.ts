import { addDays } from '@munjigi/rules';
import { expect, it } from 'vitest';
import { sampleTotals } from '../../testing/sales-samples.ts';
import { compareMonths } from './month-days.ts';

it('adds up this month until today beside the whole month before, although their lengths differ', () => {
  // February with 28 days, and 2 days of March.
  const days = Array.from({ length: 30 }, (_, index) => ({
    date: addDays('2026-02-01', index),
    ...sampleTotals(index < 28 ? 100 : 1000, 0, 1),
  }));
  const compared = compareMonths(days, '2026-03-02');
  expect(compared).toHaveLength(28);
  expect(compared.slice(0, 3)).toEqual([
    { day: 1, now: 1000, before: 100 },
    { day: 2, now: 2000, before: 200 },
    { day: 3, now: null, before: 300 },
  ]);
  expect(compared.at(-1)).toEqual({ day: 28, now: null, before: 2800 });
});
