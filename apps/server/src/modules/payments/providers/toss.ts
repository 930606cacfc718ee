import type { PaymentMethod, PaymentState } from '@munjigi/contract';
import { z } from 'zod';
import { sendProviderRequest, type CodeMeaning, type ErrorFormat } from './ask.ts';
import { BANK_NAMES } from './bank-names.ts';
import {
  isRefundReturned,
  readInstant,
  sortCancels,
  wholeAmount,
  type ReportedCancelState,
  type ReportedCancel,
} from './reported-cancels.ts';
import { isTestKey, mapPayment, type PaymentFormat, type ProviderAccess, type ProviderDriver } from './driver.ts';

/** Toss Payments, core API v1 (docs/domain.md 2). Fields that are not named here are ignored. */

/** One refund of a payment. The versions of the API before 2022 name no key and no status. */
const cancel = z.object({
  transactionKey: z.string().nullish().catch(null),
  cancelAmount: z.number().nullish().catch(null),
  cancelReason: z.string().nullish().catch(null),
  canceledAt: z.string().nullish().catch(null),
  cancelStatus: z.string().nullish().catch(null),
});

const tossPayment = z.object({
  paymentKey: z.string(),
  orderId: z.string(),
  status: z.string(),
  method: z.string().nullish().catch(null),
  totalAmount: z.number(),
  currency: z.string().nullish(),
  mId: z.string().nullish(),
  approvedAt: z.string().nullish(),
  receipt: z.object({ url: z.string() }).nullish().catch(null),
  secret: z.string().nullish().catch(null),
  virtualAccount: z.object({ refundStatus: z.string().nullish() }).nullish().catch(null),
  cancels: z.array(z.unknown()).nullish().catch(null),
});

const STATES: Readonly<Record<string, PaymentState>> = {
  READY: 'READY',
  IN_PROGRESS: 'READY',
  WAITING_FOR_DEPOSIT: 'WAITING_FOR_DEPOSIT',
  DONE: 'DONE',
  CANCELED: 'CANCELED',
  PARTIAL_CANCELED: 'PARTIAL_CANCELED',
  ABORTED: 'ABORTED',
  EXPIRED: 'EXPIRED',
};
const METHODS: Readonly<Record<string, PaymentMethod>> = {
  카드: 'CARD',
  가상계좌: 'VIRTUAL_ACCOUNT',
  계좌이체: 'TRANSFER',
  간편결제: 'EASY_PAY',
};

/**
 * Codes whose meaning does not follow from their HTTP status. `ALREADY_…`: the payment at Toss is further than the server
 * knows, so it is looked up.
 */
const MEANINGS: Readonly<Record<string, CodeMeaning>> = {
  NOT_FOUND: 'ABSENT',
  NOT_FOUND_PAYMENT: 'ABSENT',
  ALREADY_CANCELED_PAYMENT: 'LATER',
  ALREADY_PROCESSED_PAYMENT: 'LATER',
  ALREADY_REFUND_PAYMENT: 'LATER',
  COMMON_ERROR: 'LATER',
  FORBIDDEN_CONSECUTIVE_REQUEST: 'LATER',
  NOT_AVAILABLE_BANK: 'LATER',
  PROVIDER_ERROR: 'LATER',
  FAILED_CLOSED_ACCOUNT_REFUND: 'REFUSED',
  INCORRECT_BASIC_AUTH_FORMAT: 'CONFIGURATION',
  INVALID_API_KEY: 'CONFIGURATION',
  UNAUTHORIZED_KEY: 'CONFIGURATION',
};

const tossFault = z.object({ code: z.string(), message: z.string().catch('') });

export const TOSS_ERRORS: ErrorFormat = {
  readFault: (json) => tossFault.safeParse(json).data ?? null,
  meanings: MEANINGS,
};

export function tossHeaders({ apiSecret }: ProviderAccess): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${apiSecret}:`).toString('base64')}` };
}

export function tossDriver(access: ProviderAccess): ProviderDriver {
  const format = formatOf(access);
  const headers = tossHeaders(access);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    mapPayment(
      await sendProviderRequest(access, {
        method,
        path,
        headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
        answer: tossPayment,
        errors: TOSS_ERRORS,
        ...(body ? { body } : {}),
      }),
      format,
    );
  return {
    confirm: ({ orderId, paymentKey, amount, idempotencyKey }) =>
      ask('POST', '/v1/payments/confirm', { paymentKey, orderId, amount }, idempotencyKey),
    lookUp: ({ orderId, paymentKey }) =>
      ask(
        'GET',
        paymentKey === null
          ? `/v1/payments/orders/${encodeURIComponent(orderId)}`
          : `/v1/payments/${encodeURIComponent(paymentKey)}`,
      ),
    cancel: async ({ paymentKey, amount, taxFreeAmount, reason, refundAccount: account, idempotencyKey }) =>
      paymentKey === null
        ? { kind: 'ABSENT' }
        : ask(
            'POST',
            `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
            {
              cancelReason: reason,
              cancelAmount: amount,
              taxFreeAmount,
              ...(account && {
                refundReceiveAccount: {
                  bank: BANK_NAMES.TOSS[account.bank],
                  accountNumber: account.accountNumber,
                  holderName: account.holderName,
                },
              }),
            },
            idempotencyKey,
          ),
  };
}

/** Toss does not say in a payment whether it is one of the test environment: the key says it. */
const formatOf = ({ apiSecret }: ProviderAccess): PaymentFormat<z.infer<typeof tossPayment>> => ({
  states: STATES,
  toPayment: (payment, state) => ({
    paymentKey: payment.paymentKey,
    orderId: payment.orderId,
    state,
    method: METHODS[payment.method ?? ''] ?? null,
    amount: wholeAmount(payment.totalAmount),
    currency: payment.currency ?? null,
    merchantId: payment.mId ?? null,
    isTest: isTestKey(apiSecret),
    // A virtual account without a deposit has no approval time.
    paidAt: readInstant(payment.approvedAt),
    receiptUrl: payment.receipt?.url ?? null,
    depositSecret: payment.secret ?? null,
    ...sortCancels(payment.cancels ?? [], readCancel),
    isRefundReturned: isRefundReturned(payment.virtualAccount?.refundStatus),
    dispute: null,
  }),
});

const CANCEL_STATES: Readonly<Record<string, ReportedCancelState>> = {
  DONE: 'DONE',
  IN_PROGRESS: 'PENDING',
  ABORTED: 'FAILED',
};

function readCancel(item: unknown): ReportedCancel | null {
  const parsed = cancel.safeParse(item);
  if (!parsed.success) return null;
  const { transactionKey, cancelAmount, cancelReason, canceledAt, cancelStatus } = parsed.data;
  return {
    state: CANCEL_STATES[cancelStatus ?? 'DONE'] ?? null,
    key: transactionKey ?? null,
    amount: wholeAmount(cancelAmount),
    reason: cancelReason ?? '',
    at: readInstant(canceledAt),
    isChargeback: false,
  };
}
