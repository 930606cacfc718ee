import {
  extendForGuest,
  getHelpDeskPage,
  giveNewCode,
  listHelpDeskCases,
  openDoorForGuest,
  openHelpDeskCase,
  resolveHelpDeskCase,
  searchHelpDesk,
} from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { extend, newCode, openDoor } from './actions.ts';
import { listCases, lookAt, resolve } from './cases.ts';
import type { HelpDeskDeps } from './deps.ts';
import { readPage } from './page.ts';
import { search } from './search.ts';

export function helpDeskRoutes(deps: HelpDeskDeps): Route[] {
  return [
    route(searchHelpDesk, ({ tx, query }) => search(tx, deps.clock, query.q)),
    route(getHelpDeskPage, ({ work, params }) => readPage(deps, work, params.reservationId)),
    route(openHelpDeskCase, ({ work, params }) => lookAt(deps, work, params.reservationId)),
    routeInSteps(openDoorForGuest, (asked) => openDoor(deps, asked)),
    route(giveNewCode, ({ work, params, body }) => newCode(deps, work, params.reservationId, body)),
    route(extendForGuest, ({ work, params, body }) => extend(work, params.reservationId, body)),
    route(resolveHelpDeskCase, ({ work, params, body }) => resolve(deps, work, params.reservationId, body)),
    route(listHelpDeskCases, ({ tx, query }) => listCases(tx, deps.clock, query)),
  ];
}
