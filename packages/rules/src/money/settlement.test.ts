import { LEDGER_ACCOUNTS, ROYALTY_BASES, type LedgerKind, type PaymentMethod } from '@munjigi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  amountOf,
  closingLines,
  compensationLines,
  feeOf,
  oppositeLines,
  passSaleLines,
  paymentLines,
  royaltyOf,
  settle,
  splitRefund,
  splitVat,
  withholdingOf,
  type Collector,
  type LedgerLine,
  type SettledAdjustment,
  type SettlementSum,
  type VatSplit,
} from '../index.ts';

const total = (lines: readonly { readonly amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
const NOTHING: VatSplit = { supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 };

describe('a royalty', () => {
  it.each([
    // 300,000 won with VAT on top are 330,000 (docs/domain.md 5).
    [6_000_000, 500, 'EXCLUSIVE', 300_000, 30_000],
    [6_000_000, 550, 'INCLUSIVE', 300_000, 30_000],
    // Amounts are rounded down to the won (ST-1): 4.99995 and 0.9.
    [99_999, 500, 'EXCLUSIVE', 4999, 499],
    [19, 500, 'EXCLUSIVE', 0, 0],
    [-99_999, 500, 'EXCLUSIVE', -4999, -499],
    [2_000_000_000_000, 10_000, 'EXCLUSIVE', 2_000_000_000_000, 200_000_000_000],
  ] as const)('of %d won by %d, VAT %s, is %d and %d', (base, royaltyRate, royaltyVat, supply, vat) => {
    const it_ = royaltyOf(base, { royaltyRate, royaltyVat });
    expect([it_.supplyAmount + 0, it_.vatAmount + 0]).toEqual([supply, vat]);
  });
});

describe('a discount that head office bears', () => {
  it('is owed to the store with its VAT, in one line of the statement (CP-5)', () => {
    const { lines, figures } = settle({
      sums: sumsOf([
        { kind: 'COUPON', method: null, date: '2026-02-01', lines: compensationLines(splitVat(11_000)), heldBy: null },
        { kind: 'COUPON', method: null, date: '2026-02-02', lines: compensationLines(splitVat(2200)), heldBy: null },
      ]),
      adjustments: [],
      terms: [{ validFrom: '2026-01-01', royaltyRate: 1000, royaltyBase: 'GROSS_PAID', royaltyVat: 'INCLUSIVE' }],
      carryOverAmount: 0,
      payee: 'BUSINESS',
    });
    expect(lines.find(({ kind }) => kind === 'COUPON')).toMatchObject({
      amount: 13_200,
      supplyAmount: 12_000,
      vatAmount: 1200,
      count: 2,
    });
    // It is no sale: no royalty is taken from it.
    expect(figures).toMatchObject({ grossAmount: 0, royaltyAmount: 0, payoutAmount: 13_200 });
  });
});

describe('a prepaid pass', () => {
  const settled = (sums: SettlementSum[]) =>
    settle({
      sums,
      adjustments: [],
      terms: [{ validFrom: '2026-01-01', royaltyRate: 1000, royaltyBase: 'GROSS_PAID', royaltyVat: 'INCLUSIVE' }],
      carryOverAmount: 0,
      payee: 'BUSINESS',
    });

  it('gives head office its royalty when it is used, and changes no payout when it is sold (PS-6)', () => {
    const sale = {
      kind: 'PAYMENT',
      method: 'CASH',
      date: '2026-02-01',
      lines: passSaleLines(90_000),
      heldBy: null,
    } as const;
    const use = {
      kind: 'PAYMENT',
      method: 'PASS',
      date: '2026-02-02',
      lines: paymentLines(splitVat(18_000), { collector: 'PASS' }),
      heldBy: null,
    } as const;
    const sold = settled(sumsOf([sale]));
    expect(sold.figures).toMatchObject({ grossAmount: 0, royaltyAmount: 0, payoutAmount: 0, carriedForwardAmount: 0 });
    expect(sold.lines.find(({ kind }) => kind === 'PREPAID_PASSES')).toMatchObject({ amount: 90_000, count: 1 });
    const both = settled(sumsOf([sale, use]));
    expect(both.figures).toMatchObject({ grossAmount: 18_000, royaltyAmount: 1800, carriedForwardAmount: -1800 });
    expect(both.lines.find(({ kind }) => kind === 'PREPAID_PASSES')).toMatchObject({ amount: 72_000, count: 2 });
  });
});

describe('the tax withheld from a person', () => {
  it.each([
    // 3 % and 0.3 %, together 3.3 % (docs/domain.md 5).
    [1_000_000, 30_000, 3000],
    // 37,037.01 and 3,703.7: each is rounded down to whole 10 won.
    [1_234_567, 37_030, 3700],
    [33_333, 990, 90],
    [333, 0, 0],
    [334, 10, 0],
    [2_000_000_000_000, 60_000_000_000, 6_000_000_000],
  ])('of %d won is %d and %d', (amount, incomeTaxAmount, localIncomeTaxAmount) => {
    expect(withholdingOf(amount)).toEqual({ incomeTaxAmount, localIncomeTaxAmount });
    // The local tax is a tenth of the income tax, which gives the same after rounding down.
    expect(Math.floor(incomeTaxAmount / 100) * 10).toBe(localIncomeTaxAmount);
  });
});

interface Posted {
  readonly kind: LedgerKind;
  readonly method: PaymentMethod | null;
  readonly date: string;
  readonly lines: readonly LedgerLine[];
  readonly adjustment?: SettledAdjustment;
  heldBy: number | null;
}

const sumsOf = (posted: readonly Posted[]): SettlementSum[] =>
  posted.flatMap(({ kind, method, date, lines }) =>
    lines.map(({ account, amount }) => ({ kind, method, date, account, amount, count: 1 })),
  );
const adjustmentsOf = (posted: readonly Posted[]) => posted.flatMap(({ adjustment }) => adjustment ?? []);

const amount = fc.integer({ min: 1, max: 2_000_000_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const move = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amount,
      taxFree: fc.oneof(fc.constant(0), share),
      method: fc.constantFrom(
        'CARD' as const,
        'CASH' as const,
        'EASY_PAY' as const,
        'TRANSFER' as const,
        'PASS' as const,
      ),
      feeRate: fc.integer({ min: 0, max: 4000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      amount: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).filter((it) => it !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compensate' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sellPass' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), pays: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
);
const terms = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: 90 }),
    royaltyRate: fc.integer({ min: 0, max: 10_000 }),
    royaltyBase: fc.constantFrom(...ROYALTY_BASES),
    royaltyVat: fc.constantFrom('INCLUSIVE' as const, 'EXCLUSIVE' as const),
  }),
  { minLength: 1, maxLength: 4, selector: (it) => it.day },
);

