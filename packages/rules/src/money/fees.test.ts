import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardFeeRate, feeOf, termsOn } from '../index.ts';

describe('feeOf', () => {
  it('of 34,000 won at 2.53 % including VAT is 860 won: 782 and 78, and 33,140 are paid out', () => {
    const fee = feeOf(34_000, { rate: 2530, vat: 'INCLUSIVE' });
    expect(fee).toEqual({ supplyAmount: 782, vatAmount: 78 });
    expect(34_000 - fee.supplyAmount - fee.vatAmount).toBe(33_140);
  });

  it('adds VAT on top where the terms say so', () => {
    expect(feeOf(34_000, { rate: 2300, vat: 'EXCLUSIVE' })).toEqual({ supplyAmount: 782, vatAmount: 78 });
    expect(feeOf(10_000, { rate: 25, vat: 'EXCLUSIVE' })).toEqual({ supplyAmount: 3, vatAmount: 0 });
  });

  it('is rounded half up to the won, and never exceeds the amount', () => {
    expect(feeOf(100, { rate: 500, vat: 'INCLUSIVE' })).toEqual({ supplyAmount: 1, vatAmount: 0 });
    expect(feeOf(99, { rate: 500, vat: 'INCLUSIVE' })).toEqual({ supplyAmount: 0, vatAmount: 0 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
        const { supplyAmount, vatAmount } = feeOf(amount, { rate, vat: 'INCLUSIVE' });
        expect(Math.min(supplyAmount, vatAmount)).toBeGreaterThanOrEqual(0);
        expect(supplyAmount + vatAmount).toBeLessThanOrEqual(amount);
        expect(Math.abs((supplyAmount + vatAmount) * 100_000 - amount * rate)).toBeLessThanOrEqual(50_000);
      }),
    );
  });
});

describe('fee terms with dates', () => {
  const terms = [
    { validFrom: '2025-02-14', rate: 3 },
    { validFrom: '2026-08-01', rate: 1 },
    { validFrom: '2026-02-01', rate: 2 },
  ];

  it('apply from their first day until the next terms, in any order of the list', () => {
    expect(
      ['2025-02-13', '2025-02-14', '2026-01-31', '2026-02-01', '2026-07-31', '2026-08-01', '2030-01-01'].map(
        (date) => termsOn(terms, date)?.rate ?? null,
      ),
    ).toEqual([null, 3, 3, 2, 2, 1, 1]);
  });

  it.each([
    [300_000_000, 400, 150],
    [300_000_001, 1000, 750],
    [500_000_000, 1000, 750],
    [1_000_000_000, 1150, 900],
    [3_000_000_000, 1450, 1150],
  ])('of cards, for yearly sales of %d won, are %d and %d of 100,000', (sales, credit, check) => {
    expect([cardFeeRate(sales, 'CREDIT', '2026-03-01'), cardFeeRate(sales, 'CHECK', '2026-03-01')]).toEqual([
      credit,
      check,
    ]);
  });

  it('of cards are unknown above the highest class and before the first date', () => {
    expect([cardFeeRate(3_000_000_001, 'CREDIT', '2026-03-01'), cardFeeRate(1, 'CHECK', '2025-02-13')]).toEqual([
      null,
      null,
    ]);
  });
});
