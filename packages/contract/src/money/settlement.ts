import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, listOf, money, paging, queryNumber, singleLine, sortBy, text } from '../fields.ts';
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from './ledger.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { payeeData } from './settlement-payees.ts';
import { taxInvoice } from './tax-invoices.ts';

/** SL-4. Each store has exactly one open period, the next to be closed. */
export const SETTLEMENT_STATES = ['OPEN', 'CLOSED', 'PAID'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export const SETTLEMENT_CYCLES = ['WEEKLY', 'HALF_MONTHLY', 'MONTHLY'] as const;
export type SettlementCycle = (typeof SETTLEMENT_CYCLES)[number];

/** The base of a royalty, which each contract names (docs/domain.md 5). */
export const ROYALTY_BASES = [
  'GROSS_PAID',
  'NET_OF_REFUND',
  'NET_OF_REFUND_EX_VAT',
  'NET_OF_REFUND_AND_PG_FEE',
] as const;
export type RoyaltyBase = (typeof ROYALTY_BASES)[number];

/** Tax is withheld from the payout to a person without a business (docs/domain.md 5). */
export const PAYEES = ['BUSINESS', 'PERSON'] as const;
export type Payee = (typeof PAYEES)[number];

/** The terms between a store and head office, from a date until the next terms. */
export const settlementTermsFields = {
  /** The first business date on which the terms apply. */
  validFrom: calendarDate,
  /** A rate in 1/10,000: 550 is 5.5 %. */
  royaltyRate: z.number().int().min(0).max(10_000),
  royaltyBase: z.enum(ROYALTY_BASES),
  /** Whether VAT is included in the royalty or added on top. */
  royaltyVat: z.enum(['INCLUSIVE', 'EXCLUSIVE']),
  /** The cycle of periods that begin while these terms apply. */
  cycle: z.enum(SETTLEMENT_CYCLES),
  /** The payout is on this bank day after the end of the period; 0: on its last day, or the next bank day. */
  payAfterBankDays: z.number().int().min(0).max(60),
};
export const datedTerms = z.object({
  ...settlementTermsFields,
  payee: z.enum(PAYEES),
  storeId: id,
  createdAt: instant,
  createdBy: z.string(),
});
export type DatedTerms = z.infer<typeof datedTerms>;

/**
 * In the order of a statement. Amounts that the store gets are positive; supply value, VAT and the tax-free part sum to
 * the amount. The lines sum to the payout or, if negative, to the opening balance of the next period.
 */
export const SETTLEMENT_LINE_KINDS = [
  'GROSS',
  'REFUND',
  /** Discounts of coupons that head office bears (CP-5). */
  'COUPON',
  'FEE',
  'COMMISSION',
  'ROYALTY',
  'ADJUSTMENT',
  /** Sold passes less what stays used of them: money at the store that is no sale yet (PS-6). */
  'PREPAID_PASSES',
  'RECEIVED_AT_STORE',
  /** What merchants of the store itself hold after their fees; only with such a merchant (MC-8). */
  'RECEIVED_BY_MERCHANT',
  'CARRY_OVER',
  'INCOME_TAX',
  'LOCAL_INCOME_TAX',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

export const settlementLine = z.object({
  /**
   * The key of the line within its statement: `GROSS`, `FEE.CARD`, `ROYALTY.2026-02-01`, `ADJUSTMENT.<id>`. Comments
   * and entries refer to a key.
   */
  key: z.string(),
  kind: z.enum(SETTLEMENT_LINE_KINDS),
  amount: money,
  supplyAmount: money,
  vatAmount: money,
  taxFreeAmount: money,
  /** Present for a fee. */
  method: z.enum(PAYMENT_METHODS).nullable(),
  /** For a royalty and for tax: the rate in 1/10,000, and the base; for a royalty, also the first date of its terms. */
  rate: z.number().int().nullable(),
  baseAmount: money.nullable(),
  validFrom: calendarDate.nullable(),
  /** For an adjustment: its date and its reason. */
  datedOn: calendarDate.nullable(),
  reason: z.string().nullable(),
  /** The number of ledger transactions that the line sums. */
  count: z.number().int(),
});
export type SettlementLine = z.infer<typeof settlementLine>;

export const settlementFigures = {
  grossAmount: money,
  /** Positive, like fees and royalty; VAT is included. */
  refundAmount: money,
  netAmount: money,
  feeAmount: money,
  royaltyAmount: money,
  /** For a payee without a business: income tax and local income tax, which head office pays. */
  withheldAmount: money,
  payoutAmount: money,
  /** Zero or negative: the opening balance of the next period. */
  carriedForwardAmount: money,
};

const summary = z.object({
  id,
  storeId: id,
  storeName: z.string(),
  /** The number of the period in its store, from 1. */
  number: z.number().int(),
  /** Names the statement for good: the code of the store, the last date and the number, `GANGNAM-20261130-004` (SL-31). */
  statementNumber: z.string(),
  startsOn: calendarDate,
  endsOn: calendarDate,
  state: z.enum(SETTLEMENT_STATES),
  /** The last business date has passed, so the period can be closed. */
  isOver: z.boolean(),
  payOn: calendarDate,
  /** The period is closed with a payout to the store, and `payOn` has passed. */
  isOverdue: z.boolean(),
  /** `null` while the period is open, because its figures are computed when it is read; a list computes them for `figures=ALL`. */
  figures: z.object(settlementFigures).nullable(),
  commentCount: z.number().int(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  paidOn: calendarDate.nullable(),
  paidReference: z.string().nullable(),
  paidBy: z.string().nullable(),
  /** The account at the time when the payout was recorded. */
  paidTo: z.string().nullable(),
});
export type SettlementSummary = z.infer<typeof summary>;

export const settlement = summary.extend({
  figures: z.object(settlementFigures),
  lines: z.array(settlementLine),
  /** The zone of the store, for the times of its entries. */
  timeZone: z.string(),
  /** The present data of the payee. `null`: head office has not entered it yet. */
  payee: payeeData.nullable(),
  /** `null`: the period has no royalty. */
  taxInvoice: taxInvoice.nullable(),
  /** Refunds and corrections in this period of amounts settled in earlier ones, grouped by those; oldest first. */
  earlier: z.array(
    z.object({
      settlementId: id,
      startsOn: calendarDate,
      endsOn: calendarDate,
      amount: money,
      count: z.number().int(),
    }),
  ),
  /** Comments, oldest first. */
  comments: z.array(
    z.object({ id, line: z.string(), text: z.string(), at: instant, by: z.string(), isHeadOffice: z.boolean() }),
  ),
  /**
   * The shared versions of the draft, oldest first; the last version of a closed period is its final one. `changes`:
   * compared with the version before.
   */
  versions: z.array(
    z.object({
      number: z.number().int(),
      at: instant,
      by: z.string(),
      payoutAmount: money,
      changes: z.array(z.object({ line: z.string(), before: money.nullable(), after: money.nullable() })),
    }),
  ),
  /** For an open period: changes since the last version. */
  changesSince: z.array(z.object({ line: z.string(), before: money.nullable(), after: money.nullable() })),
});
export type Settlement = z.infer<typeof settlement>;

export const listSettlements = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement',
  summary: 'Settlement periods, those that end last first (SL-4)',
  access: 'sales:read',
  query: z.strictObject({
    storeId: id.optional(),
    state: z.enum(SETTLEMENT_STATES).optional(),
    /** Periods whose last business date is over, or not, in the zone of the store. */
    period: z.enum(['RUNNING', 'ENDED']).optional(),
    /** Periods whose last date is one of these, the first and the last included. */
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    /** `ALL` computes the figures of open periods from the present ledger. */
    figures: z.enum(['CLOSED', 'ALL']).default('CLOSED'),
    ...paging,
    sort: sortBy('endsOn'),
  }),
  /** `totals`: sums of all periods of the filter that have figures, over all pages (SL-30). */
  reply: listOf(summary).extend({
    totals: z.object({ ...settlementFigures, count: z.number().int(), withoutFigures: z.number().int() }),
  }),
});
export type SettlementTotals = z.infer<(typeof listSettlements)['reply']>['totals'];

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/{settlementId}',
  summary: 'One period with its lines, comments and versions. An open one is computed from the present ledger',
  access: 'sales:read',
  reply: settlement,
});

