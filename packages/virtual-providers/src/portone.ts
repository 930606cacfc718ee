import { createHmac } from 'node:crypto';
import { cancelled, type Book, type BookedAccount, type BookedPayment } from './book.ts';
import { ProviderRefusal } from './refusal.ts';
import type { OddAnswer } from './odd.ts';
import { answerPortoneReceipts } from './receipts.ts';
import { startProvider, type SentWebhook, type VirtualOptions, type VirtualProvider } from './provider.ts';

/** The id of the shop, which a connection to this provider names, without another one in the options. */
const SHOP = 'test';

interface PortoneOptions extends VirtualOptions {
  /** A Standard Webhooks secret: `whsec_` and base64. */
  readonly webhookSecret: string;
}

/** A virtual PortOne with REST API V2: read and cancel, and messages of each change, signed by Standard Webhooks. */
export function startVirtualPortone(options: PortoneOptions): Promise<VirtualProvider> {
  const now = options.now ?? (() => new Date());
  const shop = options.merchantId ?? SHOP;
  let changes = 0;
  return startProvider(
    {
      checkout: {
        agreed(book, payment) {
          book.take(payment);
          return { paymentId: payment.orderId, transactionId: payment.paymentKey };
        },
        declined: (orderId) => ({
          code: 'FAILURE_TYPE_PG',
          message: '사용자가 결제를 취소하였습니다',
          paymentId: orderId,
        }),
      },
      oddities: ODDITIES,
      isAllowed: ({ header }) => header('authorization') === `PortOne ${options.apiSecret}`,
      refusal: (type, message) => ({ type, message }),
      answer(book, { method, path, body }) {
        const ofReceipts = answerPortoneReceipts(book.receipts, book.payments, { method, path, body });
        if (ofReceipts) return ofReceipts;
        const [, id = '', verb] = /^\/payments\/([^/]+)(\/cancel|\/pre-register)?$/.exec(path) ?? [];
        const orderId = decodeURIComponent(id);
        const bookedPayment = book.payments.get(orderId);
        if (method === 'POST' && verb === '/pre-register') return preregister(book, orderId, body);
        if (!bookedPayment) throw new ProviderRefusal(404, 'PAYMENT_NOT_FOUND', 'There is none');
        if (method !== 'POST' || !verb) return toPortonePayment(bookedPayment, shop);
        cancelAs(book, bookedPayment, body);
        return { cancellation: cancellationsOf(bookedPayment).at(-1) };
      },
      messagesOf(bookedPayment) {
        changes += 1;
        const { type, isCancel } = eventOf(bookedPayment);
        const data = {
          storeId: bookedPayment.terms.shopId ?? shop,
          paymentId: bookedPayment.orderId,
          transactionId: bookedPayment.paymentKey,
          ...(isCancel ? { cancellationId: bookedPayment.cancels.at(-1)?.key } : {}),
        };
        return [
          signedMessage(
            options.webhookSecret,
            `msg_${changes}_${bookedPayment.orderId}`,
            now(),
            JSON.stringify({ type, timestamp: now().toISOString(), data }),
          ),
        ];
      },
    },
    options,
  );
}

function cancelAs(book: Book, bookedPayment: BookedPayment, body: Readonly<Record<string, unknown>>): void {
  const remaining = bookedPayment.amount - cancelled(bookedPayment);
  const expected = body['currentCancellableAmount'];
  if (expected !== undefined && expected !== remaining)
    throw new ProviderRefusal(409, 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN', 'There is another amount left');
  const refused = refusalOf(bookedPayment, Number(body['amount'] ?? remaining), remaining);
  if (refused !== null) throw new ProviderRefusal(409, refused, 'It cannot be cancelled');
  book.cancel(
    bookedPayment,
    Number(body['amount'] ?? remaining),
    String(body['reason']),
    accountOf(bookedPayment, body),
  );
}

/** The documented type of a refusal, all of which have the status 409. */
function refusalOf({ state }: BookedPayment, amount: number, remaining: number): string | null {
  if (state === 'CANCELED') return 'PAYMENT_ALREADY_CANCELLED';
  if (state !== 'PAID') return 'PAYMENT_NOT_PAID';
  return amount > remaining ? 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT' : null;
}

/** Keeps the amount that the window of the guest must ask for. */
function preregister(book: Book, orderId: string, body: Readonly<Record<string, unknown>>): object {
  if (book.payments.get(orderId)?.state === 'PAID')
    throw new ProviderRefusal(409, 'ALREADY_PAID', 'It is paid already');
  if (body['currency'] !== 'KRW' || typeof body['totalAmount'] !== 'number')
    throw new ProviderRefusal(400, 'INVALID_REQUEST', 'Amount and currency are missing');
  book.preregistered.set(orderId, body['totalAmount']);
  return {};
}

/** The destination of a virtual account's refund: `refundAccount`, with PortOne's name of the bank. */
function accountOf(bookedPayment: BookedPayment, body: Readonly<Record<string, unknown>>): BookedAccount | null {
  if (!bookedPayment.isAccount || bookedPayment.state !== 'PAID') return null;
  const { bank, number, holderName } = (body['refundAccount'] ?? {}) as Readonly<Record<string, unknown>>;
  if (
    typeof bank !== 'string' ||
    !/^[A-Z_]{4,}$/.test(bank) ||
    typeof number !== 'string' ||
    typeof holderName !== 'string'
  )
    throw new ProviderRefusal(400, 'INVALID_REQUEST', 'The refund account is missing');
  return { bank, number, holder: holderName };
}

/** Signs a message as Standard Webhooks specifies. */
export function signedMessage(secret: string, id: string, at: Date, body: string): SentWebhook {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
    body,
  };
}

