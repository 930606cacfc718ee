import { LEDGER_ACCOUNTS } from '@munjigi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compensationLines,
  amountOf,
  feeOf,
  oppositeLines,
  owedFor,
  paymentLines,
  receivedAndRefunded,
  splitRefund,
  splitVat,
  waterfallOf,
  type LedgerLine,
  type LedgerSum,
  type VatSplit,
} from '../index.ts';

const NO_FEE = { supplyAmount: 0, vatAmount: 0 };
const NOTHING: VatSplit = { supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 };
const total = (lines: readonly { readonly amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe('entries of the ledger (SL-3)', () => {
  it('of cash are money at the store, balanced by supply value and VAT', () => {
    expect(paymentLines(splitVat(37_400), { collector: 'STORE' })).toEqual([
      { account: 'MONEY_AT_STORE', amount: 37_400 },
      { account: 'SALES_SUPPLY', amount: -34_000 },
      { account: 'SALES_VAT', amount: -3400 },
    ]);
  });

  it('of a provider are its payout and its fee', () => {
    const lines = paymentLines(splitVat(34_000), {
      collector: 'PROVIDER',
      fee: feeOf(34_000, { rate: 2530, vat: 'INCLUSIVE' }),
    });
    expect(lines).toEqual([
      { account: 'MONEY_AT_PROVIDER', amount: 33_140 },
      { account: 'PROVIDER_FEE', amount: 782 },
      { account: 'PROVIDER_FEE_VAT', amount: 78 },
      { account: 'SALES_SUPPLY', amount: -30_909 },
      { account: 'SALES_VAT', amount: -3091 },
    ]);
    expect(total(lines)).toBe(0);
  });

  it("of a store's own merchant are money of the store, less the fee (MC-8)", () => {
    const lines = paymentLines(splitVat(34_000), {
      collector: 'MERCHANT',
      fee: feeOf(34_000, { rate: 660, vat: 'INCLUSIVE' }),
    });
    expect(lines.slice(0, 3)).toEqual([
      { account: 'MONEY_AT_STORE_MERCHANT', amount: 33_776 },
      { account: 'PROVIDER_FEE', amount: 204 },
      { account: 'PROVIDER_FEE_VAT', amount: 20 },
    ]);
    expect(total(lines)).toBe(0);
  });

  it('sum to zero, and to the received, refunded and remaining amounts, after any payments, refunds and reversals', () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 2_000_000_000 }),
      taxFree: fc.double({ min: 0, max: 1, noNaN: true }),
      back: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
      isMistake: fc.boolean(),
      collector: fc.constantFrom('STORE' as const, 'MERCHANT' as const, 'PROVIDER' as const, 'CHANNEL' as const),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 0, max: 2_000_000_000 }),
        (steps, priceAmount) => {
          const sums: LedgerSum[] = [];
          const add = (kind: LedgerSum['kind'], lines: readonly LedgerLine[]) => {
            expect(lines.length).toBeGreaterThanOrEqual(2);
            expect(total(lines)).toBe(0);
            sums.push(...lines.map((line) => ({ ...line, kind })));
          };
          let [received, refunded] = [0, 0];
          for (const { amount, taxFree, back, isMistake, collector } of steps) {
            const paid = splitVat(amount, Math.floor(amount * taxFree));
            const fee = collector === 'STORE' ? NO_FEE : feeOf(amount, { rate: 2530, vat: 'INCLUSIVE' });
            const lines = paymentLines(paid, { collector, fee });
            add('PAYMENT', lines);
            if (isMistake) {
              add('REVERSAL', oppositeLines(lines));
              continue;
            }
            received += amount;
            let given = NOTHING;
            for (const share of back) {
              const requestedAmount = Math.floor((amount - amountOf(given)) * share);
              if (requestedAmount === 0) continue;
              const piece = splitRefund(paid, given, requestedAmount);
              add('REFUND', oppositeLines(paymentLines(piece, { collector })));
              given = {
                supplyAmount: given.supplyAmount + piece.supplyAmount,
                vatAmount: given.vatAmount + piece.vatAmount,
                taxFreeAmount: given.taxFreeAmount + piece.taxFreeAmount,
              };
            }
            refunded += amountOf(given);
          }
          expect(receivedAndRefunded(sums)).toEqual({ received, refunded });
          // Every grouping has the same total.
          expect(
            LEDGER_ACCOUNTS.reduce((sum, account) => sum + total(sums.filter((it) => it.account === account)), 0),
          ).toBe(0);
          for (const price of [null, priceAmount]) {
            const lines = waterfallOf(price, sums);
            expect(total(lines)).toBe(0);
            expect(lines.at(-1)?.step).toBe('LEFT');
            expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && !Object.is(amount, -0))).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the waterfall of a price (NX-5)', () => {
  it('leads from the price to the amount that is left of it', () => {
    const sums: LedgerSum[] = [
      ...paymentLines(splitVat(15_000), { collector: 'STORE' }).map((line) => ({ ...line, kind: 'PAYMENT' as const })),
      ...oppositeLines(paymentLines(splitVat(4000), { collector: 'STORE' })).map((line) => ({
        ...line,
        kind: 'REFUND' as const,
      })),
    ];
    expect(waterfallOf(20_000, sums)).toEqual([
      { step: 'PRICE', amount: 20_000 },
      { step: 'UNPAID', amount: -5000 },
      { step: 'REFUNDED', amount: -4000 },
      { step: 'VAT', amount: -1000 },
      { step: 'LEFT', amount: -10_000 },
    ]);
    expect(waterfallOf(12_000, sums).slice(0, 2)).toEqual([
      { step: 'PRICE', amount: 12_000 },
      { step: 'OVERPAID', amount: 3000 },
    ]);
    // Head office pays for a discount of 2,200 won, VAT included (CP-5).
    const compensated = compensationLines(splitVat(2200)).map((line) => ({ ...line, kind: 'COUPON' as const }));
    expect(waterfallOf(20_000, [...sums, ...compensated]).slice(2)).toEqual([
      { step: 'REFUNDED', amount: -4000 },
      { step: 'COUPON', amount: 2200 },
      { step: 'VAT', amount: -1200 },
      { step: 'LEFT', amount: -12_000 },
    ]);
    expect(waterfallOf(null, sums)[0]).toEqual({ step: 'RECEIVED', amount: 15_000 });
    expect(waterfallOf(null, [])).toEqual([
      { step: 'RECEIVED', amount: 0 },
      { step: 'LEFT', amount: 0 },
    ]);
  });
});

