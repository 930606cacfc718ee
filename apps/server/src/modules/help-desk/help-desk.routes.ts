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
import { extendStay, newCode, openDoor } from './actions.ts';
import { listCases, lookAt, resolveCases } from './cases.ts';
import type { HelpDeskDeps } from './deps.ts';
import { readPage } from './page.ts';
import { searchGuests } from './search.ts';

export function helpDeskRoutes(deps: HelpDeskDeps): Route[] {
  return [
    route(searchHelpDesk, ({ tx, query }) => searchGuests(tx, deps.clock, query.q)),
    route(getHelpDeskPage, ({ work, params }) => readPage(deps, work, params.reservationId)),
    route(openHelpDeskCase, ({ work, params }) => lookAt(deps, work, params.reservationId)),
    routeInSteps(openDoorForGuest, (asked) => openDoor(deps, asked)),
    route(giveNewCode, ({ work, params, body }) => newCode(deps, work, params.reservationId, body)),
    route(extendForGuest, ({ work, params, body }) => extendStay(work, params.reservationId, body)),
    route(resolveHelpDeskCase, ({ work, params, body }) => resolveCases(deps, work, params.reservationId, body)),
    route(listHelpDeskCases, ({ tx, query }) => listCases(tx, deps.clock, query)),
  ];
}
