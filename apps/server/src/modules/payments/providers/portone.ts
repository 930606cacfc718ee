import type { PaymentMethod, PaymentState } from '@munjigi/contract';
import { z } from 'zod';
import { sendProviderRequest } from './ask.ts';
import { BANK_NAMES } from './bank-names.ts';
import { mapPayment, type Outcome, type PaymentFormat, type ProviderAccess, type ProviderDriver } from './driver.ts';

/**
 * PortOne, REST API V2 (docs/domain.md 3). Its id of a payment is the order id that the server gave it. Fields that are
 * not named here are ignored.
 */

const cancellation = z.object({
  status: z.string(),
  id: z.string(),
  totalAmount: z.number().int(),
  reason: z.string().nullish(),
  cancelledAt: z.string().nullish(),
  requestedAt: z.string(),
});

const portonePayment = z.object({
  id: z.string(),
  status: z.string(),
  method: z.object({ type: z.string() }).nullish(),
  amount: z.object({ total: z.number().int() }),
  currency: z.string().nullish(),
  storeId: z.string().nullish(),
  // Absent until the guest has chosen a channel.
  channel: z.object({ type: z.string() }).nullish(),
  paidAt: z.string().nullish(),
  receiptUrl: z.string().nullish(),
  cancellations: z.array(cancellation).nullish(),
});

const STATES: Readonly<Record<string, PaymentState>> = {
  READY: 'READY',
  PENDING: 'READY',
  PAY_PENDING: 'READY',
  VIRTUAL_ACCOUNT_ISSUED: 'WAITING_FOR_DEPOSIT',
  PAID: 'DONE',
  FAILED: 'ABORTED',
  PARTIAL_CANCELLED: 'PARTIAL_CANCELED',
  CANCELLED: 'CANCELED',
};
const METHODS: Readonly<Record<string, PaymentMethod>> = {
  PaymentMethodCard: 'CARD',
  PaymentMethodVirtualAccount: 'VIRTUAL_ACCOUNT',
  PaymentMethodTransfer: 'TRANSFER',
  PaymentMethodEasyPay: 'EASY_PAY',
};

function refusal(json: unknown): { code: string; message: string } {
  const { type, message } = z
    .object({ type: z.string(), message: z.string().nullish() })
    .catch({ type: 'UNKNOWN', message: '' })
    .parse(json);
  return { code: type, message: message ?? '' };
}

const pathOf = (orderId: string) => `/payments/${encodeURIComponent(orderId)}`;
const headersOf = ({ apiSecret }: ProviderAccess) => ({ authorization: `PortOne ${apiSecret}` });

/** A guest waits for the window meanwhile. */
const PREREGISTER_MS = 5000;

function preregister(
  access: ProviderAccess,
  { orderId, merchantId, amount }: Parameters<NonNullable<ProviderDriver['preregister']>>[0],
): Promise<Outcome<unknown>> {
  return sendProviderRequest(
    { ...access, timeoutMs: Math.min(access.timeoutMs, PREREGISTER_MS) },
    {
      method: 'POST',
      path: `${pathOf(orderId)}/pre-register`,
      headers: headersOf(access),
      body: {
        ...(merchantId !== '' && { storeId: merchantId }),
        totalAmount: amount,
        taxFreeAmount: 0,
        currency: 'KRW',
      },
      answer: z.unknown(),
      refusal,
    },
  );
}

export function portoneDriver(access: ProviderAccess): ProviderDriver {
  const headers = headersOf(access);
  const lookUp: ProviderDriver['lookUp'] = async ({ orderId }) =>
    mapPayment(
      await sendProviderRequest(access, {
        method: 'GET',
        path: pathOf(orderId),
        headers,
        answer: portonePayment,
        refusal,
      }),
      FORMAT,
    );
  return {
    preregister: (item) => preregister(access, item),
    lookUp,
    // The guest's payment window has taken the money already, so the payment is only looked up.
    confirm: lookUp,
    async cancel({
      orderId,
      paymentKey,
      amount,
      taxFreeAmount,
      cancellableAmount,
      reason,
      refundAccount: account,
      idempotencyKey,
    }) {
      const outcome = await sendProviderRequest(access, {
        // RFC 8941 requires a string in quotes.
        method: 'POST',
        path: `${pathOf(orderId)}/cancel`,
        headers: { ...headers, 'idempotency-key': `"${idempotencyKey}"` },
        body: {
          amount,
          taxFreeAmount,
          reason,
          requester: 'ADMIN',
          currentCancellableAmount: cancellableAmount,
          ...(account && {
            refundAccount: {
              bank: BANK_NAMES.PORTONE[account.bank],
              number: account.accountNumber,
              holderName: account.holderName,
            },
          }),
        },
        answer: z.object({ cancellation }),
        refusal,
      });
      return outcome.kind === 'OK' ? lookUp({ orderId, paymentKey }) : outcome;
    },
  };
}

const FORMAT: PaymentFormat<z.infer<typeof portonePayment>> = {
  states: STATES,
  toPayment: (payment, state) => ({
    paymentKey: payment.id,
    orderId: payment.id,
    state,
    method: METHODS[payment.method?.type ?? ''] ?? null,
    amount: payment.amount.total,
    currency: payment.currency ?? null,
    merchantId: payment.storeId ?? null,
    isTest: payment.channel !== null && payment.channel !== undefined && payment.channel.type !== 'LIVE',
    paidAt: payment.paidAt ? new Date(payment.paidAt) : null,
    receiptUrl: payment.receiptUrl ?? null,
    depositSecret: null,
    cancels: (payment.cancellations ?? [])
      .filter(({ status }) => status === 'SUCCEEDED')
      .map((one) => ({
        key: one.id,
        amount: one.totalAmount,
        reason: one.reason ?? '',
        at: new Date(one.cancelledAt ?? one.requestedAt),
      })),
  }),
};
