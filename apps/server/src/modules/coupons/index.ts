/** Coupons of a chain: codes that lower the price of a stay, their limits, and what head office owes for them (CP-1 to CP-6). */
export { claimTimers } from './claims.ts';
export { couponRoutes } from './coupons.routes.ts';
export { acceptsCoupons, findRedeemable } from './redeemable.sql.ts';
export { redeemCoupon } from './redeem.ts';