describe('the amount owed for a reservation', () => {
  const it_ = { priceAmount: 20_000, waivedAmount: 0, refundAmount: null, refundedSinceAmount: 0 };

  it('is the unpaid rest of the price, or the amount paid above it', () => {
    expect(owedFor({ ...it_, state: 'PENDING', paidAmount: 5000 })).toEqual({ dueAmount: 15_000, toRefundAmount: 0 });
    expect(owedFor({ ...it_, state: 'IN_USE', paidAmount: 25_000 })).toEqual({ dueAmount: 0, toRefundAmount: 5000 });
    expect(owedFor({ ...it_, state: 'COMPLETED', paidAmount: 20_000 })).toEqual({ dueAmount: 0, toRefundAmount: 0 });
  });

  it('does not ask again for what a refund returned on purpose (PY-4)', () => {
    const returned = { ...it_, waivedAmount: 1000 };
    expect(owedFor({ ...returned, state: 'COMPLETED', paidAmount: 19_000 }).dueAmount).toBe(0);
    expect(owedFor({ ...returned, state: 'IN_USE', priceAmount: 26_000, paidAmount: 19_000 }).dueAmount).toBe(6000);
  });

  it('is the refund of the tier at the cancellation, minus the refunds since', () => {
    const cancelled = { ...it_, state: 'CANCELLED' as const, refundAmount: 10_000 };
    expect(owedFor({ ...cancelled, paidAmount: 20_000 })).toEqual({ dueAmount: 0, toRefundAmount: 10_000 });
    expect(owedFor({ ...cancelled, paidAmount: 14_000, refundedSinceAmount: 6000 })).toEqual({
      dueAmount: 0,
      toRefundAmount: 4000,
    });
    expect(owedFor({ ...cancelled, paidAmount: 5000, refundedSinceAmount: 15_000 })).toEqual({
      dueAmount: 0,
      toRefundAmount: 0,
    });
  });

  it('is the whole paid amount when it expired', () => {
    expect(owedFor({ ...it_, state: 'EXPIRED', paidAmount: 7000 })).toEqual({ dueAmount: 0, toRefundAmount: 7000 });
  });
});
