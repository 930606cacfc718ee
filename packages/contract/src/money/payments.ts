import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  calendarDate,
  id,
  instant,
  listOf,
  money,
  paging,
  queryNumber,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { LEDGER_ACCOUNTS, WATERFALL_STEPS } from './ledger.ts';
import { MANUAL_METHODS, PAYMENT_METHODS, PROVIDER_METHODS } from './payment-methods.ts';
import { onlineProvider } from './payment-providers.ts';
import { refundAccount } from '../guests/refund-accounts.ts';
import { RESERVATION_CHANNELS } from '../reservations/reservation-values.ts';

/** PY-1. `DONE` may become `WAITING_FOR_DEPOSIT` again when a bank reverses a deposit. */
export const PAYMENT_STATES = [
  'READY',
  'WAITING_FOR_DEPOSIT',
  'DONE',
  'PARTIAL_CANCELED',
  'CANCELED',
  'ABORTED',
  'EXPIRED',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
/** `MANUAL`: a person recorded it. `CHANNEL`: a booking channel collected it and reported it (CH-2). */
export const PAYMENT_PROVIDERS = ['MANUAL', 'TOSS', 'PORTONE', 'CHANNEL'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];
/**
 * `REQUESTED`: the provider has not answered yet. `OWED`: a person has to send the money manually. Both reserve their
 * amount; only `DONE` is confirmed.
 */
export const REFUND_STATES = ['REQUESTED', 'OWED', 'DONE', 'FAILED'] as const;

/** Supply value, VAT and the tax-free part are split once and sum to the amount (SL-3). */
const split = { amount: money, supplyAmount: money, vatAmount: money, taxFreeAmount: money };

export const paymentRefund = z.object({
  id,
  ...split,
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  at: instant,
  /** The name of the person, or of the provider. */
  by: z.string(),
  /** The provider's reason why a `FAILED` refund was not made. */
  failure: z.string().nullable(),
  /** Name of the person who sent the money and confirmed that. */
  sentBy: z.string().nullable(),
  /** The reference of the transfer at the bank or on the receipt. */
  reference: z.string().nullable(),
});
export type PaymentRefund = z.infer<typeof paymentRefund>;

/**
 * `AMOUNT_DIFFERS`: the paid amount is not the requested one. `NOT_OURS`: the provider has the payment under another
 * order. `OUT_OF_STEP`: the status at the provider cannot follow from the stored one, its refunds do not add up to it, or
 * the bank returned one. `TEST_PAYMENT`: it went through a test channel, so no money moved. `CURRENCY_DIFFERS`: it is not in won.
 * `SHOP_DIFFERS`: another shop of the provider took it.
 */
export const PROVIDER_FAULTS = [
  'AMOUNT_DIFFERS',
  'NOT_OURS',
  'OUT_OF_STEP',
  'TEST_PAYMENT',
  'CURRENCY_DIFFERS',
  'SHOP_DIFFERS',
] as const;

/** The provider's side of a payment. */
export const onlinePayment = z.object({
  paymentKey: z.string().nullable(),
  /**
   * The provider was asked to confirm the payment and the result is unknown; the server looks the payment up until it
   * is known.
   */
  isConfirming: z.boolean(),
  isDisputed: z.boolean(),
  /** Nothing is posted for the payment until a person has checked it. */
  fault: z.enum(PROVIDER_FAULTS).nullable(),
  /** When the provider last reported its status. */
  lookedAt: instant.nullable(),
});

export const payment = z.object({
  id,
  storeId: id,
  /** `null`: the payment belongs to no reservation yet. */
  reservationId: id.nullable(),
  method: z.enum(PAYMENT_METHODS),
  provider: z.enum(PAYMENT_PROVIDERS),
  state: z.enum(PAYMENT_STATES),
  ...split,
  /** The provider's fee, including its VAT. */
  feeAmount: money,
  /** The sum of refunds that are done, requested or owed: it is reserved and cannot be refunded again. */
  refundedAmount: money,
  receiptUrl: z.string().nullable(),
  cashReceiptNumber: z.string().nullable(),
  taxInvoiceNumber: z.string().nullable(),
  /** When the money arrived. */
  approvedAt: instant.nullable(),
  /** The store's business date at that moment. */
  businessDate: calendarDate,
  createdAt: instant,
  /** The name of the person who recorded the payment, or of the provider. */
  createdBy: z.string(),
  /** The payment was recorded by mistake and reversed: the ledger holds the entry and its reversal. */
  reversal: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Refunds, oldest first. */
  refunds: z.array(paymentRefund),
  /** `null`: a person recorded the payment. */
  online: onlinePayment.nullable(),
  version,
});
export type Payment = z.infer<typeof payment>;

/** A payment in a list, with its payer (PD-1: the name is masked, 홍*동). */
export const listedPayment = payment.extend({
  reservation: z.object({ code: z.string(), guestName: z.string() }).nullable(),
});
export type ListedPayment = z.infer<typeof listedPayment>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment',
  summary:
    'Payments by cursor, latest business date first, and of one date the latest first. `sort` has one value, the order of its index',
  access: 'payments:read',
  query: z.strictObject({
    storeId: id.optional(),
    reservationId: id.optional(),
    /** The room at the time of the payment, even if the reservation was moved since. */
    roomId: id.optional(),
    channel: z.enum(RESERVATION_CHANNELS).optional(),
    /**
     * The beginning of a guest's name, a phone or its last four digits, a reservation's code, a provider's payment key
     * or order id.
     */
    q: singleLine(200).optional(),
    state: z.enum(PAYMENT_STATES).optional(),
    method: z.enum(PAYMENT_METHODS).optional(),
    /** Business dates, the first and the last included. */
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    cursor: z.string().max(200).optional(),
    sort: z.enum(['-businessDate']).optional(),
    limit: queryNumber(1, 200).default(50),
  }),
  reply: z.object({ items: z.array(listedPayment), nextCursor: z.string().nullable() }),
});

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/{paymentId}',
  summary: 'One payment with its refunds',
  access: 'payments:read',
  reply: payment,
});

