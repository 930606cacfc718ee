import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, money, queryNumber, singleLine } from '../fields.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { ONLINE_PROVIDERS } from './payment-providers.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { datedTerms } from './settlement.ts';

/** Acts of head office on several periods at once. */
export const SETTLEMENT_ACTS = ['SHARE', 'CLOSE', 'PAY'] as const;
export type SettlementAct = (typeof SETTLEMENT_ACTS)[number];
const MOST_AT_ONCE = 100;

export const actOnSettlements = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/bulk',
  summary:
    'Share, close or pay several periods: each one succeeds or fails on its own, and an act that is already done counts as done (SL-30)',
  access: 'sales:close',
  body: z
    .strictObject({
      act: z.enum(SETTLEMENT_ACTS),
      items: z
        .array(
          z.strictObject({
            settlementId: id,
            /** The payout that the person saw: a period with another one is not closed. */
            payoutAmount: money,
          }),
        )
        .min(1)
        .max(MOST_AT_ONCE)
        .refine(
          (list) => new Set(list.map((item) => item.settlementId)).size === list.length,
          'a period is named twice',
        ),
      /** For PAY only. */
      paidOn: calendarDate.optional(),
      reference: singleLine(100).optional(),
    })
    .refine(({ act, paidOn }) => (act === 'PAY') === (paidOn !== undefined), {
      path: ['paidOn'],
      error: 'goes with PAY',
    })
    .refine(({ act, reference }) => (act === 'PAY') === (reference !== undefined), {
      path: ['reference'],
      error: 'goes with PAY',
    }),
  reply: z.object({
    /** In the order of the request. */
    results: z.array(
      z.object({
        settlementId: id,
        isDone: z.boolean(),
        /** Why it is not done. */
        problem: z
          .object({
            code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
            detail: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
});
export type SettlementActResult = z.infer<(typeof actOnSettlements)['reply']>['results'][number];

const appliedFee = z.object({
  provider: z.enum(ONLINE_PROVIDERS),
  method: z.enum(PAYMENT_METHODS),
  validFrom: calendarDate,
  /** A rate in 1/100,000: 2,530 is 2.53 %. */
  rate: z.number().int(),
  vat: z.enum(['INCLUSIVE', 'EXCLUSIVE']),
});

export const readAppliedTerms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/applied-terms',
  summary:
    'The terms that settlement uses for a store today, with the fees by method, and those that follow later (SL-34)',
  access: 'sales:read',
  query: z.strictObject({ storeId: id }),
  reply: z.object({
    storeId: id,
    /** The present business date of the store. */
    on: calendarDate,
    /** `null`: head office has set none. */
    terms: datedTerms.nullable(),
    /** Terms that begin after `on`, the earliest first. */
    laterTerms: z.array(datedTerms),
    fees: z.array(appliedFee),
    laterFees: z.array(appliedFee),
    /** The period that these terms are used for: the open one. */
    period: z.object({ startsOn: calendarDate, endsOn: calendarDate, payOn: calendarDate }).nullable(),
  }),
});
export type AppliedTerms = z.infer<(typeof readAppliedTerms)['reply']>;

export const readMonthlyPayouts = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/payouts',
  summary: 'Closed periods by the month of their last date, each month of the last `months`, oldest first (SL-35)',
  access: 'sales:read',
  query: z.strictObject({ storeId: id.optional(), months: queryNumber(1, 24).default(12) }),
  reply: z.object({
    months: z.array(
      z.object({
        /** The first date of the month. */
        month: calendarDate,
        /** The number of closed periods. */
        count: z.number().int(),
        netAmount: money,
        feeAmount: money,
        royaltyAmount: money,
        payoutAmount: money,
        /** The part of `payoutAmount` that is recorded as paid. */
        paidAmount: money,
      }),
    ),
  }),
});
export type MonthlyPayout = z.infer<(typeof readMonthlyPayouts)['reply']>['months'][number];
