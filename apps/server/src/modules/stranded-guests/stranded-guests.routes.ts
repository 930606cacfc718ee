import { listStrandedGuests, settleStrandedGuests } from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { findStrandedGuests } from './find-stranded-guests.ts';
import { settleEachGuest, type SettleDeps } from './settle-stranded-guests.ts';

export function strandedGuestRoutes(deps: SettleDeps): Route[] {
  return [
    route(listStrandedGuests, ({ tx, work, query }) => findStrandedGuests(tx, work.clock.now(), query.storeId)),
    routeInSteps(settleStrandedGuests, ({ actor, body }) => settleEachGuest(deps, actor, body)),
  ];
}
