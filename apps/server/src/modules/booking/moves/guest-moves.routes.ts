import { getGuestMove, listGuestMoveTimes, moveAsGuest, quoteGuestMove, returnMoveAsGuest } from '@munjigi/contract';
import { routeInSteps, type Route } from '../../../http/index.ts';
import { listTimesOfMove, quoteOwnMove } from './guest-move-times.ts';
import { moveOwnStay, readGuestMove, returnOwnMove, type GuestMoveDeps } from './guest-moves.ts';

/** Moves by guests. The acts open the transactions of their store themselves. */
export function guestMoveRoutes(deps: GuestMoveDeps): Route[] {
  return [
    routeInSteps(getGuestMove, ({ actor }) => readGuestMove(deps, actor)),
    routeInSteps(listGuestMoveTimes, ({ actor, query }) => listTimesOfMove(deps, actor, query)),
    routeInSteps(quoteGuestMove, ({ actor, body }) => quoteOwnMove(deps, actor, body)),
    routeInSteps(moveAsGuest, ({ actor, body }) => moveOwnStay(deps, actor, body)),
    routeInSteps(returnMoveAsGuest, ({ actor }) => returnOwnMove(deps, actor)),
  ];
}
