import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateRefund, cancellationOf, refundStepsOf } from '../index.ts';

const startsAt = new Date('2026-03-10T12:00:00Z');
const tiers = [
  { hoursBefore: 2, refundPercent: 50 },
  { hoursBefore: 24, refundPercent: 100 },
];
const before = (hours: number) => new Date(startsAt.getTime() - hours * 3_600_000);
const cancelled = (hours: number, paidAmount = 10_001) =>
  cancellationOf(tiers, { startsAt, now: before(hours), paidAmount });

describe('a cancellation', () => {
  it('refunds by the tier with the most hours that is met, rounded down to the won', () => {
    expect(cancelled(48)).toEqual({ hoursBefore: 24, refundPercent: 100, owedAmount: 0, refundAmount: 10_001 });
    expect(cancelled(24)).toEqual({ hoursBefore: 24, refundPercent: 100, owedAmount: 0, refundAmount: 10_001 });
    expect(cancelled(23.99)).toEqual({ hoursBefore: 2, refundPercent: 50, owedAmount: 0, refundAmount: 5000 });
    expect(cancelled(2)).toEqual({ hoursBefore: 2, refundPercent: 50, owedAmount: 0, refundAmount: 5000 });
  });

  it('refunds nothing below all tiers, after the start, or without tiers', () => {
    const nothing = { hoursBefore: null, refundPercent: 0, owedAmount: 0, refundAmount: 0 };
    expect(cancelled(1.99)).toEqual(nothing);
    expect(cancelled(-1)).toEqual(nothing);
    expect(cancellationOf([], { startsAt, now: before(100), paidAmount: 10_000 })).toEqual(nothing);
    expect(cancelled(48, 0).refundAmount).toBe(0);
  });

  it('refunds owed money in full and the share of the tier of the rest', () => {
    const owing = (hours: number, owedAmount: number) =>
      cancellationOf(tiers, { startsAt, now: before(hours), paidAmount: 25_000, owedAmount });
    expect(owing(1, 5000)).toMatchObject({ refundPercent: 0, owedAmount: 5000, refundAmount: 5000 });
    expect(owing(2, 5000)).toMatchObject({ refundPercent: 50, owedAmount: 5000, refundAmount: 15_000 });
    expect(owing(1, 30_000)).toMatchObject({ owedAmount: 25_000, refundAmount: 25_000 });
  });

  it('may refund something until the start itself', () => {
    const untilStart = [{ hoursBefore: 0, refundPercent: 10 }];
    expect(cancellationOf(untilStart, { startsAt, now: startsAt, paidAmount: 99 })).toEqual({
      hoursBefore: 0,
      refundPercent: 10,
      owedAmount: 0,
      refundAmount: 9,
    });
    expect(cancellationOf(untilStart, { startsAt, now: before(-0.001), paidAmount: 99 }).hoursBefore).toBeNull();
  });

  it('never refunds more than was paid, nor a fraction of a won', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.nat(100),
        fc.double({ min: -5, max: 200, noNaN: true }),
        (paidAmount, refundPercent, hours) => {
          const { refundAmount } = cancellationOf([{ hoursBefore: 3, refundPercent }], {
            startsAt,
            now: before(hours),
            paidAmount,
          });
          expect(Number.isSafeInteger(refundAmount)).toBe(true);
          expect(refundAmount).toBeGreaterThanOrEqual(0);
          expect(refundAmount).toBeLessThanOrEqual(paidAmount);
        },
      ),
    );
  });
});

describe('refundStepsOf', () => {
  const startsAt = new Date('2026-11-29T09:00:00Z');
  const stepsOf = (tiers: Parameters<typeof refundStepsOf>[0]) =>
    refundStepsOf(tiers, startsAt).map(({ until, refundPercent }) => [until.toISOString(), refundPercent]);

  it('names the deadline of each tier, soonest first, and nothing back after the last one (GP-11)', () => {
    const tiers = [
      { hoursBefore: 3, refundPercent: 50 },
      { hoursBefore: 24, refundPercent: 100 },
    ];
    expect(stepsOf(tiers)).toEqual([
      ['2026-11-28T09:00:00.000Z', 100],
      ['2026-11-29T06:00:00.000Z', 50],
      ['2026-11-29T09:00:00.000Z', 0],
    ]);
  });

  it('joins steps with one percentage, and ends with the start when a tier has no hours', () => {
    const tiers = [
      { hoursBefore: 24, refundPercent: 100 },
      { hoursBefore: 12, refundPercent: 100 },
      { hoursBefore: 0, refundPercent: 30 },
    ];
    expect(stepsOf(tiers)).toEqual([
      ['2026-11-28T21:00:00.000Z', 100],
      ['2026-11-29T09:00:00.000Z', 30],
    ]);
    expect(stepsOf([])).toEqual([['2026-11-29T09:00:00.000Z', 0]]);
    expect(stepsOf([{ hoursBefore: 24, refundPercent: 0 }])).toEqual([['2026-11-29T09:00:00.000Z', 0]]);
  });

  it('agrees with cancellationOf until and after each deadline', () => {
    const tiers = [
      { hoursBefore: 48, refundPercent: 100 },
      { hoursBefore: 6, refundPercent: 70 },
    ];
    const percentAt = (now: Date) => cancellationOf(tiers, { startsAt, now, paidAmount: 10_000 }).refundPercent;
    const steps = refundStepsOf(tiers, startsAt);
    for (const [index, { until, refundPercent }] of steps.slice(0, -1).entries()) {
      expect(percentAt(until)).toBe(refundPercent);
      expect(percentAt(new Date(until.getTime() + 1))).toBe(steps[index + 1]?.refundPercent);
    }
  });
});

describe('allocateRefund', () => {
  const [cash, card, transfer] = [
    { isOnline: false, leftAmount: 8000 },
    { isOnline: true, leftAmount: 5000 },
    { isOnline: false, leftAmount: 7000 },
  ];

  it('refunds payments through a provider first, then the others in order, each up to its rest', () => {
    expect(allocateRefund([cash, card, transfer], 14_000)).toEqual([
      { payment: card, amount: 5000 },
      { payment: cash, amount: 8000 },
      { payment: transfer, amount: 1000 },
    ]);
    expect(allocateRefund([cash], 9000)).toEqual([{ payment: cash, amount: 8000 }]);
  });

  it('allocates nothing for an amount of 0', () => {
    expect(allocateRefund([cash, card], 0)).toEqual([]);
    expect(allocateRefund([cash, card], -1000)).toEqual([]);
  });
});
