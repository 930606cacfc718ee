/** Coupons of a chain: codes that lower the price of a stay, their limits, and what head office owes for them (CP-1 to CP-7). */
export { claimTimers } from './claims.ts';
export { couponRoutes } from './coupons.routes.ts';
export { quoteWithExtras, readChosenExtras } from './chosen-extras.ts';
export { acceptsCoupons } from './redeemable.sql.ts';
export { redeemCoupon } from './redeem.ts';
export { staffExtras } from './staff-extras.ts';
