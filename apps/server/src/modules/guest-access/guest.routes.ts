import {
  askForHelp,
  cancelAsGuest,
  getGuestAccessCode,
  getGuestCancellation,
  getGuestReservation,
  listGuestDoors,
  openDoorAsGuest,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import type { AccessDeps } from '../access-codes/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import { cancelOwnReservation, openDoorOfReservation, requestHelp } from './guest-acts.ts';
import { readCancellationOfGuest, readCodesOfGuest, readDoorsOfGuest, readGuestReservation } from './guest-page.ts';

type GuestDeps = Pick<AccessDeps, 'devices' | 'seal'> & RefundDeps & { readonly db: Database; readonly clock: Clock };

/** What a guest does with the token of their reservation. The acts open the transactions of their store themselves. */
export function guestRoutes(deps: GuestDeps): Route[] {
  return [
    route(getGuestReservation, ({ work }) => readGuestReservation(work)),
    route(getGuestAccessCode, ({ work }) => readCodesOfGuest(deps, work)),
    route(listGuestDoors, ({ work }) => readDoorsOfGuest(deps.devices, work)),
    routeInSteps(openDoorAsGuest, (request) => openDoorOfReservation(deps, request)),
    route(getGuestCancellation, ({ work }) => readCancellationOfGuest(work)),
    routeInSteps(cancelAsGuest, ({ actor, body }) => cancelOwnReservation(deps, actor, body)),
    routeInSteps(askForHelp, ({ actor }) => requestHelp(deps, actor)),
  ];
}