function eventOf(bookedPayment: BookedPayment): { type: string; isCancel: boolean } {
  if (bookedPayment.cancels.some(({ state }) => state === 'PENDING'))
    return { type: 'Transaction.CancelPending', isCancel: true };
  if (cancelled(bookedPayment) > 0)
    return {
      type: bookedPayment.state === 'CANCELED' ? 'Transaction.Cancelled' : 'Transaction.PartialCancelled',
      isCancel: true,
    };
  const type = {
    IN_PROGRESS: 'Ready',
    WAITING: 'VirtualAccountIssued',
    PAID: 'Paid',
    CANCELED: 'Cancelled',
    FAILED: 'Failed',
  }[bookedPayment.state];
  return { type: `Transaction.${type}`, isCancel: false };
}

const CANCEL_STATUSES = { DONE: 'SUCCEEDED', PENDING: 'REQUESTED', FAILED: 'FAILED' } as const;

/** A connection that is busy with the same key, and answers without members of no importance. */
const ODDITIES: readonly OddAnswer[] = [
  { to: ['cancel'], answer: { status: 409, body: { type: 'IDEMPOTENCY_OUTSTANDING_REQUEST' } } },
  { to: ['lookUp'], without: ['method', 'receiptUrl', 'trigger', 'customer'] },
];

function cancellationsOf(bookedPayment: BookedPayment): object[] {
  return bookedPayment.cancels.map((one) => ({
    status: CANCEL_STATUSES[one.state],
    id: one.key,
    totalAmount: one.amount,
    reason: one.reason,
    requestedAt: one.at.toISOString(),
    ...(one.state === 'DONE' && { cancelledAt: one.at.toISOString() }),
    trigger: one.isChargeback ? 'CHARGEBACK' : 'API',
  }));
}

function toPortonePayment(bookedPayment: BookedPayment, shop: string): object {
  const paidStatus = cancelled(bookedPayment) > 0 ? 'PARTIAL_CANCELLED' : 'PAID';
  const status = {
    IN_PROGRESS: 'READY',
    WAITING: 'VIRTUAL_ACCOUNT_ISSUED',
    PAID: paidStatus,
    CANCELED: 'CANCELLED',
    FAILED: 'FAILED',
  }[bookedPayment.state];
  return {
    status,
    id: bookedPayment.orderId,
    transactionId: bookedPayment.paymentKey,
    merchantId: 'm-1',
    storeId: bookedPayment.terms.shopId ?? shop,
    channel: {
      type: bookedPayment.terms.isTest ? 'TEST' : 'LIVE',
      pgProvider: 'TOSSPAYMENTS',
      pgMerchantId: 'tvivarepublica',
    },
    method: bookedPayment.isAccount
      ? { type: 'PaymentMethodVirtualAccount', refundStatus: bookedPayment.refundStatus }
      : { type: 'PaymentMethodCard' },
    amount: { total: bookedPayment.amount, taxFree: 0, cancelled: cancelled(bookedPayment) },
    currency: bookedPayment.terms.currency,
    orderName: '예약',
    customer: { name: '홍길동', phoneNumber: '010-1234-5678' },
    requestedAt: '2026-11-21T06:00:00Z',
    ...(bookedPayment.paidAt
      ? { paidAt: bookedPayment.paidAt.toISOString(), receiptUrl: `https://receipt.example/${bookedPayment.orderId}` }
      : {}),
    cancellations: cancellationsOf(bookedPayment),
    disputes:
      bookedPayment.disputedAt === null
        ? []
        : [{ status: 'PENDING', pgDisputeId: 'dispute', createdAt: bookedPayment.disputedAt.toISOString() }],
  };
}
