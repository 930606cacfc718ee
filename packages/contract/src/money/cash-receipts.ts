import { readReceiptNumber } from '@munjigi/typed-text';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, isInReach, money, OUT_OF_REACH, paging, singleLine, sortBy } from '../fields.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import {
  CASH_RECEIPT_ISSUERS,
  CASH_RECEIPT_NUMBER_KINDS,
  CASH_RECEIPT_PURPOSES,
  CASH_RECEIPT_STATES,
} from './receipt-values.ts';

export * from './receipt-values.ts';

/** Cash receipts of payments in cash and by transfer (CR-1 to CR-12, decision 138). */

/** A number to issue to: a mobile phone or card for `INCOME`, a business number or card for `EXPENSE`. */
const numberInput = z
  .strictObject({
    purpose: z.enum(CASH_RECEIPT_PURPOSES),
    number: singleLine(100),
  })
  .refine(({ purpose, number }) => isOfPurpose(purpose, number), {
    path: ['number'],
    error: 'must be a mobile phone or a cash receipt card, and for a business its number or card',
  });

function isOfPurpose(purpose: (typeof CASH_RECEIPT_PURPOSES)[number], typed: string): boolean {
  const kind = readReceiptNumber(typed)?.kind;
  return kind === 'CARD' || kind === (purpose === 'INCOME' ? 'PHONE' : 'BUSINESS');
}

/** The number of a stay, as screens show it. */
const shownNumber = z.object({
  purpose: z.enum(CASH_RECEIPT_PURPOSES),
  kind: z.enum(CASH_RECEIPT_NUMBER_KINDS),
  /** All but the last four digits are hidden. */
  masked: z.string(),
  enteredAt: instant,
  isOfGuest: z.boolean(),
});

const receipt = z.object({
  /** The id of its payment. */
  id,
  storeId: id,
  reservationId: id.nullable(),
  state: z.enum(CASH_RECEIPT_STATES),
  /** What the store keeps of the payment: the receipt is issued for this amount. */
  keptAmount: money,
  /** The amount of the receipt that is issued now. */
  issuedAmount: money,
  supplyAmount: money,
  vatAmount: money,
  taxFreeAmount: money,
  paidAt: instant.nullable(),
  /** Issued without a number of the guest, who can register it with the tax office by the approval number. */
  isSelfIssued: z.boolean(),
  approvalNumber: z.string().nullable(),
  issuedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  /** The receipt at the provider. */
  receiptUrl: z.string().nullable(),
  /** The reason of the provider, without numbers. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it is issued without a number, if the guest enters none. */
  selfIssueAt: instant.nullable(),
  /** Until when the law wants it issued. */
  dueAt: instant.nullable(),
});
export type CashReceipt = z.infer<typeof receipt>;

const receiptsOfStay = z.object({
  storeId: id,
  reservationId: id,
  /** Whether the store issues cash receipts through a provider. */
  isOffered: z.boolean(),
  number: shownNumber.nullable(),
  /** Oldest first. */
  receipts: z.array(receipt),
});
export type CashReceiptsOfStay = z.infer<typeof receiptsOfStay>;

const ofGuest = '/api/v2/{product}/guest/cash-receipt';

export const getGuestCashReceipts = endpoint({
  method: 'GET',
  path: ofGuest,
  summary: 'The cash receipts of the stay, and the number that they are issued to (CR-3)',
  access: 'guest',
  reply: receiptsOfStay,
});

export const setGuestReceiptNumber = endpoint({
  method: 'POST',
  path: ofGuest,
  summary:
    'Enter the number once for all cash receipts of the stay. While the provider has not answered about one, STATE_NOT_ALLOWED (CR-3)',
  access: 'guest',
  body: numberInput,
  reply: receiptsOfStay,
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/cash-receipt';

export const getCashReceiptsOfReservation = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'The cash receipts of a reservation, and the number that they are issued to (CR-3)',
  access: 'payments:read',
  reply: receiptsOfStay,
});

