import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, splitRefund, splitVat, type VatSplit } from '../index.ts';

const amounts = fc.integer({ min: 1, max: 2_000_000_000 });
const NOTHING: VatSplit = { supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 };
const plus = (a: VatSplit, b: VatSplit): VatSplit => ({
  supplyAmount: a.supplyAmount + b.supplyAmount,
  vatAmount: a.vatAmount + b.vatAmount,
  taxFreeAmount: a.taxFreeAmount + b.taxFreeAmount,
});

describe('the VAT in an amount (SL-3)', () => {
  it.each([
    [37_400, 34_000, 3400],
    [15_000, 13_636, 1364],
    [20_000, 18_182, 1818],
    [1, 1, 0],
    [5, 5, 0],
    [6, 5, 1],
    [11, 10, 1],
    [2_000_000_000, 1_818_181_818, 181_818_182],
  ])('of %d won is an eleventh, rounded half up: supply value %d, VAT %d', (amount, supplyAmount, vatAmount) => {
    expect(splitVat(amount)).toEqual({ supplyAmount, vatAmount, taxFreeAmount: 0 });
  });

  it('applies only to the part that bears VAT', () => {
    expect(splitVat(10_000, 10_000)).toEqual({ supplyAmount: 0, vatAmount: 0, taxFreeAmount: 10_000 });
    expect(splitVat(21_000, 10_000)).toEqual({ supplyAmount: 10_000, vatAmount: 1000, taxFreeAmount: 10_000 });
  });

  it('leaves parts that are never negative and sum to the amount', () => {
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (amount, share) => {
        const taxFree = Math.floor(amount * share);
        const split = splitVat(amount, taxFree);
        expect(amountOf(split)).toBe(amount);
        expect(split.taxFreeAmount).toBe(taxFree);
        expect(Math.min(split.supplyAmount, split.vatAmount)).toBeGreaterThanOrEqual(0);
        // The integer nearest to an eleventh.
        expect(Math.abs(11 * split.vatAmount - (amount - taxFree))).toBeLessThanOrEqual(5.5);
      }),
    );
  });
});

describe('the split of a refund', () => {
  it('is in proportion to the payment, and the last refund takes the rest', () => {
    const paid = splitVat(15_000);
    const first = splitRefund(paid, NOTHING, 5000);
    expect(first).toEqual({ supplyAmount: 4545, vatAmount: 455, taxFreeAmount: 0 });
    const second = splitRefund(paid, first, 5000);
    expect(second).toEqual(first);
    expect(splitRefund(paid, plus(first, second), 5000)).toEqual({
      supplyAmount: 4546,
      vatAmount: 454,
      taxFreeAmount: 0,
    });
  });

  it('is the whole split of the payment for a full refund', () => {
    const paid = splitVat(37_407, 7);
    expect(splitRefund(paid, NOTHING, 37_407)).toEqual(paid);
  });

  it('throws for zero, a negative amount, and more than is left', () => {
    const paid = splitVat(100);
    for (const amount of [0, -1, 101]) expect(() => splitRefund(paid, NOTHING, amount)).toThrow(RangeError);
    expect(() => splitRefund(paid, splitVat(100), 1)).toThrow(RangeError);
  });

  it('never exceeds a part of the payment, for refunds of any sizes, and refunds all parts in the end', () => {
    fc.assert(
      fc.property(
        fc.oneof(amounts, fc.integer({ min: 1, max: 60 })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
        (amount, taxFree, pieces) => {
          const paid = splitVat(amount, Math.floor(amount * taxFree));
          let refunded = NOTHING;
          const giveBack = (requestedAmount: number) => {
            const piece = splitRefund(paid, refunded, requestedAmount);
            expect(amountOf(piece)).toBe(requestedAmount);
            for (const part of ['supplyAmount', 'vatAmount', 'taxFreeAmount'] as const) {
              expect(piece[part]).toBeGreaterThanOrEqual(0);
              expect(piece[part] + refunded[part]).toBeLessThanOrEqual(paid[part]);
            }
            refunded = plus(refunded, piece);
          };
          for (const share of pieces) {
            const left = amount - amountOf(refunded);
            if (left > 0) giveBack(Math.max(1, Math.floor(left * share)));
          }
          const left = amount - amountOf(refunded);
          if (left > 0) giveBack(left);
          expect(refunded).toEqual(paid);
        },
      ),
      { numRuns: 500 },
    );
  });
});
