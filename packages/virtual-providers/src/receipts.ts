import type { BookedPayment } from './book.ts';
import { cancelledOfReceipt, type BookedReceipt, type ReceiptBook } from './receipt-book.ts';
import { ProviderRefusal } from './refusal.ts';

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

/** Whether a request to Toss is about cash receipts. */
export function isOfReceipts(path: string): boolean {
  return path.startsWith(TOSS_PATH);
}

const TOSS_PATH = '/v1/cash-receipts';

/** Answers the requests of Toss about cash receipts. */
export function answerTossReceipts(book: ReceiptBook, { method, path, body }: ReceiptRequest): object {
  const rest = path.slice(TOSS_PATH.length);
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
