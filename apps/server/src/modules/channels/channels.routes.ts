import {
  beginChannelPayment,
  cancelChannelReservation,
  confirmChannelPayment,
  confirmChannelReservation,
  createChannelReservation,
  extendChannelReservation,
  getChannelReservation,
  listChannelAddOns,
  listChannelRooms,
  listChannelStores,
  quoteForChannel,
  readAvailability,
  reportChannelPayment,
  revealChannelCode,
} from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import type { AccessDeps } from '../access-codes/index.ts';
import { findAddOns } from '../add-ons/index.ts';
import { cancelWithRefund } from '../cancellations/index.ts';
import { limitRefusedCoupons, quoteNewStay, reservationExtras, type MarkOfGuest } from '../coupons/index.ts';
import type { ProviderDeps } from '../payments/index.ts';
import { extendBySlots, readRoomAvailability } from '../reservations/index.ts';
import { listRoomsOf } from '../rooms/index.ts';
import { findStores } from '../stores/index.ts';
import { confirmWithMoney, reportMoney } from './channel-money.ts';
import { beginPaymentForChannel, confirmPaymentForChannel } from './channel-payments.ts';
import { changeForChannel, holdForChannel, readForChannel, revealCodeOfReservation } from './channels.ts';

interface ChannelDeps extends Pick<AccessDeps, 'seal'>, ProviderDeps {
  readonly markOf: MarkOfGuest;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

export function channelRoutes({ seal, markOf, isLimited, ...payments }: ChannelDeps): Route[] {
  const { accounts } = payments;
  // A program passes on what its guests type, so it reads about a refused coupon what guests read (CP-3).
  const extras = reservationExtras(markOf, 'GUEST');
  const countRefusedCoupons = limitRefusedCoupons({ isLimited });
  return [
    route(listChannelStores, ({ tx, query }) => findStores(tx, query)),
    route(listChannelRooms, ({ tx, work, query }) => listRoomsOf(tx, work.clock.now(), { ...query, archived: 'no' })),
    route(readAvailability, ({ tx, work, query }) => readRoomAvailability(tx, work.clock, query)),
    route(listChannelAddOns, ({ tx, query }) => findAddOns(tx, { ...query, isOffered: true })),
    route(quoteForChannel, ({ work, actor, body }) =>
      countRefusedCoupons({ callerId: actor.keyId, body }, () => quoteNewStay(work, body, { markOf, reader: 'GUEST' })),
    ),
    route(createChannelReservation, ({ work, actor, body }) =>
      countRefusedCoupons({ callerId: actor.keyId, body }, () => holdForChannel(work, body, extras)),
    ),
    route(getChannelReservation, ({ work, params }) => readForChannel(work, params.reservationId)),
    route(revealChannelCode, ({ work, params }) => revealCodeOfReservation({ seal }, work, params.reservationId)),
    route(confirmChannelReservation, ({ work, tx, actor, params: { reservationId }, body }) =>
      changeForChannel(tx, actor, reservationId, () => confirmWithMoney(work, reservationId, body)),
    ),
    route(reportChannelPayment, ({ work, tx, actor, params: { reservationId }, body }) =>
      changeForChannel(tx, actor, reservationId, () => reportMoney(work, reservationId, body)),
    ),
    route(extendChannelReservation, ({ work, tx, actor, params: { reservationId }, body }) =>
      changeForChannel(tx, actor, reservationId, () => extendBySlots(work, reservationId, body)),
    ),
    route(cancelChannelReservation, ({ work, tx, actor, params: { reservationId }, body }) =>
      changeForChannel(tx, actor, reservationId, () =>
        cancelWithRefund({ accounts }, work, reservationId, {
          ...body,
          scope: 'ONE',
          mustBeUnchanged: false,
        }),
      ),
    ),
    routeInSteps(beginChannelPayment, ({ actor, params, body }) =>
      beginPaymentForChannel(payments, actor, params.reservationId, body),
    ),
    routeInSteps(confirmChannelPayment, ({ actor, params, body }) =>
      confirmPaymentForChannel(payments, actor, params, body),
    ),
  ];
}
