import type { PaymentMethod, PaymentState } from '@munjigi/contract';
import { z } from 'zod';
import { sendProviderRequest, type CodeMeaning, type ErrorFormat } from './ask.ts';
import { BANK_NAMES } from './bank-names.ts';
import {
  mapPayment,
  type Outcome,
  type PaymentFormat,
  type ProviderAccess,
  type ProviderDispute,
  type ProviderDriver,
} from './driver.ts';
import {
  isRefundReturned,
  readInstant,
  sortCancels,
  wholeAmount,
  type ReportedCancelState,
  type ReportedCancel,
} from './reported-cancels.ts';

/**
 * PortOne, REST API V2 (docs/domain.md 3). Its id of a payment is the order id that the server gave it. Fields that are
 * not named here are ignored.
 */

/** One refund of a payment. A kind that is not known has only a status and an id. */
const cancellation = z.object({
  status: z.string(),
  id: z.string().nullish().catch(null),
  totalAmount: z.number().nullish().catch(null),
  reason: z.string().nullish().catch(null),
  cancelledAt: z.string().nullish().catch(null),
  requestedAt: z.string().nullish().catch(null),
  trigger: z.string().nullish().catch(null),
});

const dispute = z.object({
  status: z.string().nullish().catch(null),
  createdAt: z.string(),
  resolvedAt: z.string().nullish().catch(null),
});

const portonePayment = z.object({
  id: z.string(),
  status: z.string(),
  method: z
    .object({ type: z.string(), refundStatus: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  amount: z.object({ total: z.number() }),
  currency: z.string().nullish(),
  storeId: z.string().nullish(),
  // Absent until the guest has chosen a channel.
  channel: z.object({ type: z.string() }).nullish(),
  paidAt: z.string().nullish(),
  receiptUrl: z.string().nullish().catch(null),
  cancellations: z.array(z.unknown()).nullish().catch(null),
  disputes: z.array(z.unknown()).nullish().catch(null),
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

/**
 * Codes whose meaning does not follow from their HTTP status: most refusals of a cancellation have 409, and one of the
 * gateway behind PortOne has 502.
 */
const MEANINGS: Readonly<Record<string, CodeMeaning>> = {
  PAYMENT_NOT_FOUND: 'ABSENT',
  CASH_RECEIPT_NOT_FOUND: 'ABSENT',
  IDENTITY_VERIFICATION_NOT_FOUND: 'ABSENT',
  // The receipt at PortOne is further than the server knows, so it is looked up.
  CASH_RECEIPT_ALREADY_ISSUED: 'LATER',
  CASH_RECEIPT_NOT_ISSUED: 'LATER',
  CHANNEL_NOT_FOUND: 'CONFIGURATION',
  // Another refund was made meanwhile: the lookup finds the amount that is left.
  CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN: 'LATER',
  ALREADY_PAID: 'REFUSED',
  CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT: 'REFUSED',
  CANCEL_TAX_AMOUNT_EXCEEDS_CANCELLABLE_TAX_AMOUNT: 'REFUSED',
  CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT: 'REFUSED',
  PAYMENT_ALREADY_CANCELLED: 'REFUSED',
  PAYMENT_NOT_PAID: 'REFUSED',
  PG_PROVIDER: 'REFUSED',
  REMAINED_AMOUNT_LESS_THAN_PROMOTION_MIN_PAYMENT_AMOUNT: 'REFUSED',
  SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT: 'REFUSED',
  SUM_OF_PARTS_EXCEEDS_TOTAL_AMOUNT: 'REFUSED',
  FORBIDDEN: 'CONFIGURATION',
  UNAUTHORIZED: 'CONFIGURATION',
};

const portoneFault = z.object({
  type: z.string(),
  message: z.string().nullish().catch(null),
  pgCode: z.string().nullish().catch(null),
  pgMessage: z.string().nullish().catch(null),
});

export const PORTONE_ERRORS: ErrorFormat = {
  readFault(json) {
    const fault = portoneFault.safeParse(json).data;
    if (!fault) return null;
    // The gateway's own words say more than PortOne's.
    const ofGateway = [fault.pgCode, fault.pgMessage].filter((words) => words).join(' ');
    return { code: fault.type, message: ofGateway || (fault.message ?? '') };
  },
  meanings: MEANINGS,
};

const pathOf = (orderId: string) => `/payments/${encodeURIComponent(orderId)}`;
export const portoneHeaders = ({ apiSecret }: ProviderAccess) => ({ authorization: `PortOne ${apiSecret}` });

/** PortOne names no reason for a cancellation that failed. */
const CANCELLATION_FAILED = 'PortOne could not make the cancellation';

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
      headers: portoneHeaders(access),
      body: {
        ...(merchantId !== '' && { storeId: merchantId }),
        totalAmount: amount,
        taxFreeAmount: 0,
        currency: 'KRW',
      },
      answer: z.unknown(),
      errors: PORTONE_ERRORS,
    },
  );
}

export function portoneDriver(access: ProviderAccess): ProviderDriver {
  const headers = portoneHeaders(access);
  const lookUp: ProviderDriver['lookUp'] = async ({ orderId }) =>
    mapPayment(
      await sendProviderRequest(access, {
        method: 'GET',
        path: pathOf(orderId),
        headers,
        answer: portonePayment,
        errors: PORTONE_ERRORS,
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
        // With another amount left it is another request, to which the stored answer of the first one does not apply. PortOne
        // compares the amount that is left, so of two such requests it carries out one.
        headers: { ...headers, 'idempotency-key': `"${idempotencyKey}:${cancellableAmount}"` },
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
        errors: PORTONE_ERRORS,
      });
      if (outcome.kind !== 'OK') return outcome;
      return outcomeOfStatus(outcome.value.cancellation.status) ?? lookUp({ orderId, paymentKey });
    },
  };
}

