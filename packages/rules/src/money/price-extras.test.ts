import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountOf, LEAST_ONLINE_WON, priceAddOns, type DiscountTerms } from '../index.ts';

const period = (minutes: number) => ({
  startsAt: new Date('2026-11-01T10:00:00Z'),
  endsAt: new Date(Date.parse('2026-11-01T10:00:00Z') + minutes * 60_000),
});
const PERCENT: DiscountTerms = { kind: 'PERCENT', percent: 15, fixedAmount: null, maxDiscountAmount: null };
const AMOUNT: DiscountTerms = { kind: 'AMOUNT', percent: null, fixedAmount: 5000, maxDiscountAmount: null };

describe('add-ons of a stay (BK-13)', () => {
  it.each([
    ['STAY', 2, 3000, 90, { minutes: 0, amount: 6000 }],
    ['HOUR', 2, 1000, 90, { minutes: 90, amount: 3000 }],
    // 999 won for 50 minutes are 832.5.
    ['HOUR', 1, 999, 50, { minutes: 50, amount: 832 }],
    ['HOUR', 3, 0, 600, { minutes: 600, amount: 0 }],
  ] as const)('prices %s × %d at %d won for %d minutes', (unit, quantity, unitAmount, minutes, expected) => {
    const [line] = priceAddOns([{ addOnId: 'a', label: 'Microphone', unit, quantity, unitAmount }], period(minutes));
    expect(line).toEqual({ addOnId: 'a', label: 'Microphone', unit, quantity, unitAmount, ...expected });
  });
});

describe('the discount of a coupon (CP-2)', () => {
  it.each([
    ['a share', PERCENT, 20_000, 3000],
    // 15 % of 9,999 are 1,499.85.
    ['a share that is rounded down to the won', PERCENT, 9999, 1499],
    ['a share up to its limit', { ...PERCENT, maxDiscountAmount: 1000 }, 20_000, 1000],
    ['everything', { ...PERCENT, percent: 100 }, 12_345, 12_345],
    ['an amount', AMOUNT, 20_000, 5000],
    ['an amount above the price', AMOUNT, 3000, 3000],
    ['nothing from a stay that costs nothing', AMOUNT, 0, 0],
    ['less when a guest could not pay the rest online', { ...AMOUNT, fixedAmount: 19_950 }, 20_000, 19_800],
    ['all that the coupon says from a price that is too small anyway', { ...AMOUNT, fixedAmount: 50 }, 150, 50],
  ])('takes off %s', (_name, terms, price, expected) => {
    expect(discountOf(terms, price)).toBe(expected);
  });

  it('is a whole number between nothing and the price for any terms', () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom('PERCENT' as const, 'AMOUNT' as const),
          percent: fc.integer({ min: 1, max: 100 }),
          fixedAmount: fc.integer({ min: 1, max: 100_000_000 }),
          maxDiscountAmount: fc.option(fc.integer({ min: 1, max: 100_000_000 })),
        }),
        fc.integer({ min: 0, max: 1_000_000_000 }),
        (terms, price) => {
          const discount = discountOf(terms, price);
          expect(Number.isSafeInteger(discount) && discount >= 0 && discount <= price).toBe(true);
          const rest = price - discount;
          expect(price < LEAST_ONLINE_WON || rest === 0 || rest >= LEAST_ONLINE_WON).toBe(true);
        },
      ),
    );
  });
});
