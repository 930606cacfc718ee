import { randomInt, randomUUID } from 'node:crypto';
import { ProviderRefusal, type BookedPayment } from './book.ts';

/** A cash receipt in the provider's books. Amounts are in won. */
export interface BookedReceipt {
  /** The order (Toss) or payment (PortOne) that the shop named. */
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly number: string;
  /** The words of the provider: 소득공제 or PERSONAL. */
  readonly type: string;
  readonly approvalNumber: string;
  readonly issuedAt: Date;
  readonly cancels: { readonly amount: number; readonly at: Date }[];
  state: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
}

export const cancelledOfReceipt = ({ cancels }: BookedReceipt) => cancels.reduce((sum, { amount }) => sum + amount, 0);

/** Numbers with this ending do not exist. The error repeats the number, which no real provider should do. */
const UNKNOWN_ENDING = '0000';
const NUMBER = /^\d{10,19}$/;

interface NewReceipt {
  readonly id: string;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly number: string;
  readonly type: string;
}

/** The cash receipts of a provider and their legal changes, independent of the wire format. */
export class ReceiptBook {
  readonly receipts = new Map<string, BookedReceipt>();
  /** How the next receipts begin, in order. All others are issued at once. */
  readonly nextStates: BookedReceipt['state'][] = [];
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  issue(receipt: NewReceipt): BookedReceipt {
    if (this.receipts.has(receipt.id))
      throw new ProviderRefusal(409, 'CASH_RECEIPT_ALREADY_ISSUED', 'It was issued already');
    if (!NUMBER.test(receipt.number) || receipt.number.endsWith(UNKNOWN_ENDING))
      throw new ProviderRefusal(400, 'INVALID_REQUEST', `There is no ${receipt.number}`);
    if (!(receipt.amount > 0)) throw new ProviderRefusal(400, 'INVALID_REQUEST', 'There is no amount');
    const booked = this.write(receipt);
    this.receipts.set(receipt.id, booked);
    return booked;
  }

  /** The guest named their number in the window of the provider, which issues with the payment and cancels with it. */
  issueOwn(payment: BookedPayment, number = '01087654321'): void {
    payment.ownReceipt = this.write({
      id: payment.orderId,
      amount: payment.amount,
      taxFreeAmount: 0,
      number,
      type: '소득공제',
    });
  }

  cancel(receipt: BookedReceipt, amount: number): void {
    const left = receipt.amount - cancelledOfReceipt(receipt);
    if (left === 0) throw new ProviderRefusal(409, 'CASH_RECEIPT_NOT_ISSUED', 'It was cancelled already');
    if (!(amount > 0) || amount > left) throw new ProviderRefusal(400, 'INVALID_REQUEST', 'There is less left');
    receipt.cancels.push({ amount, at: this.now() });
  }

  /** The receipt of a key or id. */
  find(key: string): BookedReceipt | undefined {
    return this.receipts.get(key) ?? [...this.receipts.values()].find((receipt) => receipt.key === key);
  }

  /** Won that are issued now for a number, or for all. */
  sumIssued(number?: string): number {
    return [...this.receipts.values()]
      .filter((receipt) => receipt.state === 'COMPLETED' && (number === undefined || receipt.number === number))
      .reduce((sum, receipt) => sum + receipt.amount - cancelledOfReceipt(receipt), 0);
  }

  private write(receipt: NewReceipt): BookedReceipt {
    return {
      ...receipt,
      key: `rk_${randomUUID()}`,
      approvalNumber: String(randomInt(100_000_000, 999_999_999)),
      issuedAt: this.now(),
      cancels: [],
      state: this.nextStates.shift() ?? 'COMPLETED',
    };
  }
}

/** A receipt as Toss writes it, and its cancellations. */
export function tossReceiptsOf(receipt: BookedReceipt): object[] {
  const common = {
    receiptKey: receipt.key,
    issueNumber: receipt.approvalNumber,
    orderId: receipt.id,
    orderName: '예약',
    type: receipt.type,
    businessNumber: '1234500018',
    customerIdentityNumber: `${receipt.number.slice(0, 3)}****${receipt.number.slice(-4)}`,
    receiptUrl: `https://dashboard.tosspayments.com/receipt/mids/${receipt.key}/cash-receipt`,
    taxFreeAmount: 0,
    failure: receipt.state === 'FAILED' ? { code: 'NOT_ACCEPTED', message: '발급할 수 없는 번호입니다.' } : null,
  };
  const issue = {
    ...common,
    transactionType: 'CONFIRM',
    amount: receipt.amount,
    issueStatus: receipt.state,
    requestedAt: receipt.issuedAt.toISOString(),
  };
  return [
    issue,
    ...receipt.cancels.map(({ amount, at }) => ({
      ...common,
      transactionType: 'CANCEL',
      amount,
      issueStatus: 'COMPLETED',
      requestedAt: at.toISOString(),
    })),
  ];
}