export const settlementEntry = z.object({
  transactionId: id,
  storeId: id,
  kind: z.enum(LEDGER_KINDS),
  occurredAt: instant,
  businessDate: calendarDate,
  reservationCode: z.string().nullable(),
  paymentId: id.nullable(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  /** The ledger lines of a transaction that belong to the line of the statement; debit is positive. */
  entries: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: money })),
});

export const listSettlementEntries = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/{settlementId}/entries',
  summary:
    'The ledger entries that a line sums, oldest business date first; for a royalty, those that it is a share of',
  access: 'sales:read',
  query: z.strictObject({ line: singleLine(80), after: id.optional(), limit: queryNumber(1, 200).default(50) }),
  reply: z.object({ items: z.array(settlementEntry), hasMore: z.boolean() }),
});

export const shareSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/version',
  summary:
    'Save the present draft as a version that the store can comment on; an unchanged one is not saved again (NX-7)',
  access: 'sales:close',
  body: z.strictObject({}),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

export const commentOnSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/comment',
  summary: 'Comment on a line of a draft, or answer a comment (NX-7)',
  access: 'settlement:comment',
  body: z.strictObject({ line: singleLine(80), text: text(500) }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

/** The largest amount of one adjustment, in won. */
const MOST_WON = 2_000_000_000;

export const adjustSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/adjustment',
  summary:
    'Add a dated amount with its reason to an open period: above zero in favour of the store. It never changes; a mistake is corrected by its opposite',
  access: 'sales:close',
  body: z.strictObject({
    datedOn: calendarDate,
    amount: money
      .min(-MOST_WON)
      .max(MOST_WON)
      .refine((value) => value !== 0, 'must not be 0'),
    reason: text(200),
  }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

export const closeSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/close',
  summary:
    'Close a period that has ended: its lines never change again, the ledger records royalty and payout, the next period opens. Closing is idempotent. Refused when the payout differs from the expected one',
  access: 'sales:close',
  body: z.strictObject({ payoutAmount: money }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED', 'STALE'],
});

export const paySettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/paid',
  summary: 'Record the payout of a closed period. Recording the same twice has the effect of once',
  access: 'sales:close',
  body: z.strictObject({ paidOn: calendarDate, reference: singleLine(100) }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

export const exportSettlement = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/{settlementId}/statement',
  summary:
    'The statement of a period as a file: its lines, what is paid out, and the tax invoices of the royalty that head office issues',
  access: 'sales:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({ format: z.enum(['csv', 'xlsx', 'pdf']), lng: z.enum(['kr', 'en']).default('kr') }),
  reply: z.string(),
});

export const listSettlementTerms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/terms',
  summary: 'Terms of the stores by store, the latest first',
  access: 'sales:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({ items: z.array(datedTerms) }),
});

export const setSettlementTerms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/terms',
  summary:
    'Add terms of a store from a date that no closed period contains. The first terms open its first period on that date',
  access: 'sales:close',
  body: z.strictObject({ storeId: id, ...settlementTermsFields, payee: z.enum(PAYEES).default('BUSINESS') }),
  reply: datedTerms,
  problems: ['STATE_NOT_ALLOWED'],
});
