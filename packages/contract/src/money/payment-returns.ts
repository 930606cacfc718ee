import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, money, singleLine } from '../fields.ts';

/**
 * The return from a payment provider in a browser or a tab that does not know the token (GT-16). The order is found on
 * the server, and the reply names no person.
 */

/**
 * `PAID`: the stay is paid, by this order or another one. `CONFIRMING`: the provider has not said yet. `DECLINED`: no
 * money was taken. `REFUNDED`: the money arrived after what it pays for was given back, or a second time.
 */
export const PAYMENT_RETURN_RESULTS = ['PAID', 'CONFIRMING', 'DECLINED', 'REFUNDED'] as const;
export type PaymentReturnResult = (typeof PAYMENT_RETURN_RESULTS)[number];

const paymentReturn = z.object({
  result: z.enum(PAYMENT_RETURN_RESULTS),
  storeName: z.string(),
  timeZone: z.string(),
  startsAt: instant,
  endsAt: instant,
});
export type PaymentReturnReply = z.infer<typeof paymentReturn>;

export const resolvePaymentReturn = endpoint({
  method: 'POST',
  path: '/api/v2/guest/payment-return',
  summary:
    'The result of a payment, by the order that its provider put into the address of return, and its confirmation as by `confirmPaymentAsGuest`. An order that is unknown or older than a day is NOT_FOUND (GT-16)',
  access: 'public',
  body: z.strictObject({
    /** `orderId` of Toss, `paymentId` of PortOne. */
    orderId: singleLine(64),
    /** The key and the amount of Toss. Without both, Toss is not asked for money. */
    paymentKey: singleLine(200).optional(),
    amount: money.min(1).max(2_000_000_000).optional(),
  }),
  reply: paymentReturn,
  problems: ['TOO_MANY_ATTEMPTS'],
});
