import type { LedgerAccount, LedgerKind, ReservationState, WaterfallStep } from '@munjigi/contract';
import type { Fee } from './fees.ts';
import { amountOf, type VatSplit } from './vat.ts';

/** An amount in won: debit is positive, credit negative. */
export interface LedgerLine {
  readonly account: LedgerAccount;
  readonly amount: number;
}

const NO_FEE: Fee = { supplyAmount: 0, vatAmount: 0 };

/** Who has the guest's money first, the account of that money, and those of what the collector keeps of it. */
export type Collector = 'STORE' | 'MERCHANT' | 'PROVIDER' | 'CHANNEL' | 'PASS';
const ACCOUNTS: Readonly<Record<Collector, { money: LedgerAccount; fee: LedgerAccount; feeVat: LedgerAccount }>> = {
  // A store keeps no fee, and has none.
  STORE: { money: 'MONEY_AT_STORE', fee: 'PROVIDER_FEE', feeVat: 'PROVIDER_FEE_VAT' },
  // The store's own account at a provider: its fee is the store's, and its money too.
  MERCHANT: { money: 'MONEY_AT_STORE_MERCHANT', fee: 'PROVIDER_FEE', feeVat: 'PROVIDER_FEE_VAT' },
  PROVIDER: { money: 'MONEY_AT_PROVIDER', fee: 'PROVIDER_FEE', feeVat: 'PROVIDER_FEE_VAT' },
  // The money came when the pass was sold; its use lowers what the store owes.
  PASS: { money: 'PREPAID_PASSES', fee: 'PROVIDER_FEE', feeVat: 'PROVIDER_FEE_VAT' },
  CHANNEL: { money: 'MONEY_AT_CHANNEL', fee: 'CHANNEL_COMMISSION', feeVat: 'CHANNEL_COMMISSION_VAT' },
};

/**
 * The ledger lines of received money: at the store itself, at a provider that keeps its fee (with the account of the
 * chain or that of the store), or at a channel that keeps
 * its commission. They sum to zero.
 */
export function paymentLines(
  split: VatSplit,
  { collector, fee = NO_FEE }: { readonly collector: Collector; readonly fee?: Fee },
): LedgerLine[] {
  const accounts = ACCOUNTS[collector];
  const lines: LedgerLine[] = [
    { account: accounts.money, amount: amountOf(split) - fee.supplyAmount - fee.vatAmount },
    { account: accounts.fee, amount: fee.supplyAmount },
    { account: accounts.feeVat, amount: fee.vatAmount },
    { account: 'SALES_SUPPLY', amount: -split.supplyAmount },
    { account: 'SALES_VAT', amount: -split.vatAmount },
    { account: 'SALES_TAX_FREE', amount: -split.taxFreeAmount },
  ];
  return lines.filter((line) => line.amount !== 0);
}

/** The ledger lines of a sold pass: money at the store, which it owes to the guest. No sale yet (PS-6). */
export function passSaleLines(amount: number): LedgerLine[] {
  return [
    { account: 'MONEY_AT_STORE', amount },
    { account: 'PREPAID_PASSES', amount: -amount },
  ];
}

/** The ledger lines of a discount that head office bears: it owes the store the amount, which is a taxed supply (CP-5). */
export function compensationLines({ supplyAmount, vatAmount }: Fee): LedgerLine[] {
  const lines: LedgerLine[] = [
    { account: 'DUE_FROM_HEAD_OFFICE', amount: supplyAmount + vatAmount },
    { account: 'COUPON_SUPPLY', amount: -supplyAmount },
    { account: 'COUPON_VAT', amount: -vatAmount },
  ];
  return lines.filter((line) => line.amount !== 0);
}

/** The opposite lines: for a refund with that split, or for the reversal of a payment. */
export function oppositeLines(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.map(({ account, amount }) => ({ account, amount: -amount }));
}

/** A sum of ledger lines of transactions of one kind. */
export interface LedgerSum extends LedgerLine {
  readonly kind: LedgerKind;
}