/** The largest amount of one payment, in won. */
const MOST_WON = 2_000_000_000;
const someWon = money.min(1).max(MOST_WON);
const reason = text(300);

export const recordPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment',
  summary:
    'Record money that a person received for a reservation. A payment that covers the price of a PENDING reservation confirms it. More than is due is refused unless the request allows it explicitly',
  access: 'payments:write',
  body: z
    .strictObject({
      reservationId: id,
      method: z.enum(MANUAL_METHODS),
      amount: someWon,
      /** The tax-free part of the amount. */
      taxFreeAmount: money.min(0).max(MOST_WON).default(0),
      cashReceiptNumber: singleLine(40).optional(),
      mayExceedDue: z.boolean().default(false),
    })
    .refine((item) => item.taxFreeAmount <= item.amount, {
      path: ['taxFreeAmount'],
      error: 'must not be more than the amount',
    }),
  reply: payment,
  problems: ['STATE_NOT_ALLOWED', 'MORE_THAN_DUE'],
});

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/{paymentId}/refund',
  summary:
    "Give back a part, or without `amount` all that is left (PY-4). Of a manual payment: records that a person gave it back. Of a provider's: the refund is `REQUESTED` until the provider has answered. `refundAccount` is where the money of a provider's virtual account goes, and is given for such a payment only; only the provider receives it",
  access: 'payments:refund',
  body: z.strictObject({
    version,
    amount: someWon.optional(),
    reason,
    refundAccount: refundAccount.optional(),
    /** The guest is to pay the amount again, for example by another card. Without it the amount is not due again. */
    isStillDue: z.boolean().optional(),
  }),
  reply: payment,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'MORE_THAN_PAID'],
});

const refundId = '/api/v2/{product}/payment/refund/{refundId}' as const;

export const markRefundSent = endpoint({
  method: 'POST',
  path: `${refundId}/sent`,
  summary:
    'Confirm that an `OWED` refund was sent, with sender, time and reference. The ledger records it now. `version` is that of its payment',
  access: 'payments:refund',
  body: z.strictObject({ version, reference: singleLine(100, 0).default('') }),
  reply: payment,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const revealRefundAccount = endpoint({
  method: 'POST',
  path: `${refundId}/account`,
  summary: 'The bank account for an `OWED` refund, or `null` without one; the access is recorded (PD-1)',
  access: 'payments:refund',
  body: z.strictObject({}),
  reply: z.object({ account: refundAccount.nullable() }),
  problems: ['STATE_NOT_ALLOWED'],
});

/** `NOT_STARTED`: a person has to start the refund. `FAILED`: the same, after a refund of the cancellation failed. */
export const OWED_REFUND_STATES = ['REQUESTED', 'OWED', 'WAITING', 'FAILED', 'NOT_STARTED'] as const;

/**
 * A cancelled reservation whose refund is not confirmed in full, or an expired one with money of a guest who paid a part
 * or too late.
 */
export const owedRefund = z.object({
  storeId: id,
  reservationId: id,
  code: z.string(),
  /** The guest's name, masked (PD-1). */
  guestName: z.string(),
  /** When the reservation was cancelled or expired. */
  since: instant,
  /** The unconfirmed amount in won: the sum of the parts. */
  amount: money,
  /** The refund's parts: one for each state that occurs, in the order of `OWED_REFUND_STATES`. */
  parts: z.array(z.object({ state: z.enum(OWED_REFUND_STATES), amount: money })),
});
export type OwedRefund = z.infer<typeof owedRefund>;

export const listOwedRefunds = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/refund-owed',
  summary:
    'Reservations that were cancelled, expired or paid beyond their price, and whose refund is not confirmed in full; without `sort`, the oldest first',
  access: 'payments:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('since', 'amount'),
    storeId: id.optional(),
    reservationId: id.optional(),
  }),
  reply: listOf(owedRefund),
});

