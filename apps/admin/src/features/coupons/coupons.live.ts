import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

const QUERIES = ['coupons', 'coupon', 'coupon-uses', 'coupon-claims'];

/** A use changes the numbers of its coupon, so the lists are read again as well. */
export const couponLive: LiveHandlers = {
  queries: QUERIES,
  'coupons.changed': ({ couponId }, target) => {
    rereadNamed(target, 'coupons');
    rereadNamed(target, 'coupon-claims');
    for (const name of ['coupon', 'coupon-uses']) rereadNamed(target, name, couponId);
  },
};
