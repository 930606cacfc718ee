import type { Book, BookedPayment } from './book.ts';

/** How a provider settles, and the faults of its answers. */
export interface SettlementBehaviour {
  /** The fee with VAT, in 1/100,000 of the amount. */
  feeRate: number;
  /** The days from a sale to its payout. */
  payoutDays: number;
  /** Orders that the answers leave out, list twice, or list with a fee that is too high by so much. */
  readonly without: Set<string>;
  readonly twice: Set<string>;
  readonly feeOver: Map<string, number>;
  /** Orders whose refunds of a part return more of the fee by so much: providers round in other ways. */
  readonly returnedFeeOver: Map<string, number>;
  /** Orders that the shop has never begun. */
  readonly unknown: string[];
}

export function settlesAsAgreed(): SettlementBehaviour {
  return {
    feeRate: 0,
    payoutDays: 2,
    without: new Set<string>(),
    twice: new Set<string>(),
    feeOver: new Map<string, number>(),
    returnedFeeOver: new Map<string, number>(),
    unknown: [],
  };
}

const DAY_MS = 24 * 3600_000;
const SEOUL_MS = 9 * 3600_000;
const dateOf = (at: Date) => new Date(at.getTime() + SEOUL_MS).toISOString().slice(0, 10);

interface Line {
  readonly amount: number;
  readonly fee: { readonly supply: number; readonly vat: number };
  readonly at: Date;
  readonly transactionKey: string;
  readonly cancel: object | null;
}

/** The lines of a payment: its sale, and each refund with the part of the fee that it returns. */
function linesOf(payment: BookedPayment, { feeRate, feeOver, returnedFeeOver }: SettlementBehaviour): Line[] {
  if (payment.paidAt === null) return [];
  const total = Math.round((payment.amount * feeRate) / 100_000);
  const vat = Math.round(total / 11);
  const fee = { supply: total - vat + (feeOver.get(payment.orderId) ?? 0), vat };
  const lines: Line[] = [
    { amount: payment.amount, fee, at: payment.paidAt, transactionKey: `t_${payment.paymentKey}`, cancel: null },
  ];
  let left = { amount: payment.amount, supply: total - vat, vat };
  for (const { key, amount, at, reason, state } of payment.cancels) {
    if (state !== 'DONE') continue;
    const isLast = amount === left.amount;
    const part = (of: number) => Math.floor((of * amount) / payment.amount);
    const back = isLast
      ? { supply: left.supply, vat: left.vat }
      : {
          supply: Math.min(part(total - vat) + (returnedFeeOver.get(payment.orderId) ?? 0), left.supply),
          vat: Math.min(part(vat), left.vat),
        };
    left = { amount: left.amount - amount, supply: left.supply - back.supply, vat: left.vat - back.vat };
    lines.push({
      amount: -amount,
      fee: { supply: 0 - back.supply, vat: 0 - back.vat },
      at,
      transactionKey: key,
      cancel: { transactionKey: key, cancelAmount: amount, cancelReason: reason, cancelStatus: 'DONE' },
    });
  }
  return lines;
}

/** A page of the settlements of Toss by the day of the sale, as an array (docs/domain.md 2). */
export function tossSettlements(
  book: Book,
  settling: SettlementBehaviour,
  { merchantId, url }: { readonly merchantId: string; readonly url: string },
): object[] {
  const query = new URL(url, 'http://virtual').searchParams;
  const from = query.get('startDate') ?? '';
  const to = query.get('endDate') ?? '';
  const size = Number(query.get('size') ?? 100);
  const page = Number(query.get('page') ?? 1);
  const unknown = settling.unknown.map((orderId, index) => ({ ...strangePayment(book), orderId, number: index }));
  const lines = [...book.payments.values(), ...unknown].flatMap((payment) => {
    if (settling.without.has(payment.orderId)) return [];
    const listed = linesOf(payment, settling).map((line) => toSettlement(payment, line, settling, merchantId));
    return settling.twice.has(payment.orderId) ? [...listed, ...listed] : listed;
  });
  return lines.filter(({ soldDate }) => soldDate >= from && soldDate <= to).slice((page - 1) * size, page * size);
}

function strangePayment(book: Book): BookedPayment {
  const [first] = book.payments.values();
  if (!first) throw new Error('The book is empty');
  return { ...first, paymentKey: 'pk_of_a_stranger', cancels: [] };
}

function toSettlement(
  payment: BookedPayment,
  { amount, fee, at, transactionKey, cancel }: Line,
  { payoutDays }: SettlementBehaviour,
  merchantId: string,
) {
  const total = fee.supply + fee.vat;
  return {
    mId: merchantId,
    paymentKey: payment.paymentKey,
    transactionKey,
    orderId: payment.orderId,
    currency: 'KRW',
    amount,
    interestFee: 0,
    fee: total,
    supplyAmount: fee.supply,
    vat: fee.vat,
    fees: [{ type: 'BASE', fee: total }],
    payOutAmount: amount - total,
    approvedAt: (payment.paidAt ?? at).toISOString(),
    soldDate: dateOf(at),
    paidOutDate: dateOf(new Date(at.getTime() + payoutDays * DAY_MS)),
    cancel,
  };
}