/** Who collects a payment of the property test; providers collect the other methods. */
const COLLECTORS: Readonly<Partial<Record<PaymentMethod, Collector>>> = {
  CASH: 'STORE',
  EASY_PAY: 'CHANNEL',
  TRANSFER: 'MERCHANT',
  PASS: 'PASS',
};

describe('settlements', () => {
  it('are exact to the won after any payments, refunds, corrections, closings and payouts (SL-4)', () => {
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 60 }),
        terms,
        fc.constantFrom('BUSINESS' as const, 'PERSON' as const),
        (moves, agreed, payee) => {
          const termsOfStore = agreed.map(({ day, ...it }) => ({ ...it, validFrom: addDays('2026-01-01', day) }));
          const ledger: Posted[] = [];
          const payments: {
            paid: VatSplit;
            given: VatSplit;
            collector: Collector;
            method: PaymentMethod;
            isReversed: boolean;
            lines: LedgerLine[];
          }[] = [];
          const closed: { statement: ReturnType<typeof settle>; carryOverAmount: number }[] = [];
          let [today, carryOverAmount, promised] = ['2026-01-01', 0, 0];
          const post = (it: Omit<Posted, 'heldBy' | 'date'>) => {
            expect(total(it.lines)).toBe(0);
            ledger.push({ ...it, date: today, heldBy: null });
          };
          const balance = (account: string) =>
            total(ledger.flatMap(({ lines }) => lines.filter((it) => it.account === account)));
          for (const step of moves) {
            if (step.do === 'wait') today = addDays(today, step.days);
            if (step.do === 'pay') {
              const paid = splitVat(step.amount, Math.floor(step.amount * step.taxFree));
              const collector = COLLECTORS[step.method] ?? 'PROVIDER';
              const lines = paymentLines(
                paid,
                collector === 'STORE' || collector === 'PASS'
                  ? { collector }
                  : { collector, fee: feeOf(step.amount, { rate: step.feeRate, vat: 'INCLUSIVE' }) },
              );
              payments.push({ paid, given: NOTHING, collector, method: step.method, isReversed: false, lines });
              post({ kind: 'PAYMENT', method: step.method, lines });
            }
            if ((step.do === 'refund' || step.do === 'reverse') && payments.length > 0) {
              const payment = payments[step.which % payments.length];
              if (!payment || payment.isReversed) continue;
              if (step.do === 'reverse') {
                if (amountOf(payment.given) > 0) continue;
                payment.isReversed = true;
                post({ kind: 'REVERSAL', method: payment.method, lines: oppositeLines(payment.lines) });
                continue;
              }
              const requestedAmount = Math.floor((amountOf(payment.paid) - amountOf(payment.given)) * step.share);
              if (requestedAmount === 0) continue;
              const piece = splitRefund(payment.paid, payment.given, requestedAmount);
              payment.given = {
                supplyAmount: payment.given.supplyAmount + piece.supplyAmount,
                vatAmount: payment.given.vatAmount + piece.vatAmount,
                taxFreeAmount: payment.given.taxFreeAmount + piece.taxFreeAmount,
              };
              post({
                kind: 'REFUND',
                method: payment.method,
                lines: oppositeLines(paymentLines(piece, { collector: payment.collector })),
              });
            }
            if (step.do === 'sellPass') post({ kind: 'PAYMENT', method: 'CASH', lines: passSaleLines(step.amount) });
            if (step.do === 'compensate')
              post({ kind: 'COUPON', method: null, lines: compensationLines(splitVat(step.amount)) });
            if (step.do === 'adjust') {
              const lines: LedgerLine[] = [
                { account: 'DUE_FROM_HEAD_OFFICE', amount: step.amount },
                { account: 'ADJUSTMENTS', amount: -step.amount },
              ];
              post({
                kind: 'ADJUSTMENT',
                method: null,
                lines,
                adjustment: { id: String(ledger.length), datedOn: today, amount: step.amount, reason: 'test' },
              });
            }
            if (step.do === 'close') {
              const held = ledger.filter(
                (it) => it.heldBy === null && it.kind !== 'SETTLEMENT' && it.kind !== 'PAYOUT',
              );
              const statement = settle({
                sums: sumsOf(held),
                adjustments: adjustmentsOf(held),
                terms: termsOfStore,
                carryOverAmount,
                payee,
              });
              for (const it of held) it.heldBy = closed.length;
              closed.push({ statement, carryOverAmount });
              const lines = closingLines(statement.lines, { ...statement.figures, ...statement });
              if (lines.length > 0) post({ kind: 'SETTLEMENT', method: null, lines });
              promised += statement.figures.payoutAmount;
              carryOverAmount = statement.figures.carriedForwardAmount;
              // The amount that is due and not promised is the opening balance of the next period; the money of providers and
              // channels is in no period twice.
              expect([
                balance('DUE_FROM_HEAD_OFFICE'),
                balance('PAYOUT'),
                balance('MONEY_AT_PROVIDER'),
                balance('MONEY_AT_CHANNEL'),
              ]).toEqual([carryOverAmount, promised, 0, 0]);
              if (step.pays && promised > 0) {
                post({
                  kind: 'PAYOUT',
                  method: null,
                  lines: [
                    { account: 'MONEY_AT_STORE', amount: promised },
                    { account: 'PAYOUT', amount: -promised },
                  ],
                });
                promised = 0;
              }
            }
            expect(balance('PAYOUT')).toBeGreaterThanOrEqual(0);
          }
          expect(LEDGER_ACCOUNTS.reduce((sum, account) => sum + balance(account), 0)).toBe(0);
          for (const [number, { statement, carryOverAmount: before }] of closed.entries()) {
            const { lines, figures } = statement;
            for (const line of lines) {
              expect(line.supplyAmount + line.vatAmount + line.taxFreeAmount).toBe(line.amount);
              for (const figure of [line.amount, line.supplyAmount, line.vatAmount, line.taxFreeAmount])
                expect(Number.isSafeInteger(figure) && !Object.is(figure, -0)).toBe(true);
            }
            expect(new Set(lines.map((it) => it.key)).size).toBe(lines.length);
            expect(total(lines)).toBe(figures.payoutAmount + figures.carriedForwardAmount);
            expect(figures.payoutAmount >= 0 && figures.carriedForwardAmount <= 0).toBe(true);
            // Payout and withheld tax add up to the owed amount; no tax is withheld from a negative balance or from a
            // business.
            const owed = total(lines.filter(({ kind }) => kind !== 'INCOME_TAX' && kind !== 'LOCAL_INCOME_TAX'));
            expect(figures.payoutAmount + figures.withheldAmount).toBe(Math.max(0, owed));
            const taxes = withholdingOf(Math.max(0, owed));
            expect(figures.withheldAmount).toBe(
              payee === 'PERSON' ? taxes.incomeTaxAmount + taxes.localIncomeTaxAmount : 0,
            );
            // Later entries have not changed the period, and the order of its entries does not matter.
            const held = ledger.filter((it) => it.heldBy === number);
            expect(
              settle({
                sums: sumsOf(held).reverse(),
                adjustments: adjustmentsOf(held),
                terms: [...termsOfStore].reverse(),
                carryOverAmount: before,
                payee,
              }),
            ).toEqual(statement);
            // Every grouping gives the same net.
            const sales = sumsOf(held).filter((it) => it.account.startsWith('SALES_'));
            for (const by of ['date', 'method', 'kind', 'account'] as const) {
              const groups = new Map<unknown, number>();
              for (const it of sales) groups.set(it[by], (groups.get(it[by]) ?? 0) - it.amount);
              expect([...groups.values()].reduce((sum, it) => sum + it, 0)).toBe(figures.netAmount);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