export const setReceiptNumberOfReservation = endpoint({
  method: 'POST',
  path: ofReservation,
  summary: 'Enter the number for the guest of a reservation (CR-3)',
  access: 'payments:write',
  body: numberInput,
  reply: receiptsOfStay,
  problems: ['STATE_NOT_ALLOWED'],
});

const listedReceipt = receipt.extend({
  reservationCode: z.string().nullable(),
  method: z.enum(PAYMENT_METHODS),
  /** The number of the stay. `null`: none, erased, or not known to this product. */
  number: z
    .object({
      purpose: z.enum(CASH_RECEIPT_PURPOSES),
      kind: z.enum(CASH_RECEIPT_NUMBER_KINDS),
      masked: z.string(),
      /** False: it was entered after the receipt was issued, which has an earlier number. */
      isOfReceipt: z.boolean(),
    })
    .nullable(),
});
export type ListedCashReceipt = z.infer<typeof listedReceipt>;

const receiptFilter = {
  storeId: id.optional(),
  state: z.enum(CASH_RECEIPT_STATES).optional(),
  isDue: z.enum(['true', 'false']).optional(),
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .optional(),
};

export const listCashReceipts = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/cash-receipt',
  summary:
    'Cash receipts, newest first; `isDue`: only those that are neither issued nor needless; `month`: paid in that month by the clock of the stores (CR-12, CR-14)',
  access: 'payments:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('paidAt'),
      ...receiptFilter,
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(listedReceipt),
});

export const exportCashReceipts = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/cash-receipt/export',
  summary: 'Matching cash receipts as a file, a line each, newest first, streamed. Numbers are masked (CR-14)',
  access: 'payments:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({
    ...receiptFilter,
    format: z.enum(['csv', 'xlsx']),
    lng: z.enum(['kr', 'en']).default('kr'),
  }),
  reply: z.string(),
});

export const retryCashReceipt = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/cash-receipt/{paymentId}/retry',
  summary: 'Send a refused request again. Any other cash receipt: STATE_NOT_ALLOWED (CR-9)',
  access: 'payments:write',
  body: z.strictObject({}),
  reply: receipt,
  problems: ['STATE_NOT_ALLOWED'],
});

const settings = {
  issuer: z.enum(CASH_RECEIPT_ISSUERS),
  /** Issue without a number what the law wants issued. */
  isSelfIssueOn: z.boolean(),
  /** Deals from this amount on, in won, are issued without a number. */
  thresholdAmount: money.min(0).max(1_000_000_000),
  /** Days after the payment within which the law wants it issued. */
  deadlineDays: z.number().int().min(1).max(30),
};

const receiptSettings = z.object({
  storeId: id,
  ...settings,
  /** Payments from then on get a receipt. `null`: issuing is off. */
  issuesSince: instant.nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  /** 0: nothing was saved yet. */
  version: z.number().int().min(0),
});
export type CashReceiptSettings = z.infer<typeof receiptSettings>;

const settingsOfStore = '/api/v2/{product}/store/{storeId}/cash-receipt-settings';

export const getCashReceiptSettings = endpoint({
  method: 'GET',
  path: settingsOfStore,
  summary: 'Who issues the cash receipts of a store, and when it issues one without a number (CR-1)',
  access: 'stores:read',
  reply: receiptSettings,
});

export const setCashReceiptSettings = endpoint({
  method: 'POST',
  path: settingsOfStore,
  summary:
    'Set who issues the cash receipts of a store. A provider that the product does not use: PROVIDER_NOT_SET. Payments before it is switched on get none (CR-1)',
  access: 'stores:write',
  body: z.strictObject({ ...settings, version: z.number().int().min(0) }),
  reply: receiptSettings,
  problems: ['STALE', 'PROVIDER_NOT_SET'],
});
