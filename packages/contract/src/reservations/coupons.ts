import { z } from 'zod';
import { COUPON_BEARERS, COUPON_KINDS, couponCode } from './coupon-terms.ts';
import { endpoint } from '../endpoint.ts';
import {
  calendarDate,
  growingListOf,
  id,
  instant,
  isInReach,
  listOf,
  money,
  OUT_OF_REACH,
  paging,
  singleLine,
  sortBy,
  version,
} from '../fields.ts';
import { RESERVATION_STATES } from './reservation-values.ts';

/** Coupons of a chain: codes that lower the price of a stay (CP-1 to CP-7). */

/** `PLANNED`: before its first date. `ENDED`: after its last date, or used up. */
export const COUPON_STATES = ['PLANNED', 'ACTIVE', 'ENDED', 'WITHDRAWN'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

const terms = {
  name: singleLine(60),
  kind: z.enum(COUPON_KINDS),
  /** Only with `PERCENT`. */
  percent: z.number().int().min(1).max(100).nullable(),
  /** Only with `AMOUNT`, in won. */
  amount: money.min(1).max(100_000_000).nullable(),
  /** The most that `PERCENT` takes off; `null`: no limit. */
  maxDiscountAmount: money.min(1).max(100_000_000).nullable(),
  /** The lowest price of room and add-ons for which the coupon is accepted. */
  minPriceAmount: money.min(0).max(100_000_000),
  /** The business dates of the store on which guests can redeem it, both included. */
  startsOn: calendarDate,
  endsOn: calendarDate,
  /** Stores that accept it; empty: every store of the chain. */
  storeIds: z.array(id).max(500),
  /** The most stays in all, and of one phone number; `null`: no limit. Cancelled and expired stays do not count. */
  maxUses: z.number().int().min(1).max(1_000_000).nullable(),
  maxUsesPerGuest: z.number().int().min(1).max(1000).nullable(),
  bearer: z.enum(COUPON_BEARERS),
};

export const coupon = z.object({
  id,
  code: z.string(),
  ...terms,
  name: z.string(),
  state: z.enum(COUPON_STATES),
  /** Stays with this coupon that are not cancelled or expired, in all stores. */
  usedCount: z.number().int().nonnegative(),
  /** The sum of their discounts in won. */
  discountedAmount: money,
  createdAt: instant,
  withdrawnAt: instant.nullable(),
  version,
});
export type Coupon = z.infer<typeof coupon>;

export const listCoupons = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/coupon',
  summary: 'Coupons of the chain, latest first. A franchisee sees those that their stores accept (CP-1)',
  access: 'coupons:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('createdAt', 'code', 'name', 'endsOn'),
    storeId: id.optional(),
    state: z.enum(COUPON_STATES).optional(),
  }),
  reply: listOf(coupon),
});

export const getCoupon = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/coupon/{couponId}',
  summary: 'One coupon with its uses in numbers (CP-1)',
  access: 'coupons:read',
  reply: coupon,
});

export const createCoupon = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/coupon',
  summary:
    'Create a coupon. A code that another coupon of the chain has, also a withdrawn one, is COUPON_CODE_TAKEN (CP-1)',
  access: 'coupons:write',
  body: z.strictObject({ code: couponCode, ...terms }),
  reply: coupon,
  problems: ['COUPON_CODE_TAKEN', 'COUPON_INVALID'],
});

export const editCoupon = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/coupon/{couponId}',
  summary: 'Change a coupon for stays from now on; the code stays. Reservations keep their discount (CP-1)',
  access: 'coupons:write',
  body: z.strictObject({ ...z.object(terms).partial().shape, version }),
  reply: coupon,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'COUPON_INVALID'],
});

export const withdrawCoupon = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/coupon/{couponId}/withdraw',
  summary: 'End a coupon for good. Reservations keep their discount (CP-1)',
  access: 'coupons:write',
  body: z.strictObject({ version }),
  reply: coupon,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const couponUse = z.object({
  reservationId: id,
  reservationCode: z.string(),
  storeId: id,
  storeName: z.string(),
  startsAt: instant,
  state: z.enum(RESERVATION_STATES),
  discountAmount: money,
  /** What head office owes the store for it, once the stay is over (CP-5); `null`: nothing, or not yet. */
  compensatedAmount: money.nullable(),
});
export type CouponUse = z.infer<typeof couponUse>;

export const listCouponUses = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/coupon/{couponId}/use',
  summary: 'The stays of a coupon, latest first, with what head office owes for them (CP-5)',
  access: 'coupons:read',
  query: z.strictObject({ ...paging, sort: sortBy('startsAt', 'discountAmount') }).refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(couponUse),
});

/** Why a coupon is not accepted, as `detail` of COUPON_REFUSED (CP-3). */
export const COUPON_REFUSALS = [
  /** No such coupon, or withdrawn, or not yet or no longer valid, or not of this store. */
  'NOT_VALID',
  'PRICE_TOO_LOW',
  'USED_UP',
  /** This phone number has redeemed it as often as allowed. */
  'USED_BY_GUEST',
] as const;
export type CouponRefusal = (typeof COUPON_REFUSALS)[number];
