import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  money,
  OUT_OF_REACH,
  paging,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { priceLine } from '../money/price-policies.ts';
import { RESERVATION_STATES } from './reservation-values.ts';

/** What stores claim from head office for the discounts of its coupons (CP-5). */

/**
 * `WAITING`: until a week after the stay. `BOOKED`: head office owes the amount. `WITHHELD`: nothing is owed unless head
 * office approves it. `REFUSED`: by head office.
 */
export const COUPON_CLAIM_STATES = ['WAITING', 'BOOKED', 'WITHHELD', 'REFUSED'] as const;
export type CouponClaimState = (typeof COUPON_CLAIM_STATES)[number];

/** `NO_ONLINE_MONEY`: no provider or channel took money. `NO_LIMIT`: the coupon has no highest discount. */
export const COUPON_CLAIM_FAULTS = ['NO_ONLINE_MONEY', 'NO_LIMIT'] as const;

const COUPON_CLAIM_DECISIONS = ['APPROVED', 'REFUSED'] as const;

export const couponClaim = z.object({
  reservationId: id,
  reservationCode: z.string(),
  storeId: id,
  storeName: z.string(),
  couponId: id,
  couponCode: z.string(),
  couponName: z.string(),
  startsAt: instant,
  reservationState: z.enum(RESERVATION_STATES),
  /** The prices of the room as they were booked. */
  priceLines: z.array(priceLine.pick({ label: true, count: true, amount: true })),
  discountAmount: money,
  /** What the guest agreed to pay, without the discount. */
  priceAmount: money,
  /** What the store has kept of it, and the part that a provider or a channel has taken. */
  paidAmount: money,
  onlineAmount: money,
  /** What head office owes by these facts, and what is booked. */
  claimAmount: money,
  bookedAmount: money,
  state: z.enum(COUPON_CLAIM_STATES),
  withheldFor: z.enum(COUPON_CLAIM_FAULTS).nullable(),
  /** When it is booked at the earliest. */
  dueAt: instant,
  decision: z
    .object({ kind: z.enum(COUPON_CLAIM_DECISIONS), at: instant, by: z.string(), reason: z.string() })
    .nullable(),
  version,
});
export type CouponClaim = z.infer<typeof couponClaim>;

export const listCouponClaims = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/coupon-claim',
  summary:
    'What stores claim from head office for discounts, latest first, with the facts that each claim rests on (CP-5)',
  access: 'coupons:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('dueAt'),
      storeId: id.optional(),
      couponId: id.optional(),
      state: z.enum(COUPON_CLAIM_STATES).optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(couponClaim),
});

export const decideCouponClaim = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/coupon-claim/{reservationId}/decide',
  summary:
    'Approve or refuse a claim as head office, also after it was booked: the difference is booked at once, for an approval not before `dueAt` (CP-5)',
  access: 'coupons:write',
  body: z.strictObject({ version, decision: z.enum(COUPON_CLAIM_DECISIONS), reason: text(200) }),
  reply: couponClaim,
  problems: ['STALE'],
});
