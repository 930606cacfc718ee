import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money } from '../fields.ts';
import { shownSeller } from '../stores/sellers.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** The receipt of a stay for the guest and the accounts of a company (CR-13): who sold what, and what was paid for it. */

/**
 * `ADJUSTMENT`: staff set a price below that of the add-ons. `WAIVED`: a part of the price that the guest does not pay, such
 * as the advantage of a pass.
 */
export const STAY_RECEIPT_LINES = ['ROOM', 'ADD_ON', 'ADJUSTMENT', 'COUPON', 'WAIVED'] as const;

/** Supply value, VAT and the tax-free part sum to the amount, as the ledger has them (SL-3). */
const split = { amount: money, supplyAmount: money, vatAmount: money, taxFreeAmount: money };

const receivedPayment = z.object({
  id,
  /** The last twelve characters of the id, which people read and type. */
  number: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** A booking channel collected the money. */
  isOfChannel: z.boolean(),
  paidAt: instant,
  ...split,
  /** Refunds that are sent, oldest first. */
  refunds: z.array(z.object({ at: instant, ...split })),
  /** Won of refunds that are requested or owed: not sent yet, and not in the sums. */
  openRefundAmount: money,
  /** The cash receipt that is issued for it. `null`: none. */
  cashReceipt: z.object({ approvalNumber: z.string(), amount: money, issuedAt: instant.nullable() }).nullable(),
});

export const stayReceipt = z.object({
  reservationId: id,
  storeId: id,
  product: z.object({ slug: z.string(), name: z.string() }),
  /** `null`: the store has not said who sells (SE-1). */
  seller: shownSeller.nullable(),
  store: z.object({ name: z.string(), address: z.string(), phone: z.string(), timeZone: z.string() }),
  stay: z.object({
    code: z.string(),
    roomName: z.string(),
    startsAt: instant,
    endsAt: instant,
    headCount: z.number().int().nonnegative(),
    isCancelled: z.boolean(),
  }),
  /** They sum to what the guest pays for the stay. */
  lines: z.array(
    z.object({
      kind: z.enum(STAY_RECEIPT_LINES),
      /** The name of the add-on or of the coupon; empty for all others. */
      label: z.string(),
      quantity: z.number().int(),
      amount: money,
    }),
  ),
  /** Oldest first, without reversed ones. */
  payments: z.array(receivedPayment),
  /** What was paid and not refunded. It equals the sales of the stay in the ledger. */
  total: z.object(split),
  /** When it was read: a later refund changes it. */
  readAt: instant,
});
export type StayReceipt = z.infer<typeof stayReceipt>;

export const getStayReceipt = endpoint({
  method: 'GET',
  path: '/api/v2/guest/receipt',
  summary:
    'The receipt of the stay: seller, lines, payments with their refunds and cash receipts, and the sums of the ledger; as a page at `/g/{token}/receipt` (CR-13)',
  access: 'guest',
  ignoresQuery: true,
  reply: stayReceipt,
});
