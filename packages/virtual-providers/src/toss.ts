import { cancelled, type BookedAccount, type BookedPayment } from './book.ts';
import { ProviderRefusal } from './refusal.ts';
import type { OddAnswer } from './odd.ts';
import { answerTossReceipts, isOfReceipts, tossReceiptsOf } from './receipts.ts';
import { tossSettlements } from './settlements.ts';
import { startProvider, type SentWebhook, type VirtualOptions, type VirtualProvider } from './provider.ts';

/**
 * A virtual Toss Payments with core API v1: confirm, read by key or order, cancel, and unsigned messages of each
 * change.
 */
export function startVirtualToss(options: VirtualOptions): Promise<VirtualProvider> {
  const authorization = `Basic ${Buffer.from(`${options.apiSecret}:`).toString('base64')}`;
  const merchantId = options.merchantId ?? 'test';
  const paymentOf = (bookedPayment: BookedPayment) => toTossPayment(bookedPayment, merchantId);
  let changes = 0;
  return startProvider(
    {
      checkout: {
        // The server has Toss take the money, so the guest's agreement alone changes nothing in the books.
        agreed: (_book, { paymentKey, orderId, amount }) => ({ paymentKey, orderId, amount: String(amount) }),
        declined: (orderId) => ({ code: 'PAY_PROCESS_CANCELED', message: '사용자가 결제를 취소하였습니다', orderId }),
      },
      oddities: ODDITIES,
      isAllowed: ({ header }) => header('authorization') === authorization,
      refusal: (code, message) => ({ code, message }),
      answer(book, { method, path, body }, settling) {
        if (path.startsWith('/v1/settlements?'))
          return tossSettlements(book, settling, { merchantId, url: path }).map((line) => ({
            method: '카드',
            ...line,
          }));
        if (isOfReceipts(path)) return answerTossReceipts(book.receipts, { method, path, body });
        if (method === 'POST' && path === '/v1/payments/confirm') {
          const bookedPayment = book.find(String(body['paymentKey']));
          if (!bookedPayment || bookedPayment.orderId !== body['orderId'])
            throw new ProviderRefusal(404, 'NOT_FOUND_PAYMENT', 'There is none');
          if (bookedPayment.amount !== body['amount'])
            throw new ProviderRefusal(400, 'INVALID_REQUEST', 'Another amount');
          book.take(bookedPayment);
          return paymentOf(bookedPayment);
        }
        const [, key = '', verb] = /^\/v1\/payments\/(?:orders\/)?([^/]+)(\/cancel)?$/.exec(path) ?? [];
        const payment = book.find(decodeURIComponent(key));
        if (!payment) throw new ProviderRefusal(404, 'NOT_FOUND_PAYMENT', 'There is none');
        if (method === 'POST' && verb)
          book.cancel(
            payment,
            Number(body['cancelAmount'] ?? payment.amount - cancelled(payment)),
            String(body['cancelReason']),
            accountOf(payment, body),
          );
        return paymentOf(payment);
      },
      messagesOf(bookedPayment) {
        changes += 1;
        return messagesOf(bookedPayment, paymentOf(bookedPayment), changes);
      },
    },
    options,
  );
}

/** The time has no zone, is Seoul time, and is unique: its microseconds are the number of the change. */
function messagesOf(bookedPayment: BookedPayment, payment: object, change: number): SentWebhook[] {
  const createdAt = `2026-11-21T15:00:00.${String(change).padStart(6, '0')}`;
  const status = {
    headers: {},
    body: JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt, data: payment }),
  };
  const deposit = {
    headers: {},
    body: JSON.stringify({
      createdAt,
      secret: bookedPayment.secret,
      status: statusOf(bookedPayment),
      transactionKey: `t${change}`,
      orderId: bookedPayment.orderId,
    }),
  };
  return bookedPayment.isAccount ? [status, deposit] : [status];
}

const CANCEL_STATUSES = { DONE: 'DONE', PENDING: 'IN_PROGRESS', FAILED: 'ABORTED' } as const;

