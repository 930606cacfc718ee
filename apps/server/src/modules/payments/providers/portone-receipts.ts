import { z } from 'zod';
import { sendProviderRequest } from './ask.ts';
import type { Outcome } from './driver.ts';
import { readInstant } from './reported-cancels.ts';
import type { OwnReceipt, ReceiptAccess, ReceiptAnswer, ReceiptDriver } from './receipt-driver.ts';
import { PORTONE_ERRORS, portoneHeaders } from './portone.ts';

/** Cash receipts of PortOne, REST API V2 (docs/domain.md 3). Members that are not named here are ignored. */

const receipt = z.object({
  status: z.string(),
  amount: z.number().nullish().catch(null),
  issueNumber: z.string().nullish().catch(null),
  pgReceiptId: z.string().nullish().catch(null),
  url: z.string().nullish().catch(null),
  issuedAt: z.string().nullish().catch(null),
});
type Receipt = z.infer<typeof receipt>;
const issued = z.object({
  cashReceipt: z.object({
    issueNumber: z.string().nullish().catch(null),
    pgReceiptId: z.string().nullish().catch(null),
    url: z.string().nullish().catch(null),
  }),
});
const cancelled = z.object({ cancelledAmount: z.number(), cancelledAt: z.string().nullish().catch(null) });

const TYPES = { INCOME: 'PERSONAL', EXPENSE: 'CORPORATE' } as const;
const EMPTY = { key: null, approvalNumber: null, url: null, failure: null } as const;
const FAILED = { code: 'ISSUE_FAILED', message: '' } as const;

export function portoneReceipts(access: ReceiptAccess): ReceiptDriver {
  const headers = portoneHeaders(access);
  const store = access.merchantId === '' ? '' : `?storeId=${encodeURIComponent(access.merchantId)}`;
  const pathOf = (id: string) => `/payments/${encodeURIComponent(id)}/cash-receipt`;
  const read = (id: string) =>
    sendProviderRequest(access, {
      method: 'GET',
      path: `${pathOf(id)}${store}`,
      headers,
      answer: receipt,
      errors: PORTONE_ERRORS,
    });
  return {
    issue: async (request) => toIssued(await sendIssue(access, request)),
    findIssue: async ({ requestId }) => toAnswer(await read(requestId), 'ISSUED'),
    cancel: async ({ requestId, cancelId }) =>
      toCancelled(
        await sendProviderRequest(access, {
          method: 'POST',
          path: `${pathOf(requestId)}/cancel${store}`,
          headers: { ...headers, 'idempotency-key': `"${cancelId}"` },
          answer: cancelled,
          errors: PORTONE_ERRORS,
        }),
      ),
    findCancel: async ({ requestId }) => toAnswer(await read(requestId), 'CANCELLED'),
    findOwn: async ({ orderId }) => toOwnReceipt(await read(orderId)),
  };
}

function sendIssue(
  access: ReceiptAccess,
  { requestId, amount, taxFreeAmount, purpose, number, orderName, paidAt }: Parameters<ReceiptDriver['issue']>[0],
) {
  return sendProviderRequest(access, {
    method: 'POST',
    path: '/cash-receipts',
    headers: { ...portoneHeaders(access), 'idempotency-key': `"${requestId}"` },
    body: {
      ...(access.merchantId !== '' && { storeId: access.merchantId }),
      // Of a payment that PortOne does not know: the shop chooses the id.
      paymentId: requestId,
      channelKey: access.clientKey,
      type: TYPES[purpose],
      orderName,
      currency: 'KRW',
      amount: { total: amount, taxFree: taxFreeAmount },
      customer: { identityNumber: number },
      paidAt: paidAt.toISOString(),
    },
    answer: issued,
    errors: PORTONE_ERRORS,
  });
}

function toIssued(outcome: Outcome<z.infer<typeof issued>>): Outcome<ReceiptAnswer> {
  if (outcome.kind !== 'OK') return outcome;
  const { issueNumber, pgReceiptId, url } = outcome.value.cashReceipt;
  return {
    kind: 'OK',
    value: { ...EMPTY, state: 'DONE', key: pgReceiptId ?? null, approvalNumber: issueNumber ?? null, url: url ?? null },
  };
}

function toCancelled(outcome: Outcome<unknown>): Outcome<ReceiptAnswer> {
  return outcome.kind === 'OK' ? { kind: 'OK', value: { ...EMPTY, state: 'DONE' } } : outcome;
}

/** Whether the receipt at PortOne has the wanted state. A cancellation that was not carried out is `ABSENT`. */
function toAnswer(outcome: Outcome<Receipt>, wanted: 'ISSUED' | 'CANCELLED'): Outcome<ReceiptAnswer> {
  if (outcome.kind !== 'OK') return outcome;
  const { status, issueNumber, pgReceiptId, url } = outcome.value;
  if (status === 'ISSUE_FAILED') return { kind: 'OK', value: { ...EMPTY, state: 'FAILED', failure: FAILED } };
  if (status === 'ISSUED' && wanted === 'CANCELLED') return { kind: 'ABSENT' };
  if (status !== 'ISSUED' && status !== 'CANCELLED')
    return { kind: 'UNKNOWN', why: 'a state of a cash receipt that is not known' };
  return {
    kind: 'OK',
    value: { ...EMPTY, state: 'DONE', key: pgReceiptId ?? null, approvalNumber: issueNumber ?? null, url: url ?? null },
  };
}

function toOwnReceipt(outcome: Outcome<Receipt>): Outcome<OwnReceipt> {
  if (outcome.kind !== 'OK') return outcome;
  const { status, amount, issueNumber, url, issuedAt } = outcome.value;
  if (!issueNumber || status === 'ISSUE_FAILED') return { kind: 'ABSENT' };
  return {
    kind: 'OK',
    value: {
      amount: status === 'CANCELLED' ? 0 : (amount ?? 0),
      approvalNumber: issueNumber,
      url: url ?? null,
      issuedAt: readInstant(issuedAt),
    },
  };
}
