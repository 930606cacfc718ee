import {
  createCoupon,
  decideCouponClaim,
  editCoupon,
  getCoupon,
  listCouponClaims,
  listCoupons,
  listCouponUses,
  quoteReservation,
  withdrawCoupon,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { decideClaim } from './claims.ts';
import { findClaims } from './claims.sql.ts';
import { addCoupon, changeCoupon, endCoupon } from './coupons.ts';
import { findCoupons, findCouponUses, readCoupon } from './coupons.sql.ts';
import { quoteNewStay, type MarkOfGuest } from './reservation-extras.ts';

export function couponRoutes({ markOf }: { readonly markOf: MarkOfGuest }): Route[] {
  return [
    route(listCoupons, ({ tx, work, query }) => findCoupons(tx, work.clock.now(), query)),
    route(getCoupon, ({ tx, work, params }) => readCoupon(tx, work.clock.now(), params.couponId)),
    route(createCoupon, ({ work, body }) => addCoupon(work, body)),
    route(editCoupon, ({ work, params, body }) => changeCoupon(work, params.couponId, body)),
    route(withdrawCoupon, ({ work, params, body }) => endCoupon(work, params.couponId, body.version)),
    route(listCouponClaims, ({ tx, query }) => findClaims(tx, query)),
    route(decideCouponClaim, ({ work, params, body }) => decideClaim(work, params.reservationId, body)),
    route(listCouponUses, ({ tx, params, query }) => findCouponUses(tx, params.couponId, query)),
    route(quoteReservation, ({ work, body }) => quoteNewStay(work, body, { markOf, reader: 'STAFF' })),
  ];
}