/** What the answer 200 says of a cancellation that is not made. `null`: it is made. */
function outcomeOfStatus(status: string): Outcome<never> | null {
  if (status === 'SUCCEEDED') return null;
  // PortOne is still at it. The lookup lists the cancellation, and no second one is sent.
  if (status !== 'FAILED') return { kind: 'UNKNOWN', why: `CANCELLATION_${status}` };
  return { kind: 'REFUSED', code: 'CANCELLATION_FAILED', message: CANCELLATION_FAILED, isConfiguration: false };
}

const FORMAT: PaymentFormat<z.infer<typeof portonePayment>> = {
  states: STATES,
  toPayment: (payment, state) => ({
    paymentKey: payment.id,
    orderId: payment.id,
    state,
    method: METHODS[payment.method?.type ?? ''] ?? null,
    amount: wholeAmount(payment.amount.total),
    currency: payment.currency ?? null,
    merchantId: payment.storeId ?? null,
    isTest: payment.channel !== null && payment.channel !== undefined && payment.channel.type !== 'LIVE',
    paidAt: readInstant(payment.paidAt),
    receiptUrl: payment.receiptUrl ?? null,
    depositSecret: null,
    ...sortCancels(payment.cancellations ?? [], readCancellation),
    isRefundReturned: isRefundReturned(payment.method?.refundStatus),
    dispute: readLatestDispute(payment.disputes ?? []),
  }),
};

const CANCEL_STATES: Readonly<Record<string, ReportedCancelState>> = {
  SUCCEEDED: 'DONE',
  REQUESTED: 'PENDING',
  FAILED: 'FAILED',
};

function readCancellation(item: unknown): ReportedCancel | null {
  const parsed = cancellation.safeParse(item);
  if (!parsed.success) return null;
  const { status, id, totalAmount, reason, cancelledAt, requestedAt, trigger } = parsed.data;
  return {
    state: CANCEL_STATES[status] ?? null,
    key: id ?? null,
    amount: wholeAmount(totalAmount),
    reason: reason ?? '',
    at: readInstant(cancelledAt) ?? readInstant(requestedAt),
    isChargeback: trigger === 'CHARGEBACK',
  };
}

/** An open dispute comes before a closed one, and a later one before an earlier one. */
function readLatestDispute(items: readonly unknown[]): ProviderDispute | null {
  const found = items.flatMap((item): ProviderDispute[] => {
    const parsed = dispute.safeParse(item);
    const openedAt = readInstant(parsed.data?.createdAt);
    if (!parsed.success || openedAt === null) return [];
    const { status, resolvedAt } = parsed.data;
    return [{ openedAt, closedAt: status === 'RESOLVED' ? (readInstant(resolvedAt) ?? openedAt) : null }];
  });
  const rank = ({ openedAt, closedAt }: ProviderDispute) => [closedAt === null ? 1 : 0, openedAt.getTime()] as const;
  return found.toSorted((one, other) => rank(other)[0] - rank(one)[0] || rank(other)[1] - rank(one)[1])[0] ?? null;
}
