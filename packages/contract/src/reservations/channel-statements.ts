import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, listOf, money, paging, singleLine, sortBy } from '../fields.ts';

/**
 * The monthly statement in which a channel says what it collected, kept and pays out, compared with the ledger by the
 * channel's references (CH-4).
 */

/**
 * `DIFFERENT`: an amount is another one in the ledger. `UNKNOWN`: the channel never reported the payment. `MISSING`: the
 * ledger has the payment in this period, and the statement does not.
 */
export const STATEMENT_LINE_STATES = ['MATCHED', 'DIFFERENT', 'UNKNOWN', 'MISSING'] as const;
export type StatementLineState = (typeof STATEMENT_LINE_STATES)[number];

/** In won; the commission with its VAT. The payout is the amount without refunds and commission. */
const statementAmounts = z.object({
  amount: money,
  refundedAmount: money,
  commissionAmount: money,
  payoutAmount: money,
});
export type StatementAmounts = z.infer<typeof statementAmounts>;

export const channelStatement = z.object({
  id,
  apiKeyId: id,
  channelName: z.string(),
  /** Business dates, the first and the last included. */
  from: calendarDate,
  to: calendarDate,
  fileName: z.string(),
  importedAt: instant,
  importedBy: z.string(),
  /** Sums of the statement, and of the ledger in the same period. */
  inStatement: statementAmounts,
  inLedger: statementAmounts,
  /** The number of payments in each state. */
  counts: z.record(z.enum(STATEMENT_LINE_STATES), z.number().int().min(0)),
});
export type ChannelStatement = z.infer<typeof channelStatement>;

export const listChannelStatements = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel-statement',
  summary: 'Imported statements of channels, latest period first, compared with the ledger as it is now (CH-4)',
  access: 'webhooks:read',
  query: z.strictObject({ ...paging, sort: sortBy('from') }),
  reply: listOf(channelStatement),
});

const csv = [
  'text/csv',
  'text/plain',
  'text/html',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

export const importChannelStatement = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel-statement',
  summary:
    'Import the statement of a channel for a period as CSV: reference, amount, refunded, commission with VAT, payout. Replaces an earlier one of the same channel and period (CH-4)',
  access: 'sales:close',
  query: z
    .strictObject({ apiKeyId: id, from: calendarDate, to: calendarDate, fileName: singleLine(120, 0).default('') })
    .refine((query) => query.from <= query.to, { path: ['to'], error: 'must not be before from' }),
  upload: { types: csv, maxBytes: 4_000_000 },
  reply: z.object({
    statement: channelStatement,
    /** Numbers of the lines that are not payments, from 1; at most 100. */
    unreadableLines: z.array(z.number().int().positive()),
  }),
});

export const channelStatementLine = z.object({
  reference: z.string(),
  state: z.enum(STATEMENT_LINE_STATES),
  /** The reservation of the payment; `null` for an unknown one. */
  reservation: z.object({ id, storeId: id, storeName: z.string(), code: z.string() }).nullable(),
  inStatement: statementAmounts.nullable(),
  inLedger: statementAmounts.nullable(),
});
export type ChannelStatementLine = z.infer<typeof channelStatementLine>;

export const listChannelStatementLines = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/channel-statement/{statementId}/line',
  summary: 'The payments of a statement beside those of the ledger; without `sort`, differences first (CH-4)',
  access: 'webhooks:read',
  query: z.strictObject({ ...paging, sort: sortBy('reference'), state: z.enum(STATEMENT_LINE_STATES).optional() }),
  reply: listOf(channelStatementLine),
});

export const removeChannelStatement = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/channel-statement/{statementId}',
  summary: 'Remove an imported statement. The ledger stays as it is',
  access: 'sales:close',
  reply: channelStatement,
});
