import type {
  DatedTerms,
  LedgerAccount,
  LedgerKind,
  Payee,
  PaymentMethod,
  RoyaltyBase,
  SettlementLine,
  SettlementLineKind,
} from '@munjigi/contract';
import { comparePaymentMethods } from '@munjigi/contract/payment-methods';
import { termsOn } from './fees.ts';
import type { LedgerLine } from './ledger.ts';
import { splitVat } from './vat.ts';

/** A sum of ledger entries of one business date, in won: debit is positive. `count`: the number of transactions. */
export interface SettlementSum {
  readonly date: string;
  readonly kind: LedgerKind;
  readonly method: PaymentMethod | null;
  readonly account: LedgerAccount;
  readonly amount: number;
  readonly count: number;
}

export interface SettledAdjustment {
  readonly id: string;
  readonly datedOn: string;
  readonly amount: number;
  readonly reason: string;
}

export type RoyaltyTerms = Pick<DatedTerms, 'validFrom' | 'royaltyRate' | 'royaltyBase' | 'royaltyVat'>;

export interface SettlementInput {
  readonly sums: readonly SettlementSum[];
  readonly adjustments: readonly SettledAdjustment[];
  /** The terms in any order; the first ones also apply before their first date. */
  readonly terms: readonly RoyaltyTerms[];
  /** Zero or negative: the amount that the previous period could not pay out. */
  readonly carryOverAmount: number;
  readonly payee: Payee;
}

export interface SettlementFigures {
  readonly grossAmount: number;
  readonly refundAmount: number;
  readonly netAmount: number;
  readonly feeAmount: number;
  readonly royaltyAmount: number;
  readonly withheldAmount: number;
  readonly payoutAmount: number;
  readonly carriedForwardAmount: number;
}

const SALES: Readonly<Record<string, 'supplyAmount' | 'vatAmount' | 'taxFreeAmount'>> = {
  SALES_SUPPLY: 'supplyAmount',
  SALES_VAT: 'vatAmount',
  SALES_TAX_FREE: 'taxFreeAmount',
};

const EMPTY = {
  amount: 0,
  supplyAmount: 0,
  vatAmount: 0,
  taxFreeAmount: 0,
  method: null,
  rate: null,
  baseAmount: null,
  validFrom: null,
  datedOn: null,
  reason: null,
  count: 0,
};

function line(kind: SettlementLineKind, over: Partial<SettlementLine>): SettlementLine {
  const item = { ...EMPTY, key: kind, kind, ...over };
  // Avoids negative zero.
  return {
    ...item,
    amount: item.amount + 0,
    supplyAmount: item.supplyAmount + 0,
    vatAmount: item.vatAmount + 0,
    taxFreeAmount: item.taxFreeAmount + 0,
  };
}

const untaxed = (kind: SettlementLineKind, amount: number, over: Partial<SettlementLine> = {}): SettlementLine =>
  line(kind, { amount, taxFreeAmount: amount, ...over });

const sum = (sums: readonly SettlementSum[], is: (settlementSum: SettlementSum) => boolean) =>
  sums.reduce((total, sum) => (is(sum) ? total + sum.amount : total), 0);

/**
 * Computes the statement of a period (SL-4) from sums of the ledger: its lines in order, which sum to the payout or, if
 * negative, to the amount carried forward. All parts are sums of stored amounts except the royalty, which is rounded
 * down to the won once for each terms, and the tax withheld from the payout.
 */
