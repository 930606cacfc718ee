import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money, singleLine } from '../fields.ts';
import { OUTSIDE_METHODS, PAYMENT_METHODS } from './payment-methods.ts';
import { onlineProvider } from './payment-providers.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATES } from './payments.ts';

/**
 * Paying from outside: a guest, or a channel for its guest, pays everything that is due through a provider of the
 * product (GT-10, CH-1). The server names the amount.
 */

/** A payment as the guest or the channel sees it: without fees and without names of staff. */
export const outsidePayment = z.object({
  id,
  storeId: id,
  reservationId: id,
  provider: z.enum(PAYMENT_PROVIDERS),
  method: z.enum(PAYMENT_METHODS),
  state: z.enum(PAYMENT_STATES),
  amount: money,
  /** The provider was asked to take the money, and the result is not known yet. */
  isConfirming: z.boolean(),
  receiptUrl: z.string().nullable(),
  approvedAt: instant.nullable(),
});
export type OutsidePayment = z.infer<typeof outsidePayment>;

const begin = z.strictObject({ provider: onlineProvider, method: z.enum(OUTSIDE_METHODS).default('CARD') });

const begun = z.object({
  storeId: id,
  reservationId: id,
  payment: outsidePayment,
  orderId: z.string(),
  orderName: z.string(),
  /** Public data for the provider's own window in the guest's browser. */
  clientKey: z.string(),
  merchantId: z.string(),
  /** The page of a virtual provider, which replaces the window in tests and the demo. `null`: a real provider. */
  checkoutUrl: z.string().nullable(),
  /** `null`: the reservation is not a hold. */
  holdExpiresAt: instant.nullable(),
});
export type BegunPayment = z.infer<typeof begun>;

/**
 * `paymentKey`: the key that Toss gave the guest; PortOne identifies the payment by its order. `amount`: the amount
 * that the guest's browser returned.
 */
const confirm = z.strictObject({ paymentKey: singleLine(200).optional(), amount: money.min(1).max(2_000_000_000) });

const BEGIN_PROBLEMS = [
  'STATE_NOT_ALLOWED',
  'HOLD_ENDING',
  'PAYMENT_UNDER_WAY',
  'AMOUNT_TOO_SMALL',
  'PROVIDER_NOT_SET',
  'PROVIDER_REFUSED',
] as const;
const CONFIRM_PROBLEMS = [
  'STATE_NOT_ALLOWED',
  'HOLD_ENDING',
  'PAYMENT_UNDER_WAY',
  'PRICE_CHANGED',
  'AMOUNT_DIFFERS',
  'PROVIDER_REFUSED',
  'PROVIDER_NOT_SET',
] as const;

export const getGuestPayments = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/payment',
  summary: 'What is due for the reservation of the token, the providers to pay through, and its payments (GT-10)',
  access: 'guest',
  reply: z.object({
    reservationId: id,
    storeId: id,
    dueAmount: money,
    /** When an unpaid reservation expires; beginning a payment extends it (GT-11). */
    holdExpiresAt: instant.nullable(),
    providers: z.array(onlineProvider),
    /** Those of them whose page or window a guest can open: a window needs the public keys of the connection. */
    checkoutProviders: z.array(onlineProvider),
    /** Payments, oldest first. */
    payments: z.array(outsidePayment),
  }),
});

export const beginPaymentAsGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/payment/begin',
  summary:
    'Begin to pay all that is due through a provider, or continue what was begun. The unpaid reservation is held for ten more minutes, twice at most (GT-10, GT-11)',
  access: 'guest',
  body: begin,
  reply: begun,
  problems: BEGIN_PROBLEMS,
});

export const confirmPaymentAsGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/payment/{paymentId}/confirm',
  summary:
    'Confirm a payment that the guest agreed to, which moves the money. Refused before any money moves when the reservation has ended or another amount is due (GT-10)',
  access: 'guest',
  body: confirm,
  reply: outsidePayment,
  problems: CONFIRM_PROBLEMS,
});

export const beginChannelPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/payment/begin',
  summary:
    "Begin to pay all that is due for a reservation of the key through the chain's provider, or continue what was begun (CH-1, GT-11)",
  access: 'channel',
  body: begin,
  reply: begun,
  problems: BEGIN_PROBLEMS,
});

export const confirmChannelPayment = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/channel/reservation/{reservationId}/payment/{paymentId}/confirm',
  summary: 'Confirm a payment that the guest agreed to in the window of the provider, which moves the money (CH-1)',
  access: 'channel',
  body: confirm,
  reply: outsidePayment,
  problems: CONFIRM_PROBLEMS,
});
