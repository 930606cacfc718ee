import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimOf, type CouponClaimFacts } from '../index.ts';

const FACTS: CouponClaimFacts = {
  discountAmount: 5500,
  priceAmount: 14_500,
  paidAmount: 14_500,
  onlineAmount: 14_500,
  hasLimit: true,
  decision: null,
};
const booked = (amount: number) => ({ state: 'BOOKED', withheldFor: null, amount });
const withheld = (withheldFor: string) => ({ state: 'WITHHELD', withheldFor, amount: 0 });

describe('what head office owes for a discount (CP-5)', () => {
  it.each<[string, Partial<CouponClaimFacts>, object]>([
    ['all of it for a stay that was paid online', {}, booked(5500)],
    ['the share that a refund has left', { paidAmount: 13_500, onlineAmount: 13_500 }, booked(5120)],
    ['the share that was paid online', { onlineAmount: 7250 }, booked(2750)],
    ['no more than the discount for a stay that was paid twice', { onlineAmount: 29_000 }, booked(5500)],
    ['nothing for cash', { onlineAmount: 0 }, withheld('NO_ONLINE_MONEY')],
    ['nothing for a free stay', { priceAmount: 0, paidAmount: 0, onlineAmount: 0 }, withheld('NO_ONLINE_MONEY')],
    ['nothing without a limit', { hasLimit: false }, withheld('NO_LIMIT')],
    ['cash after an approval', { onlineAmount: 0, decision: 'APPROVED' }, booked(5500)],
    [
      'a free stay after an approval',
      { priceAmount: 0, paidAmount: 0, onlineAmount: 0, decision: 'APPROVED' },
      booked(5500),
    ],
    ['nothing after a refusal', { decision: 'REFUSED' }, { state: 'REFUSED', withheldFor: null, amount: 0 }],
  ])('is %s', (_name, change, expected) => {
    expect(claimOf({ ...FACTS, ...change })).toEqual(expected);
  });

  it('is never more than the discount, and nothing without online money or an approval', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    const facts = fc.record({
      discountAmount: amount,
      priceAmount: amount,
      paidAmount: amount,
      onlineAmount: amount,
      hasLimit: fc.boolean(),
      decision: fc.constantFrom('APPROVED' as const, 'REFUSED' as const, null),
    });
    fc.assert(
      fc.property(facts, (it) => {
        const { amount: claimed } = claimOf(it);
        expect(Number.isSafeInteger(claimed) && claimed >= 0 && claimed <= it.discountAmount).toBe(true);
        expect(it.decision === null && it.onlineAmount === 0 ? claimed : 0).toBe(0);
      }),
    );
  });
});
