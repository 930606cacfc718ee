import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDate, id, instant, listOf, money, paging, queryNumber, sortBy, text, version } from './fields.ts';
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from './ledger.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** SL-4. Of each store one period is open: the next to be closed. */
export const SETTLEMENT_STATES = ['OPEN', 'CLOSED', 'PAID'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export const SETTLEMENT_CYCLES = ['WEEKLY', 'HALF_MONTHLY', 'MONTHLY'] as const;
export type SettlementCycle = (typeof SETTLEMENT_CYCLES)[number];

/** The base of a royalty; each contract names one (docs/domain.md 5). */
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
  /** The first business date. */
  validFrom: calendarDate,
  /** Of 10,000: 550 is 5.5 %. */
  royaltyRate: z.number().int().min(0).max(10_000),
  royaltyBase: z.enum(ROYALTY_BASES),
  /** Is the VAT included in the royalty, or added on top? */
  royaltyVat: z.enum(['INCLUSIVE', 'EXCLUSIVE']),
  /** Of periods that begin while these terms apply. */
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
 * In the order of a statement. What the store gets is above zero; supply value, VAT and what bears none sum to the amount. The lines sum
 * to what is paid out, or, below zero, to what the next period begins with.
 */
export const SETTLEMENT_LINE_KINDS = [
  'GROSS',
  'REFUND',
  'FEE',
  'ROYALTY',
  'ADJUSTMENT',
  'RECEIVED_AT_STORE',
  'CARRY_OVER',
  'INCOME_TAX',
  'LOCAL_INCOME_TAX',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

export const settlementLine = z.object({
  /** Within its statement: `GROSS`, `FEE.CARD`, `ROYALTY.2026-02-01`, `ADJUSTMENT.<id>`. Comments and entries are of a key. */
  key: z.string(),
  kind: z.enum(SETTLEMENT_LINE_KINDS),
  amount: money,
  supplyAmount: money,
  vatAmount: money,
  taxFreeAmount: money,
  /** Of a fee. */
  method: z.enum(PAYMENT_METHODS).nullable(),
  /** Of a royalty and of tax: the rate, of 10,000, and what it is a share of; of a royalty, from which date on its terms hold. */
  rate: z.number().int().nullable(),
  baseAmount: money.nullable(),
  validFrom: calendarDate.nullable(),
  /** Of an adjustment: its date and its reason. */
  datedOn: calendarDate.nullable(),
  reason: z.string().nullable(),
  /** Transactions of the ledger that it is the sum of. */
  count: z.number().int(),
});
export type SettlementLine = z.infer<typeof settlementLine>;

const figures = {
  grossAmount: money,
  /** Above zero, as fees and royalty; VAT is in them. */
  refundAmount: money,
  netAmount: money,
  feeAmount: money,
  royaltyAmount: money,
  /** Of a payee who is no business: income tax and local income tax, which head office pays. */
  withheldAmount: money,
  payoutAmount: money,
  /** Zero or below: the opening amount of the next period. */
  carriedForwardAmount: money,
};

const summary = z.object({
  id,
  storeId: id,
  storeName: z.string(),
  /** 1 is the store's first. */
  number: z.number().int(),
  startsOn: calendarDate,
  endsOn: calendarDate,
  state: z.enum(SETTLEMENT_STATES),
  /** Its last business date is over: it may be closed. */
  isOver: z.boolean(),
  payOn: calendarDate,
  /** Closed with something to pay to the store, and `payOn` is over. */
  isOverdue: z.boolean(),
  /** `null` while it is open: the figures of an open one are computed when it is read. */
  figures: z.object(figures).nullable(),
  commentCount: z.number().int(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  paidOn: calendarDate.nullable(),
  paidReference: z.string().nullable(),
  paidBy: z.string().nullable(),
});
export type SettlementSummary = z.infer<typeof summary>;

const taxParty = z.object({
  /** `000-00-00000`; empty: not known yet. */
  businessNumber: z.string(),
  name: z.string(),
  representative: z.string(),
  address: z.string(),
});

/** What the tax invoice of a royalty says, from head office to the store (docs/domain.md 5). Below zero: what corrects earlier ones. */
export const taxInvoice = z.object({
  /** The last date of the period, whenever it is issued. */
  writtenOn: calendarDate,
  /** The 10th of the next month, or the bank day after it. */
  issueBy: calendarDate,
  /** The parties as of now. `null`: head office has not entered its data yet. */
  supplier: taxParty.nullable(),
  recipient: taxParty,
  supplyAmount: money,
  vatAmount: money,
  amount: money,
});
export type TaxInvoice = z.infer<typeof taxInvoice>;

export const settlement = summary.extend({
  figures: z.object(figures),
  lines: z.array(settlementLine),
  /** `null`: there is no royalty. */
  taxInvoice: taxInvoice.nullable(),
  /** Refunds and corrections in this period of what was settled in others, by those; oldest first. */
  earlier: z.array(
    z.object({
      settlementId: id,
      startsOn: calendarDate,
      endsOn: calendarDate,
      amount: money,
      count: z.number().int(),
    }),
  ),
  /** Oldest first. */
  comments: z.array(
    z.object({ id, line: z.string(), text: z.string(), at: instant, by: z.string(), isHeadOffice: z.boolean() }),
  ),
  /** As the draft was shared, oldest first; the last of a closed one is what it was closed with. `changes`: against the version before. */
  versions: z.array(
    z.object({
      number: z.number().int(),
      at: instant,
      by: z.string(),
      payoutAmount: money,
      changes: z.array(z.object({ line: z.string(), before: money.nullable(), after: money.nullable() })),
    }),
  ),
  /** What has changed since the last version: of an open one. */
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
    ...paging,
    sort: sortBy('endsOn'),
  }),
  reply: listOf(summary),
});

export const getSettlement = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/{settlementId}',
  summary: 'One period with its lines, comments and versions. An open one is worked out from the ledger as it is now',
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
  /** Its lines of the ledger that are in the line of the statement; debit above zero. */
  entries: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: money })),
});

