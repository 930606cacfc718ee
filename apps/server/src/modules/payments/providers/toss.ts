import type { PaymentMethod, PaymentState } from '@munjigi/contract';
import { z } from 'zod';
import { sendProviderRequest } from './ask.ts';
import { BANK_NAMES } from './bank-names.ts';
import { isTestKey, mapPayment, type PaymentFormat, type ProviderAccess, type ProviderDriver } from './driver.ts';

/** Toss Payments, core API v1 (docs/domain.md 2). Fields that are not named here are ignored. */

const cancel = z.object({
  transactionKey: z.string(),
  cancelAmount: z.number().int(),
  cancelReason: z.string().nullish(),
  canceledAt: z.string(),
  cancelStatus: z.string().nullish(),
});

const tossPayment = z.object({
  paymentKey: z.string(),
  orderId: z.string(),
  status: z.string(),
  method: z.string().nullish(),
  totalAmount: z.number().int(),
  currency: z.string().nullish(),
  mId: z.string().nullish(),
  approvedAt: z.string().nullish(),
  receipt: z.object({ url: z.string() }).nullish(),
  secret: z.string().nullish(),
  cancels: z.array(cancel).nullish(),
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

const refusal = (json: unknown) =>
  z.object({ code: z.string(), message: z.string() }).catch({ code: 'UNKNOWN', message: '' }).parse(json);

export function tossDriver(access: ProviderAccess): ProviderDriver {
  const format = formatOf(access);
  const headers = { authorization: `Basic ${Buffer.from(`${access.apiSecret}:`).toString('base64')}` };
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    mapPayment(
      await sendProviderRequest(access, {
        method,
        path,
        headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
        answer: tossPayment,
        refusal,
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
    amount: payment.totalAmount,
    currency: payment.currency ?? null,
    merchantId: payment.mId ?? null,
    isTest: isTestKey(apiSecret),
    // A virtual account without a deposit has no approval time.
    paidAt: payment.approvedAt ? new Date(payment.approvedAt) : null,
    receiptUrl: payment.receipt?.url ?? null,
    depositSecret: payment.secret ?? null,
    cancels: (payment.cancels ?? [])
      .filter(({ cancelStatus }) => (cancelStatus ?? 'DONE') === 'DONE')
      .map((one) => ({
        key: one.transactionKey,
        amount: one.cancelAmount,
        reason: one.cancelReason ?? '',
        at: new Date(one.canceledAt),
      })),
  }),
});
