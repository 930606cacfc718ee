/** Why a coupon is not accepted, for staff, who read each reason behind `NOT_VALID` (CP-7). */
export const STAFF_COUPON_REFUSALS = [
  /** No coupon with this code, or only one of stores that the person does not see. */
  'UNKNOWN',
  'WITHDRAWN',
  'NOT_YET',
  'ENDED',
  'OTHER_STORE',
  'PRICE_TOO_LOW',
  'USED_UP',
  'USED_BY_GUEST',
] as const;
export type StaffCouponRefusal = (typeof STAFF_COUPON_REFUSALS)[number];