/** A guest who is in a room, or who comes next, and has not paid in full (RM-21). Without the guest's name. */
export const unpaidStay = z.object({
  storeId: id,
  roomId: id,
  reservationId: id,
  /** The guest is inside or due now; otherwise the next guest of the room. */
  isPresent: z.boolean(),
  startsAt: instant,
  endsAt: instant,
  /** In won. */
  dueAmount: money,
});
export type UnpaidStay = z.infer<typeof unpaidStay>;

export const listUnpaidStays = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/unpaid-stay',
  summary:
    'For each room, its present and its next guest where they have not paid in full, first the stay that starts first; a stay of a joined room is listed for each of its parts (RM-21)',
  access: 'payments:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({ items: z.array(unpaidStay) }),
});

export const beginPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/begin',
  summary:
    'Begin a payment through a provider, bound to a reservation and an amount; without `amount`, all that is due. `orderId` identifies it at the provider',
  access: 'payments:write',
  body: z.strictObject({
    reservationId: id,
    provider: onlineProvider,
    method: z.enum(PROVIDER_METHODS).default('CARD'),
    amount: someWon.optional(),
  }),
  reply: z.object({
    payment,
    orderId: z.string(),
    orderName: z.string(),
    /** Public data for the provider's own window in the guest's browser. */
    clientKey: z.string(),
    merchantId: z.string(),
  }),
  problems: ['STATE_NOT_ALLOWED', 'MORE_THAN_DUE', 'AMOUNT_TOO_SMALL', 'PROVIDER_NOT_SET', 'PROVIDER_REFUSED'],
});

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/{paymentId}/confirm',
  summary:
    'Confirm a payment that the guest agreed to, which moves the money. Without an answer of the provider it stays `READY` with `online.isConfirming` and is looked up until the result is known',
  access: 'payments:write',
  /**
   * `paymentKey`: the key that Toss gave the guest; PortOne identifies the payment by its order. `amount`: the amount
   * that the guest's browser returned.
   */
  body: z.strictObject({ paymentKey: singleLine(200).optional(), amount: someWon }),
  reply: payment,
  problems: ['STATE_NOT_ALLOWED', 'MORE_THAN_DUE', 'AMOUNT_DIFFERS', 'PROVIDER_REFUSED', 'PROVIDER_NOT_SET'],
});

export const reversePayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment/{paymentId}/reverse',
  summary: 'Reverse a manual payment that was recorded by mistake and has no refunds. The ledger keeps both entries',
  access: 'payments:refund',
  body: z.strictObject({ version, reason }),
  reply: payment,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const readWaterfall = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment/waterfall',
  summary:
    'The money of a reservation (`reservationId`), or of a business date of a store (`storeId`, `date`), by the ledger (NX-5). Lines and accounts sum to zero',
  access: 'payments:read',
  query: z
    .strictObject({ reservationId: id.optional(), storeId: id.optional(), date: calendarDate.optional() })
    .refine(
      (item) =>
        item.reservationId === undefined
          ? item.storeId !== undefined && item.date !== undefined
          : item.storeId === undefined && item.date === undefined,
      {
        path: ['reservationId'],
        error: 'either a reservation, or a store and a date',
      },
    ),
  reply: z.object({
    storeId: id,
    reservationId: id.nullable(),
    date: calendarDate.nullable(),
    /** For a reservation: the amount still due, and the amount to refund. One of them is 0. */
    dueAmount: money,
    toRefundAmount: money,
    lines: z.array(z.object({ step: z.enum(WATERFALL_STEPS), amount: money })),
    accounts: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: money })),
  }),
});
export type Waterfall = z.infer<(typeof readWaterfall)['reply']>;
