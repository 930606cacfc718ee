import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, growingListOf, id, instant, isInReach, money, OUT_OF_REACH, paging, sortBy } from '../fields.ts';
import { onlineProvider } from './payment-providers.ts';

/**
 * How a line of a provider's payout compares with the ledger. `UNKNOWN`: no payment or refund here. `MISSING`: a payment
 * or refund here that the provider does not list, while it has paid out later ones.
 */
export const PAYOUT_LINE_STATES = ['MATCHED', 'AMOUNT_DIFFERS', 'FEE_DIFFERS', 'UNKNOWN', 'MISSING'] as const;
export type PayoutLineState = (typeof PAYOUT_LINE_STATES)[number];

export const PAYOUT_LINE_KINDS = ['PAYMENT', 'REFUND'] as const;
export type PayoutLineKind = (typeof PAYOUT_LINE_KINDS)[number];

/** The merchant that was paid: of a store, or of the chain. */
const paidMerchant = {
  provider: onlineProvider,
  /** The id of the account at the provider. */
  merchantId: z.string(),
  /** The store whose own merchant it is; `null`: the merchant of the chain. */
  merchantStoreId: id.nullable(),
};

/** Refunds have negative amounts and fees. Won; fees include VAT. */
const payoutLine = z.object({
  ...paidMerchant,
  id,
  state: z.enum(PAYOUT_LINE_STATES),
  kind: z.enum(PAYOUT_LINE_KINDS),
  paymentId: id.nullable(),
  /** The store of the payment; `null`: not known. */
  storeId: id.nullable(),
  amount: money,
  feeAmount: money,
  payoutAmount: money,
  /** What the ledger has for it; `null`: nothing. */
  expectedAmount: money.nullable(),
  expectedFeeAmount: money.nullable(),
  soldOn: calendarDate,
  /** `null`: the provider does not list it. */
  paidOutOn: calendarDate.nullable(),
  readAt: instant,
});
export type PayoutLine = z.infer<typeof payoutLine>;

const lineFilter = {
  storeId: id.optional(),
  state: z.enum(PAYOUT_LINE_STATES).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

export const listPayoutLines = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/provider-payout/line',
  summary: 'Lines of the payouts of providers, each compared with the ledger, by the latest sale first (MC-12)',
  access: 'webhooks:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('soldOn'),
      ...lineFilter,
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(payoutLine),
});

export const exportPayoutLines = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/provider-payout/line/export',
  summary: 'Matching lines of payouts as a file, by the latest sale first, streamed (MC-16)',
  access: 'webhooks:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({ ...lineFilter, format: z.enum(['csv', 'xlsx']), lng: z.enum(['kr', 'en']).default('kr') }),
  reply: z.string(),
});

/**
 * Whether the bank reported the payout of a day: `ARRIVED` at the account of the store, `NOT_SEEN` by the messages of its
 * bank. `NOT_READ`: the product reads no bank account for this merchant.
 */
export const PAYOUT_BANK_STATES = ['ARRIVED', 'NOT_SEEN', 'NOT_READ'] as const;

const payout = z.object({
  ...paidMerchant,
  /** The day, or the first day of the month. */
  paidOutOn: calendarDate,
  count: z.number().int().min(0),
  amount: money,
  feeAmount: money,
  payoutAmount: money,
  /** Lines that are not `MATCHED`. */
  differences: z.number().int().min(0),
  /** `null` for a month. */
  bank: z.enum(PAYOUT_BANK_STATES).nullable(),
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/provider-payout',
  summary: 'What providers paid out to each merchant, by day or by month, latest first (MC-13)',
  access: 'webhooks:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('paidOutOn'),
      by: z.enum(['DAY', 'MONTH']).default('DAY'),
      storeId: id.optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(payout),
});