export function settle({ sums, adjustments, terms, carryOverAmount, payee }: SettlementInput): {
  lines: SettlementLine[];
  figures: SettlementFigures;
  /** The part of the sales, without commission, that channels hold: head office gets it from them, not from providers. */
  heldByChannelsAmount: number;
} {
  const [gross, refund] = [salesLine('GROSS', sums), salesLine('REFUND', sums)];
  const coupons = couponLines(sums);
  const fees = [...feeLines(sums), ...commissionLines(sums)];
  const royalties = royaltyLines(sums, terms);
  const atStore = sums.filter((sum) => sum.account === 'MONEY_AT_STORE');
  const owing = [
    gross,
    refund,
    ...coupons,
    ...fees,
    ...royalties,
    ...adjustments.map(({ id, datedOn, amount, reason }) =>
      untaxed('ADJUSTMENT', amount, { key: `ADJUSTMENT.${id}`, datedOn, reason, count: 1 }),
    ),
    ...passLines(sums),
    untaxed('RECEIVED_AT_STORE', -sum(atStore, () => true), {
      count: atStore.reduce((count, settlementSum) => count + settlementSum.count, 0),
    }),
    ...merchantLines(sums),
    untaxed('CARRY_OVER', carryOverAmount),
  ];
  const total = (of: readonly SettlementLine[]) => of.reduce((amount, item) => amount + item.amount, 0);
  const balance = total(owing);
  const taxes = payee === 'PERSON' && balance > 0 ? taxLines(balance) : [];
  const lines = [...owing, ...taxes];
  return {
    lines,
    heldByChannelsAmount: sum(sums, ({ account }) => account === 'MONEY_AT_CHANNEL') + 0,
    figures: {
      grossAmount: gross.amount,
      refundAmount: 0 - refund.amount,
      netAmount: gross.amount + refund.amount,
      feeAmount: 0 - total(fees),
      royaltyAmount: 0 - total(royalties),
      withheldAmount: 0 - total(taxes),
      payoutAmount: Math.max(0, total(lines)),
      carriedForwardAmount: Math.min(0, balance),
    },
  };
}

/** The line of received money without reversed payments, or of refunds as a negative amount. */
function salesLine(kind: 'GROSS' | 'REFUND', sums: readonly SettlementSum[]): SettlementLine {
  const parts = { supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 };
  const of = sums.filter((sum) => sum.account in SALES && (sum.kind === 'REFUND') === (kind === 'REFUND'));
  for (const { account, amount } of of) {
    const part = SALES[account];
    if (part) parts[part] -= amount;
  }
  // A transaction has at most one line of each account, so the number of transactions is that of the most frequent
  // account.
  const counts = Object.keys(SALES).map((account) =>
    of.reduce((count, settlementSum) => (settlementSum.account === account ? count + settlementSum.count : count), 0),
  );
  return line(kind, {
    ...parts,
    amount: parts.supplyAmount + parts.vatAmount + parts.taxFreeAmount,
    count: Math.max(...counts),
  });
}

/** The providers' fees by payment method; methods without a fee have no line. */
function feeLines(sums: readonly SettlementSum[]): SettlementLine[] {
  const fees = sums.filter((sum) => sum.account === 'PROVIDER_FEE' || sum.account === 'PROVIDER_FEE_VAT');
  const methods = [...new Set(fees.map((fee) => fee.method))].sort(comparePaymentMethods);
  return methods.map((method) => {
    const of = fees.filter((fee) => fee.method === method);
    const supplyAmount = -sum(of, (settlementSum) => settlementSum.account === 'PROVIDER_FEE');
    const vatAmount = -sum(of, (settlementSum) => settlementSum.account === 'PROVIDER_FEE_VAT');
    const count = of.reduce(
      (all, settlementSum) => (settlementSum.account === 'PROVIDER_FEE' ? all + settlementSum.count : all),
      0,
    );
    return line('FEE', {
      key: `FEE.${method ?? 'OTHER'}`,
      method,
      amount: supplyAmount + vatAmount,
      supplyAmount,
      vatAmount,
      count,
    });
  });
}

/** The discounts that head office bears in one line; none without such a coupon (CP-5). */
function couponLines(sums: readonly SettlementSum[]): SettlementLine[] {
  return pairLines('COUPON', sums, { supply: 'COUPON_SUPPLY', vat: 'COUPON_VAT' });
}

/** The commission of booking channels in one line; none when no channel collected money. */
function commissionLines(sums: readonly SettlementSum[]): SettlementLine[] {
  return pairLines('COMMISSION', sums, { supply: 'CHANNEL_COMMISSION', vat: 'CHANNEL_COMMISSION_VAT' });
}