export const listSettlementEntries = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/{settlementId}/entries',
  summary:
    'The entries of the ledger that a line is the sum of, oldest business date first. Of a royalty: those that it is a share of',
  access: 'sales:read',
  query: z.strictObject({ line: text(80), after: id.optional(), limit: queryNumber(1, 200).default(50) }),
  reply: z.object({ items: z.array(settlementEntry), hasMore: z.boolean() }),
});

export const shareSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/version',
  summary:
    'Keep the draft as it is now as a version that the store can comment on; the same as the last one is not kept again (NX-7)',
  access: 'sales:close',
  body: z.strictObject({}),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

export const commentOnSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/comment',
  summary: 'Say something about a line of a draft, or answer it (NX-7)',
  access: 'settlement:comment',
  body: z.strictObject({ line: text(80), text: text(500) }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED'],
});

/** Won that one adjustment can be. */
const MOST_WON = 2_000_000_000;

export const adjustSettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/adjustment',
  summary:
    'Add a dated amount with its reason to an open period: above zero for the store. It is never changed; what was wrong is answered by its opposite',
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
    'Close a period that is over: its lines never change again, royalty and payout go to the ledger, the next period opens. Closing twice is the same as once. Another payout than was seen is refused',
  access: 'sales:close',
  body: z.strictObject({ payoutAmount: money }),
  reply: settlement,
  problems: ['STATE_NOT_ALLOWED', 'STALE'],
});

export const paySettlement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/{settlementId}/paid',
  summary: 'Say that the payout of a closed period was made. Saying the same twice is the same as once',
  access: 'sales:close',
  body: z.strictObject({ paidOn: calendarDate, reference: text(100) }),
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
    'Terms of a store from a date on, which no closed period holds. The first of a store open its first period, on that date',
  access: 'sales:close',
  body: z.strictObject({ storeId: id, ...settlementTermsFields, payee: z.enum(PAYEES).default('BUSINESS') }),
  reply: datedTerms,
  problems: ['STATE_NOT_ALLOWED'],
});

const taxSupplier = taxParty.extend({ changedAt: instant, changedBy: z.string(), version });

export const getTaxSupplier = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/supplier',
  summary: 'Head office as it stands on tax invoices; `null` until it is set',
  access: 'sales:read',
  reply: z.object({ supplier: taxSupplier.nullable() }),
});

export const setTaxSupplier = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/supplier',
  summary: 'Set head office as it stands on tax invoices',
  access: 'sales:close',
  body: z.strictObject({
    /** The version that was seen; left out at the first setting. */
    version: version.optional(),
    businessNumber: z.string().regex(/^\d{3}-\d{2}-\d{5}$/, 'must be 000-00-00000'),
    name: text(100),
    representative: text(50),
    address: text(200, 0).default(''),
  }),
  reply: taxSupplier,
  problems: ['STALE'],
});

export const exportTaxInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/tax-invoices',
  summary: 'Tax invoices of the royalties of closed periods that are written for those dates, one a row, as a file',
  access: 'sales:read',
  load: 'export',
  kind: 'file',
  /** Dates of writing, both included. */
  query: z.strictObject({
    from: calendarDate,
    to: calendarDate,
    format: z.enum(['csv', 'xlsx']),
    lng: z.enum(['kr', 'en']).default('kr'),
  }),
  reply: z.string(),
});
