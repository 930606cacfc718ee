/**
 * Coupons of a chain: their terms, the limits of their uses, and what stores claim from head office for their
 * discounts (CP-1 to CP-7, decisions 083, 090 and 111).
 */
export { claimTimers } from './claims.ts';
export { couponRoutes } from './coupons.routes.ts';
export { quoteWithExtras, readChosenExtras } from './chosen-extras.ts';
export { acceptsCoupons } from './redeemable.sql.ts';
export { redeemCoupon } from './redeem.ts';
export { quoteNewStay, reservationExtras, type MarkOfGuest } from './reservation-extras.ts';
export { limitRefusedCoupons, type CouponLimiter } from './refused-coupons.ts';