/**
 * What the store's own merchants hold after their fees in one line: the provider pays it out to the store, so head office
 * does not (MC-8). None without such a merchant.
 */
const merchantLines = (sums: readonly SettlementSum[]) =>
  accountLines('RECEIVED_BY_MERCHANT', sums, 'MONEY_AT_STORE_MERCHANT');

/** Sold passes less used ones in one line: money at the store that is no sale yet (PS-6). None without a pass. */
const passLines = (sums: readonly SettlementSum[]) => accountLines('PREPAID_PASSES', sums, 'PREPAID_PASSES');

/** One line of the opposite of an account; none without an entry. */
function accountLines(
  kind: SettlementLineKind,
  sums: readonly SettlementSum[],
  account: LedgerAccount,
): SettlementLine[] {
  const of = sums.filter((item) => item.account === account);
  const count = of.reduce((all, item) => all + item.count, 0);
  return of.length === 0 ? [] : [untaxed(kind, -sum(of, () => true), { count })];
}

/** One line of two accounts, from the side of the store; none when neither has an entry. */
function pairLines(
  kind: SettlementLineKind,
  sums: readonly SettlementSum[],
  { supply, vat }: { readonly supply: LedgerAccount; readonly vat: LedgerAccount },
): SettlementLine[] {
  const of = sums.filter(({ account }) => account === supply || account === vat);
  if (of.length === 0) return [];
  const supplyAmount = -sum(of, ({ account }) => account === supply);
  const vatAmount = -sum(of, ({ account }) => account === vat);
  const count = of.reduce((all, item) => (item.account === supply ? all + item.count : all), 0);
  return [line(kind, { amount: supplyAmount + vatAmount, supplyAmount, vatAmount, count })];
}

/** Applies the terms of each business date, rounded once for each terms. */
function royaltyLines(sums: readonly SettlementSum[], terms: readonly RoyaltyTerms[]): SettlementLine[] {
  const inOrder = [...terms].sort((a, b) => a.validFrom.localeCompare(b.validFrom));
  const byTerms = new Map<RoyaltyTerms, SettlementSum[]>();
  for (const sum of sums) {
    const found = termsOn(inOrder, sum.date) ?? inOrder[0];
    if (found) byTerms.set(found, [...(byTerms.get(found) ?? []), sum]);
  }
  return inOrder.flatMap((royaltyTerms) => {
    const of = byTerms.get(royaltyTerms);
    if (!of || royaltyTerms.royaltyRate === 0) return [];
    const baseAmount = royaltyBaseOf(of, royaltyTerms.royaltyBase) + 0;
    const { supplyAmount, vatAmount } = royaltyOf(baseAmount, royaltyTerms);
    const key = `ROYALTY.${royaltyTerms.validFrom}`;
    return [
      line('ROYALTY', {
        key,
        rate: royaltyTerms.royaltyRate,
        baseAmount,
        validFrom: royaltyTerms.validFrom,
        amount: -supplyAmount - vatAmount,
        supplyAmount: -supplyAmount,
        vatAmount: -vatAmount,
      }),
    ];
  });
}

/** The base of a royalty in some sums, in won; negative if more was refunded than received. */
function royaltyBaseOf(sums: readonly SettlementSum[], base: RoyaltyBase): number {
  const sales = sum(
    sums,
    (settlementSum) => settlementSum.account in SALES && (base !== 'GROSS_PAID' || settlementSum.kind !== 'REFUND'),
  );
  if (base === 'NET_OF_REFUND_EX_VAT')
    return sum(sums, (settlementSum) => settlementSum.account === 'SALES_VAT') - sales;
  if (base === 'NET_OF_REFUND_AND_PG_FEE')
    return (
      -sales -
      sum(
        sums,
        (settlementSum) => settlementSum.account === 'PROVIDER_FEE' || settlementSum.account === 'PROVIDER_FEE_VAT',
      )
    );
  return -sales;
}

