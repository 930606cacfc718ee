import {
  createPassOffer,
  getPass,
  getPassesOfReservation,
  listPasses,
  listPassOffers,
  payWithPass,
  sellPass,
  withdrawPassOffer,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { addOffer, findPassOffers, withdrawOffer } from './pass-offers.ts';
import { findPassesOfStay, usePassOfGuest } from './pass-use.ts';
import { listSoldPasses, readPass, sellToGuest } from './sold-passes.ts';

/** What staff do with passes. The endpoints of guests are among those of the guest's token. */
export function passRoutes(): Route[] {
  return [
    route(listPassOffers, ({ tx, query }) => findPassOffers(tx, query)),
    route(createPassOffer, ({ work, body }) => addOffer(work, body)),
    route(withdrawPassOffer, ({ work, params }) => withdrawOffer(work, params.offerId)),
    route(listPasses, ({ tx, work, query }) => listSoldPasses(tx, work.clock.now(), query)),
    route(getPass, ({ tx, work, params }) => readPass(tx, work.clock.now(), params.passId)),
    route(sellPass, ({ work, body }) => sellToGuest(work, body)),
    route(getPassesOfReservation, ({ work, params }) => findPassesOfStay(work, params.reservationId)),
    route(payWithPass, ({ work, params, body }) => usePassOfGuest(work, params.reservationId, body)),
  ];
}
