import { expect, it } from 'vitest';
import { toTierDrafts, growsLater, findTierFaults, toCancellationTiers, withNewTier } from './cancellation-tiers.ts';

const TIERS = [
  { hoursBefore: 2, refundPercent: 50 },
  { hoursBefore: 24, refundPercent: 100 },
];

it('the cancellation tier editor puts the tier with the most hours first', () => {
  expect(toCancellationTiers(toTierDrafts(TIERS))).toEqual([
    { hoursBefore: 24, refundPercent: 100 },
    { hoursBefore: 2, refundPercent: 50 },
  ]);
});

it('the cancellation tier editor adds a tier below the last one', () => {
  expect(toCancellationTiers(withNewTier(toTierDrafts(TIERS))).at(-1)).toEqual({ hoursBefore: 1, refundPercent: 25 });
  expect(toCancellationTiers(withNewTier([]))).toEqual([{ hoursBefore: 24, refundPercent: 100 }]);
});

it('the cancellation tier editor reports a value that is not a number, a percentage over 100, and a duplicate', () => {
  const draft = [
    { key: 0, hoursBefore: '24', refundPercent: '100' },
    { key: 1, hoursBefore: '24', refundPercent: '50' },
    { key: 2, hoursBefore: 'x', refundPercent: '50' },
    { key: 3, hoursBefore: '3', refundPercent: '101' },
    { key: 4, hoursBefore: '8761', refundPercent: '1' },
  ];
  expect([...findTierFaults(draft)]).toEqual([
    [1, 'twice'],
    [2, 'hours'],
    [3, 'percent'],
    [4, 'hours'],
  ]);
});

it('the cancellation tier editor detects that a later cancellation would get a higher refund', () => {
  expect(growsLater(toTierDrafts(TIERS))).toBe(false);
  expect(growsLater(toTierDrafts([...TIERS, { hoursBefore: 1, refundPercent: 60 }]))).toBe(true);
});