const SALES: ReadonlySet<LedgerAccount> = new Set<LedgerAccount>(['SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE']);

/** The received and refunded amounts in sums of the ledger, VAT included. Reversed payments were not received. */
export function receivedAndRefunded(sums: readonly LedgerSum[]): { received: number; refunded: number } {
  let [received, refunded] = [0, 0];
  for (const { kind, account, amount } of sums) {
    if (!SALES.has(account)) continue;
    if (kind === 'REFUND') refunded += amount;
    else received -= amount;
  }
  return { received, refunded };
}

/**
 * NX-5. `priceAmount`: the price of a reservation; `null` for a period of a store, which begins with the received
 * money. The lines sum to zero.
 */
export function waterfallOf(
  priceAmount: number | null,
  sums: readonly LedgerSum[],
): { step: WaterfallStep; amount: number }[] {
  const { received, refunded } = receivedAndRefunded(sums);
  const of = (name: LedgerAccount) =>
    sums.reduce((sum, { account, amount }) => (account === name ? sum + amount : sum), 0);
  const coupon = -of('COUPON_SUPPLY') - of('COUPON_VAT');
  const vat = -of('SALES_VAT') - of('COUPON_VAT');
  const [fee, feeVat] = [of('PROVIDER_FEE'), of('PROVIDER_FEE_VAT')];
  const [commission, commissionVat] = [of('CHANNEL_COMMISSION'), of('CHANNEL_COMMISSION_VAT')];
  const remainder = received - refunded + coupon - vat - fee - feeVat - commission - commissionVat;
  const first =
    priceAmount === null
      ? [line('RECEIVED', received)]
      : [
          line('PRICE', priceAmount),
          line('UNPAID', Math.min(0, received - priceAmount)),
          line('OVERPAID', Math.max(0, received - priceAmount)),
        ];
  const rest = [
    line('REFUNDED', -refunded),
    line('COUPON', coupon),
    line('VAT', -vat),
    line('PROVIDER_FEE', -fee),
    line('PROVIDER_FEE_VAT', -feeVat),
    line('CHANNEL_COMMISSION', -commission),
    line('CHANNEL_COMMISSION_VAT', -commissionVat),
    line('LEFT', -remainder),
  ];
  return [...first, ...rest].filter(
    ({ step, amount }) => amount !== 0 || step === 'PRICE' || step === 'RECEIVED' || step === 'LEFT',
  );
}

/** Avoids negative zero. */
function line(step: WaterfallStep, amount: number): { step: WaterfallStep; amount: number } {
  return { step, amount: amount === 0 ? 0 : amount };
}

export interface Owed {
  readonly state: ReservationState;
  readonly priceAmount: number;
  /** The paid amount without the refunded amount. */
  readonly paidAmount: number;
  /** What refunds returned on purpose (PY-4). */
  readonly waivedAmount: number;
  /** For a cancelled reservation: the refund due at its cancellation, and the amount refunded since. */
  readonly refundAmount: number | null;
  readonly refundedSinceAmount: number;
}

/** The amount still due for a reservation, and the amount to refund. One of them is 0. */
export function owedFor({ state, priceAmount, paidAmount, waivedAmount, refundAmount, refundedSinceAmount }: Owed): {
  dueAmount: number;
  toRefundAmount: number;
} {
  // An expired reservation does not take place, so its price is not due.
  if (state === 'EXPIRED') return { dueAmount: 0, toRefundAmount: paidAmount };
  if (state === 'CANCELLED')
    return {
      dueAmount: 0,
      toRefundAmount: Math.min(paidAmount, Math.max(0, (refundAmount ?? 0) - refundedSinceAmount)),
    };
  return {
    dueAmount: Math.max(0, priceAmount - paidAmount - waivedAmount),
    toRefundAmount: Math.max(0, paidAmount - priceAmount - refundedSinceAmount),
  };
}
