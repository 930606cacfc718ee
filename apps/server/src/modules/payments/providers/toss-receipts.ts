import { businessDateOf } from '@munjigi/rules';
import { z } from 'zod';
import { sendProviderRequest } from './ask.ts';
import type { Outcome } from './driver.ts';
import { readInstant } from './reported-cancels.ts';
import type { OwnReceipt, ReceiptAccess, ReceiptAnswer, ReceiptDriver } from './receipt-driver.ts';
import { TOSS_ERRORS, tossHeaders } from './toss.ts';

/** Cash receipts of Toss Payments, core API v1 (docs/domain.md 2). Members that are not named here are ignored. */

const failure = z.object({ code: z.string().catch(''), message: z.string().catch('') });
const receipt = z.object({
  receiptKey: z.string().nullish().catch(null),
  orderId: z.string().nullish().catch(null),
  issueNumber: z.string().nullish().catch(null),
  issueStatus: z.string().nullish().catch(null),
  transactionType: z.string().nullish().catch(null),
  amount: z.number().nullish().catch(null),
  receiptUrl: z.string().nullish().catch(null),
  requestedAt: z.string().nullish().catch(null),
  failure: failure.nullish().catch(null),
});
type Receipt = z.infer<typeof receipt>;
const page = z.object({
  hasNext: z.boolean().nullish().catch(null),
  lastCursor: z.union([z.string(), z.number()]).nullish().catch(null),
  data: z.array(z.unknown()).nullish().catch(null),
});
/** The last receipts of a payment; older versions of the API name one receipt only. */
const payment = z.object({
  cashReceipt: receipt.nullish().catch(null),
  cashReceipts: z.array(z.unknown()).nullish().catch(null),
});

const TYPES = { INCOME: '소득공제', EXPENSE: '지출증빙' } as const;
const STATES: Readonly<Record<string, ReceiptAnswer['state']>> = {
  COMPLETED: 'DONE',
  IN_PROGRESS: 'PENDING',
  FAILED: 'FAILED',
};
const dayInSeoul = (at: Date) => businessDateOf({ timeZone: 'Asia/Seoul', dayCutoff: '00:00' }, at);
const PER_PAGE = 1000;
const MOST_PAGES = 20;
/** A request that leaves just before midnight is of the next day at Toss. */
const MINUTE_MS = 60_000;

export function tossReceipts(access: ReceiptAccess): ReceiptDriver {
  const headers = tossHeaders(access);
  const send = async (path: string, body: object, key: string) =>
    toAnswer(
      await sendProviderRequest(access, {
        method: 'POST',
        path,
        headers: { ...headers, 'idempotency-key': key },
        body,
        answer: receipt,
        errors: TOSS_ERRORS,
      }),
    );
  return {
    issue: ({ requestId, amount, taxFreeAmount, purpose, number, orderName }) =>
      send(
        '/v1/cash-receipts',
        {
          amount,
          taxFreeAmount,
          orderId: requestId,
          orderName,
          customerIdentityNumber: number,
          type: TYPES[purpose],
        },
        requestId,
      ),
    findIssue: async ({ requestId, at }) => {
      const days = new Set(at.flatMap((one) => [dayInSeoul(one), dayInSeoul(new Date(one.getTime() + MINUTE_MS))]));
      for (const day of days) {
        const found = await findOfDay(access, day, requestId);
        if (found.kind !== 'ABSENT') return toAnswer(found);
      }
      return { kind: 'ABSENT' };
    },
    cancel: async ({ key, cancelId, amount }) =>
      key === null
        ? { kind: 'UNKNOWN', why: 'the receipt has no key' }
        : send(`/v1/cash-receipts/${encodeURIComponent(key)}/cancel`, { amount }, cancelId),
    // Toss answers a repeated idempotency key with the first answer for 15 days, so the cancellation is sent again.
    findCancel: () => Promise.resolve({ kind: 'ABSENT' }),
    findOwn: async ({ orderId, paymentKey }) =>
      toOwnReceipt(
        await sendProviderRequest(access, {
          method: 'GET',
          path:
            paymentKey === null
              ? `/v1/payments/orders/${encodeURIComponent(orderId)}`
              : `/v1/payments/${encodeURIComponent(paymentKey)}`,
          headers,
          answer: payment,
          errors: TOSS_ERRORS,
        }),
      ),
  };
}

/** Reads the receipts of a day page by page. */
async function findOfDay(access: ReceiptAccess, day: string, requestId: string): Promise<Outcome<Receipt>> {
  let cursor = '';
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const outcome = await sendProviderRequest(access, {
      method: 'GET',
      path: `/v1/cash-receipts?requestDate=${day}&limit=${PER_PAGE}${cursor}`,
      headers: tossHeaders(access),
      answer: page,
      errors: TOSS_ERRORS,
    });
    if (outcome.kind !== 'OK') return outcome;
    const found = readReceipts(outcome.value.data).find(
      ({ orderId, transactionType }) => orderId === requestId && transactionType !== 'CANCEL',
    );
    if (found) return { kind: 'OK', value: found };
    const { hasNext, lastCursor } = outcome.value;
    if (hasNext !== true || lastCursor === null || lastCursor === undefined) return { kind: 'ABSENT' };
    cursor = `&cursor=${encodeURIComponent(String(lastCursor))}`;
  }
  return { kind: 'UNKNOWN', why: 'too many receipts of one day' };
}

function readReceipts(items: readonly unknown[] | null | undefined): Receipt[] {
  return (items ?? []).flatMap((item) => receipt.safeParse(item).data ?? []);
}

function toAnswer(outcome: Outcome<Receipt>): Outcome<ReceiptAnswer> {
  if (outcome.kind !== 'OK') return outcome;
  const { issueStatus, issueNumber, receiptKey, receiptUrl, failure: fault } = outcome.value;
  // Older versions of the API have no status: an approval number says that it is issued.
  const state = STATES[issueStatus ?? (issueNumber ? 'COMPLETED' : '')];
  if (!state) return { kind: 'UNKNOWN', why: 'a state of a cash receipt that is not known' };
  return {
    kind: 'OK',
    value: {
      state,
      key: receiptKey ?? null,
      approvalNumber: issueNumber ?? null,
      url: receiptUrl ?? null,
      failure: fault ?? null,
    },
  };
}

function toOwnReceipt(outcome: Outcome<z.infer<typeof payment>>): Outcome<OwnReceipt> {
  if (outcome.kind !== 'OK') return outcome;
  const { cashReceipt, cashReceipts } = outcome.value;
  const listed = readReceipts(cashReceipts).filter(({ issueStatus }) => issueStatus !== 'FAILED');
  const issued = listed.find(({ transactionType }) => transactionType !== 'CANCEL') ?? cashReceipt;
  if (!issued?.issueNumber) return { kind: 'ABSENT' };
  const amount = listed.reduce(
    (sum, one) => sum + (one.transactionType === 'CANCEL' ? -1 : 1) * (one.amount ?? 0),
    listed.length === 0 ? (issued.amount ?? 0) : 0,
  );
  return {
    kind: 'OK',
    value: {
      amount: Math.max(0, amount),
      approvalNumber: issued.issueNumber,
      url: issued.receiptUrl ?? null,
      issuedAt: readInstant(issued.requestedAt),
    },
  };
}