/** Faults that pass although their statuses are those of refusals, and answers without members of no importance. */
const ODDITIES: readonly OddAnswer[] = [
  {
    to: ['confirm', 'cancel'],
    answer: { status: 400, body: { code: 'PROVIDER_ERROR', message: '일시적인 오류가 발생했습니다.' } },
  },
  {
    to: ['cancel'],
    answer: { status: 403, body: { code: 'FORBIDDEN_CONSECUTIVE_REQUEST', message: '잠시 후 다시 시도해주세요.' } },
  },
  {
    to: ['confirm', 'cancel'],
    answer: { status: 409, body: { code: 'IDEMPOTENT_REQUEST_PROCESSING', message: '이전 요청이 처리중입니다.' } },
  },
  {
    to: ['confirm'],
    answer: { status: 400, body: { code: 'ALREADY_PROCESSED_PAYMENT', message: '이미 처리된 결제 입니다.' } },
    isExecuted: true,
  },
  { to: ['lookUp', 'confirm', 'cancel'], without: ['method', 'receipt', 'card', 'virtualAccount'] },
];

/** Two-digit codes of banks. */
const BANKS: ReadonlySet<string> = new Set(
  '02 03 06 07 11 12 20 23 27 31 32 34 35 37 39 45 48 50 64 71 81 88 89 90 92'.split(' '),
);

/** A refund of a paid virtual account needs a destination account. */
function accountOf(bookedPayment: BookedPayment, body: Readonly<Record<string, unknown>>): BookedAccount | null {
  if (!bookedPayment.isAccount || bookedPayment.state !== 'PAID') return null;
  const { bank, accountNumber, holderName } = (body['refundReceiveAccount'] ?? {}) as Readonly<Record<string, unknown>>;
  if (
    typeof bank !== 'string' ||
    typeof accountNumber !== 'string' ||
    typeof holderName !== 'string' ||
    holderName === ''
  )
    throw new ProviderRefusal(400, 'INVALID_REQUEST', 'The refund account is missing');
  if (!BANKS.has(bank)) throw new ProviderRefusal(400, 'INVALID_BANK', 'There is no such bank');
  // Accounts with this ending do not exist. The error contains the number, which no real provider should do.
  if (!/^\d{1,20}$/.test(accountNumber) || accountNumber.endsWith('0000'))
    throw new ProviderRefusal(400, 'INVALID_REFUND_ACCOUNT_NUMBER', `${holderName} has no account ${accountNumber}`);
  return { bank, number: accountNumber, holder: holderName };
}

function statusOf(bookedPayment: BookedPayment): string {
  if (bookedPayment.state === 'PAID') return cancelled(bookedPayment) > 0 ? 'PARTIAL_CANCELED' : 'DONE';
  return { IN_PROGRESS: 'IN_PROGRESS', WAITING: 'WAITING_FOR_DEPOSIT', CANCELED: 'CANCELED', FAILED: 'ABORTED' }[
    bookedPayment.state
  ];
}

function toTossPayment(bookedPayment: BookedPayment, merchantId: string): object {
  const ownReceipts = bookedPayment.ownReceipt ? tossReceiptsOf(bookedPayment.ownReceipt) : [];
  return {
    version: '2022-11-16',
    mId: bookedPayment.terms.shopId ?? merchantId,
    paymentKey: bookedPayment.paymentKey,
    type: 'NORMAL',
    orderId: bookedPayment.orderId,
    orderName: '예약',
    currency: bookedPayment.terms.currency,
    method: bookedPayment.isAccount ? '가상계좌' : '카드',
    totalAmount: bookedPayment.amount,
    balanceAmount: bookedPayment.amount - cancelled(bookedPayment),
    status: statusOf(bookedPayment),
    requestedAt: '2026-11-21T15:00:00+09:00',
    approvedAt: bookedPayment.paidAt?.toISOString() ?? null,
    secret: bookedPayment.isAccount ? bookedPayment.secret : null,
    receipt: { url: `https://dashboard.example/receipt/${bookedPayment.paymentKey}` },
    ...(bookedPayment.isAccount
      ? {
          virtualAccount: {
            accountNumber: 'X6505831718354',
            bankCode: '20',
            customerName: '박토스',
            refundStatus: bookedPayment.refundStatus,
          },
        }
      : { card: { number: '43301234****123*' } }),
    cashReceipt: ownReceipts[0] ?? null,
    cashReceipts: ownReceipts.length > 0 ? ownReceipts : null,
    cancels:
      bookedPayment.cancels.length === 0
        ? null
        : bookedPayment.cancels.map((one) => ({
            transactionKey: one.key,
            cancelAmount: one.amount,
            cancelReason: one.reason,
            canceledAt: one.at.toISOString(),
            cancelStatus: CANCEL_STATUSES[one.state],
            taxFreeAmount: 0,
            refundableAmount: 0,
          })),
  };
}