/** A receipt as PortOne writes it. */
export function portoneReceiptOf(receipt: BookedReceipt): object {
  const isCancelled = cancelledOfReceipt(receipt) === receipt.amount;
  const status = { COMPLETED: 'ISSUED', IN_PROGRESS: 'ISSUING', FAILED: 'ISSUE_FAILED' }[receipt.state];
  return {
    status: isCancelled ? 'CANCELLED' : status,
    paymentId: receipt.id,
    amount: receipt.amount,
    currency: 'KRW',
    orderName: '예약',
    isManual: true,
    type: receipt.type,
    pgReceiptId: receipt.key,
    issueNumber: receipt.approvalNumber,
    url: `https://receipt.portone.io/${receipt.key}`,
    issuedAt: receipt.issuedAt.toISOString(),
    ...(isCancelled && { cancelledAt: receipt.cancels.at(-1)?.at.toISOString() }),
  };
}

interface ReceiptRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers the requests of Toss about cash receipts. `null`: it is another request. */
export function answerTossReceipts(book: ReceiptBook, { method, path, body }: ReceiptRequest): object | null {
  const [, rest] = /^\/v1\/cash-receipts(.*)$/.exec(path) ?? [];
  if (rest === undefined) return null;
  if (method === 'POST' && rest === '') {
    const receipt = book.issue({
      id: String(body['orderId']),
      amount: Number(body['amount']),
      taxFreeAmount: Number(body['taxFreeAmount'] ?? 0),
      number: String(body['customerIdentityNumber']),
      type: String(body['type']),
    });
    return tossReceiptsOf(receipt)[0] ?? {};
  }
  const [, key] = /^\/([^/]+)\/cancel$/.exec(rest) ?? [];
  if (method === 'POST' && key !== undefined) {
    const receipt = book.find(decodeURIComponent(key));
    if (!receipt) throw new ProviderRefusal(404, 'NOT_FOUND', 'There is none');
    book.cancel(receipt, Number(body['amount'] ?? receipt.amount - cancelledOfReceipt(receipt)));
    return tossReceiptsOf(receipt).at(-1) ?? {};
  }
  const day = new URLSearchParams(rest.replace(/^\?/, '')).get('requestDate');
  const inSeoul = (at: Date) => new Date(at.getTime() + 9 * 3600_000).toISOString().slice(0, 10);
  const data = [...book.receipts.values()].filter(({ issuedAt }) => inSeoul(issuedAt) === day).flatMap(tossReceiptsOf);
  return { hasNext: false, lastCursor: null, data };
}

/** Answers the requests of PortOne about cash receipts. `null`: it is another request. */
export function answerPortoneReceipts(
  book: ReceiptBook,
  payments: ReadonlyMap<string, BookedPayment>,
  { method, path, body }: ReceiptRequest,
): object | null {
  if (method === 'POST' && path === '/cash-receipts') {
    const amount = (body['amount'] ?? {}) as Readonly<Record<string, unknown>>;
    const customer = (body['customer'] ?? {}) as Readonly<Record<string, unknown>>;
    const receipt = book.issue({
      id: String(body['paymentId']),
      amount: Number(amount['total']),
      taxFreeAmount: Number(amount['taxFree'] ?? 0),
      number: String(customer['identityNumber']),
      type: String(body['type']),
    });
    const { approvalNumber: issueNumber, key: pgReceiptId } = receipt;
    return { cashReceipt: { issueNumber, pgReceiptId, url: `https://receipt.portone.io/${pgReceiptId}` } };
  }
  const [, id, verb] = /^\/payments\/([^/]+)\/cash-receipt(\/cancel)?(?:\?.*)?$/.exec(path) ?? [];
  if (id === undefined) return null;
  const receipt = book.find(decodeURIComponent(id)) ?? payments.get(decodeURIComponent(id))?.ownReceipt;
  if (!receipt) throw new ProviderRefusal(404, 'CASH_RECEIPT_NOT_FOUND', 'There is none');
  if (!verb) return portoneReceiptOf(receipt);
  book.cancel(receipt, receipt.amount);
  return { cancelledAmount: receipt.amount, cancelledAt: receipt.cancels.at(-1)?.at.toISOString() };
}
