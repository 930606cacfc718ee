import {
  cancelChannelReservation,
  confirmChannelReservation,
  createChannelReservation,
  extendChannelReservation,
  getChannelReservation,
  listChannelRooms,
  listChannelStores,
  quoteForChannel,
  readAvailability as readAvailabilityEndpoint,
  tellChannelCode,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import type { AccessDeps } from '../access-codes/index.ts';
import { cancelWithRefund } from '../cancellations/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import { quote } from '../price-policies/index.ts';
import { confirmReservation, extendReservation, readAvailability } from '../reservations/index.ts';
import { listRoomsOf } from '../rooms/index.ts';
import { findStores } from '../stores/index.ts';
import { change, hold, read, tellCode } from './channels.ts';

export function channelRoutes({ clock, seal, accounts }: Pick<AccessDeps, 'clock' | 'seal'> & RefundDeps): Route[] {
  return [
    route(listChannelStores, ({ tx, query }) => findStores(tx, query)),
    route(listChannelRooms, ({ tx, query }) => listRoomsOf(tx, clock.now(), { ...query, archived: 'no' })),
    route(readAvailabilityEndpoint, ({ tx, query }) => readAvailability(tx, clock, query)),
    route(quoteForChannel, ({ tx, body }) => quote(tx, { ...body, isWalkIn: false })),
    route(createChannelReservation, ({ tx, actor, body }) => hold(clock, tx, actor, body)),
    route(getChannelReservation, ({ tx, actor, params }) => read(clock, tx, actor, params.reservationId)),
    route(tellChannelCode, ({ tx, actor, params }) => tellCode({ clock, seal }, tx, actor, params.reservationId)),
    route(confirmChannelReservation, ({ tx, actor, params: { reservationId }, body }) =>
      change(tx, actor, reservationId, () => confirmReservation(tx, clock, actor, reservationId, body)),
    ),
    route(extendChannelReservation, ({ tx, actor, params: { reservationId }, body }) =>
      change(tx, actor, reservationId, () => extendReservation(tx, clock, actor, reservationId, body)),
    ),
    route(cancelChannelReservation, ({ tx, actor, params: { reservationId }, body }) =>
      change(tx, actor, reservationId, () =>
        cancelWithRefund(tx, { clock, accounts }, actor, reservationId, {
          ...body,
          scope: 'ONE',
          mustBeUnchanged: false,
        }),
      ),
    ),
  ];
}
