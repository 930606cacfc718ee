import type { PaymentMethod, PaymentState } from '@munjigi/contract';
import { z } from 'zod';
import { askProvider } from './ask.ts';
import { BANK_NAMES } from './bank-names.ts';
import type { Access, Outcome, ProviderDriver, ProviderPayment } from './driver.ts';

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

export function portoneDriver(access: Access): ProviderDriver {
  const authorization = `PortOne ${access.apiSecret}`;
  const pathOf = (orderId: string) => `/payments/${encodeURIComponent(orderId)}`;
  const lookUp: ProviderDriver['lookUp'] = async ({ orderId }) =>
    understood(
      await askProvider(access, {
        method: 'GET',
        path: pathOf(orderId),
        headers: { authorization },
        answer: portonePayment,
        refusal,
      }),
    );
  return {
    lookUp,
    // The guest's window took the money already: only look the payment up.
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
      const outcome = await askProvider(access, {
        // RFC 8941: a string, in its quotes.
        method: 'POST',
        path: `${pathOf(orderId)}/cancel`,
        headers: { authorization, 'idempotency-key': `"${idempotencyKey}"` },
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

function understood(outcome: Outcome<z.infer<typeof portonePayment>>): Outcome<ProviderPayment> {
  if (outcome.kind !== 'OK') return outcome;
  const item = outcome.value;
  const state = STATES[item.status];
  if (!state) return { kind: 'UNKNOWN', why: 'a state that is not known' };
  return {
    kind: 'OK',
    value: {
      paymentKey: item.id,
      orderId: item.id,
      state,
      method: METHODS[item.method?.type ?? ''] ?? null,
      amount: item.amount.total,
      paidAt: item.paidAt ? new Date(item.paidAt) : null,
      receiptUrl: item.receiptUrl ?? null,
      depositSecret: null,
      cancels: (item.cancellations ?? [])
        .filter(({ status }) => status === 'SUCCEEDED')
        .map((one) => ({
          key: one.id,
          amount: one.totalAmount,
          reason: one.reason ?? '',
          at: new Date(one.cancelledAt ?? one.requestedAt),
        })),
    },
  };
}
