import { z } from 'zod';
import { id, money } from '../fields.ts';

/** `PERCENT`: a share of the price, rounded down to the won. `AMOUNT`: so much, at most the price. */
export const COUPON_KINDS = ['PERCENT', 'AMOUNT'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** Who bears the discount. Head office pays it to the store with the settlement (CP-5). */
export const COUPON_BEARERS = ['STORE', 'HEAD_OFFICE'] as const;
export type CouponBearer = (typeof COUPON_BEARERS)[number];

/** Letters, digits and hyphens; compared without case and spaces. */
export const couponCode = z
  .string()
  .max(40)
  .overwrite((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
  .regex(/^[\dA-Z][\dA-Z-]{2,18}[\dA-Z]$/, 'must have 4 to 20 letters A to Z, digits or hyphens');

/** The discount of a stay, with the terms that were agreed. */
export const reservationDiscount = z.object({
  couponId: id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(COUPON_KINDS),
  percent: z.number().int().nullable(),
  bearer: z.enum(COUPON_BEARERS),
  /** What it takes off, in won. */
  amount: money,
});
export type ReservationDiscount = z.infer<typeof reservationDiscount>;
