/** What a pass counts: minutes of stays, or credit in won. */
export const PASS_UNITS = ['MINUTES', 'WON'] as const;
export type PassUnit = (typeof PASS_UNITS)[number];

/**
 * `GIFT`: sold with a code that no guest has used yet. `USED_UP`: nothing is left. `EXPIRED`: what is left is not used any
 * more and can be refunded. `RETURNED`: the payment that bought it was refunded or reversed.
 */
export const PASS_STATES = ['GIFT', 'ACTIVE', 'USED_UP', 'EXPIRED', 'RETURNED'] as const;
export type PassState = (typeof PASS_STATES)[number];

/**
 * Why a pass does not pay for a stay. `COSTS_MORE`: its minutes cost more than the stay does now. `PARTLY_PAID`: minutes
 * pay for a whole stay without a coupon only. `NOTHING_DUE`: nothing that the pass covers is unpaid.
 */
export const PASS_REFUSALS = [
  'GIFT',
  'RETURNED',
  'EXPIRED',
  'OTHER_ROOM',
  'NOTHING_DUE',
  'PARTLY_PAID',
  'TOO_LITTLE_LEFT',
  'COSTS_MORE',
] as const;
export type PassRefusal = (typeof PASS_REFUSALS)[number];
