import { z } from 'zod';
import { sendProviderRequest } from './ask.ts';
import type { Outcome, ProviderAccess } from './driver.ts';
import type { PayoutReader, ReportedLine } from './payout-driver.ts';
import { TOSS_ERRORS, tossHeaders } from './toss.ts';

/** Settlements of Toss, core API v1 (docs/domain.md 2). Fields that are not named here are ignored. */

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const settlement = z.object({
  orderId: z.string(),
  transactionKey: z.string(),
  amount: z.number().int(),
  payOutAmount: z.number().int(),
  soldDate: date,
  paidOutDate: date,
  cancel: z
    .object({ transactionKey: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});

const PAGE_SIZE = 500;
const MOST_PAGES = 100;

export function tossPayouts(access: ProviderAccess): PayoutReader {
  return async (from, to) => {
    const lines: ReportedLine[] = [];
    let unreadable = 0;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const outcome: Outcome<unknown[]> = await sendProviderRequest(access, {
        method: 'GET',
        path: `/v1/settlements?startDate=${from}&endDate=${to}&page=${page}&size=${PAGE_SIZE}`,
        headers: tossHeaders(access),
        answer: z.array(z.unknown()),
        errors: TOSS_ERRORS,
      });
      if (outcome.kind !== 'OK') return outcome;
      for (const item of outcome.value) {
        const parsed = settlement.safeParse(item);
        if (parsed.success) lines.push(toLine(parsed.data));
        else unreadable += 1;
      }
      if (outcome.value.length < PAGE_SIZE) break;
    }
    return { kind: 'OK', value: { lines, unreadable } };
  };
}

/** The fee is what is not paid out, so that the cost of instalments counts as well. */
function toLine(item: z.infer<typeof settlement>): ReportedLine {
  const isRefund = (item.cancel ?? null) !== null || item.amount < 0;
  return {
    orderId: item.orderId,
    key: (isRefund ? item.cancel?.transactionKey : null) ?? item.transactionKey,
    kind: isRefund ? 'REFUND' : 'PAYMENT',
    amount: item.amount,
    feeAmount: item.amount - item.payOutAmount,
    payoutAmount: item.payOutAmount,
    soldOn: item.soldDate,
    paidOutOn: item.paidOutDate,
  };
}