/** A royalty in won, rounded down (ST-1), and its VAT. A negative base gives the same amounts back. */
export function royaltyOf(
  baseAmount: number,
  { royaltyRate, royaltyVat }: Pick<RoyaltyTerms, 'royaltyRate' | 'royaltyVat'>,
): { supplyAmount: number; vatAmount: number } {
  const sign = baseAmount < 0 ? -1 : 1;
  const share = Number((BigInt(Math.abs(baseAmount)) * BigInt(royaltyRate)) / 10_000n);
  if (royaltyVat === 'EXCLUSIVE') return { supplyAmount: sign * share, vatAmount: sign * Math.floor(share / 10) };
  const { supplyAmount, vatAmount } = splitVat(share);
  return { supplyAmount: sign * supplyAmount, vatAmount: sign * vatAmount };
}

/**
 * The tax withheld from a payee without a business: 3 % income tax and 0.3 % local income tax, each rounded down to
 * whole 10 won (docs/domain.md 5). Small amounts too: since July 2024 the exemption below 1,000 won (Income Tax Act,
 * article 86) does not apply to such income.
 */
export function withholdingOf(amount: number): { incomeTaxAmount: number; localIncomeTaxAmount: number } {
  const cut = (rate: bigint) => Number((BigInt(amount) * rate) / 100_000n) * 10;
  return { incomeTaxAmount: cut(BigInt(INCOME_TAX_RATE)), localIncomeTaxAmount: cut(BigInt(LOCAL_INCOME_TAX_RATE)) };
}
/** In 1/10,000. */
const [INCOME_TAX_RATE, LOCAL_INCOME_TAX_RATE] = [300, 30];

function taxLines(baseAmount: number): SettlementLine[] {
  const { incomeTaxAmount, localIncomeTaxAmount } = withholdingOf(baseAmount);
  const tax = (kind: 'INCOME_TAX' | 'LOCAL_INCOME_TAX', rate: number, amount: number) =>
    line(kind, { rate, baseAmount, amount: -amount, taxFreeAmount: -amount });
  return [
    tax('INCOME_TAX', INCOME_TAX_RATE, incomeTaxAmount),
    tax('LOCAL_INCOME_TAX', LOCAL_INCOME_TAX_RATE, localIncomeTaxAmount),
  ];
}

/**
 * The ledger lines of closing a period: head office takes over the money of providers and channels, minus its royalty
 * and the withheld tax; the payout is promised, and the rest is carried forward. They sum to zero; the list is empty if nothing was
 * received.
 */
export function closingLines(
  lines: readonly SettlementLine[],
  { payoutAmount, heldByChannelsAmount }: Pick<SettlementFigures, 'payoutAmount'> & { heldByChannelsAmount: number },
): LedgerLine[] {
  const of = (kind: SettlementLineKind, part: 'amount' | 'supplyAmount' | 'vatAmount' = 'amount') =>
    lines.reduce((total, line) => (line.kind === kind ? total + line[part] : total), 0);
  const keptByStore = of('RECEIVED_AT_STORE') + of('RECEIVED_BY_MERCHANT') + of('PREPAID_PASSES');
  const collectedTotal = of('GROSS') + of('REFUND') + of('FEE') + of('COMMISSION') + keptByStore;
  const taxes = of('INCOME_TAX') + of('LOCAL_INCOME_TAX');
  const posted: LedgerLine[] = [
    { account: 'MONEY_AT_PROVIDER', amount: heldByChannelsAmount - collectedTotal },
    { account: 'MONEY_AT_CHANNEL', amount: -heldByChannelsAmount },
    { account: 'ROYALTY', amount: -of('ROYALTY', 'supplyAmount') },
    { account: 'ROYALTY_VAT', amount: -of('ROYALTY', 'vatAmount') },
    { account: 'WITHHOLDING', amount: -taxes },
    { account: 'PAYOUT', amount: payoutAmount },
    { account: 'DUE_FROM_HEAD_OFFICE', amount: collectedTotal + of('ROYALTY') + taxes - payoutAmount },
  ];
  return posted.filter((ledgerLine) => ledgerLine.amount !== 0);
}
