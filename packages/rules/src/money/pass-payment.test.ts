import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LEAST_ONLINE_WON,
  leftAmountOf,
  leftUnitsOf,
  passPaymentOf,
  returnedUnitsOf,
  type PassBalance,
} from '../index.ts';

const fresh = (over: Partial<PassBalance> = {}): PassBalance => ({
  unit: 'MINUTES',
  units: 600,
  priceAmount: 90_000,
  usedUnits: 0,
  usedAmount: 0,
  returnedAmount: 0,
  ...over,
});
const stay = (over = {}) => ({ minutes: 120, dueAmount: 20_000, roomAmount: 20_000, isPartlyPaid: false, ...over });

describe('what a pass pays for a stay (PS-3)', () => {
  it.each([
    ['the room of a whole stay', fresh(), stay(), { units: 120, amount: 18_000, coveredAmount: 20_000 }],
    ['not the add-ons', fresh(), stay({ dueAmount: 23_000 }), { units: 120, amount: 18_000, coveredAmount: 20_000 }],
    [
      'the last minutes with all that is left',
      fresh({ usedUnits: 480, usedAmount: 72_001 }),
      stay(),
      { units: 120, amount: 17_999, coveredAmount: 20_000 },
    ],
    ['nothing that is paid', fresh(), stay({ dueAmount: 0 }), 'NOTHING_DUE'],
    ['nothing of a part', fresh(), stay({ isPartlyPaid: true }), 'PARTLY_PAID'],
    [
      'nothing for which the minutes do not reach',
      fresh({ usedUnits: 500, usedAmount: 75_000 }),
      stay(),
      'TOO_LITTLE_LEFT',
    ],
    ['nothing cheaper than the minutes', fresh(), stay({ dueAmount: 17_999, roomAmount: 17_999 }), 'COSTS_MORE'],
    ['nothing after its refund', fresh({ returnedAmount: 90_000 }), stay(), 'TOO_LITTLE_LEFT'],
  ])('with minutes: %s', (_what, balance, of, expected) => {
    expect(passPaymentOf(balance, of)).toEqual(expected);
  });

  it.each([
    ['all that is due', 100_000, 20_000, { units: 20_000, amount: 18_000, coveredAmount: 20_000 }],
    ['as far as it reaches', 10_000, 20_000, { units: 10_000, amount: 9000, coveredAmount: 10_000 }],
    ['so that a provider takes the rest', 19_900, 20_000, { units: 19_800, amount: 17_820, coveredAmount: 19_800 }],
    ['nothing of what a provider would not take the rest of', 50, 150, 'TOO_LITTLE_LEFT'],
  ])('with credit: %s', (_what, units, dueAmount, expected) => {
    const balance = fresh({ unit: 'WON', units, priceAmount: Math.round(units * 0.9) });
    expect(passPaymentOf(balance, stay({ dueAmount, isPartlyPaid: true }))).toEqual(expected);
  });

  it('is worth exactly the price of the pass after any uses, returns and refunds', () => {
    const step = fc.record({
      act: fc.constantFrom('use' as const, 'use' as const, 'return' as const, 'refund' as const),
      size: fc.double({ min: 0, max: 1, noNaN: true }),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('MINUTES' as const, 'WON' as const),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.array(step, { maxLength: 30 }),
        (unit, price, extra, steps) => {
          const units = unit === 'WON' ? Math.min(2_000_000_000, price + extra) : extra;
          const uses: { units: number; amount: number; refundedAmount: number }[] = [];
          let returnedAmount = 0;
          const balance = (): PassBalance => ({
            unit,
            units,
            priceAmount: price,
            usedUnits: uses.reduce((sum, use) => sum + use.units - returnedUnitsOf(use.units, use), 0),
            usedAmount: uses.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0),
            returnedAmount,
          });
          for (const { act, size, which } of steps) {
            const now = balance();
            if (act === 'use') {
              const dueAmount = Math.max(1, Math.floor(size * 2 * price));
              const minutes = Math.max(1, Math.floor(size * units));
              const paid = passPaymentOf(now, { minutes, dueAmount, roomAmount: dueAmount, isPartlyPaid: false });
              if (typeof paid === 'string') continue;
              expect(paid.amount).toBeGreaterThan(0);
              expect(paid.amount).toBeLessThanOrEqual(Math.min(paid.coveredAmount, leftAmountOf(now)));
              expect(paid.units).toBeLessThanOrEqual(leftUnitsOf(now));
              const rest = dueAmount - paid.coveredAmount;
              expect(rest === 0 || rest >= LEAST_ONLINE_WON).toBe(true);
              uses.push({ units: paid.units, amount: paid.amount, refundedAmount: 0 });
            }
            const use = uses[which % Math.max(1, uses.length)];
            if (act === 'return' && use) use.refundedAmount += Math.floor((use.amount - use.refundedAmount) * size);
            if (act === 'refund') returnedAmount += Math.floor(leftAmountOf(now) * size);
            const after = balance();
            expect(after.usedAmount + after.returnedAmount + leftAmountOf(after)).toBe(price);
            expect(leftUnitsOf(after)).toBeGreaterThanOrEqual(0);
          }
          returnedAmount += leftAmountOf(balance());
          expect([leftAmountOf(balance()), leftUnitsOf(balance())]).toEqual([0, 0]);
        },
      ),
    );
  });
});
