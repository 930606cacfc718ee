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
    route(getHelpDeskPage, ({ tx, actor, params }) => readPage(deps, tx, actor, params.reservationId)),
    route(openHelpDeskCase, ({ tx, actor, params }) => lookAt(deps, tx, actor, params.reservationId)),
    routeInSteps(openDoorForGuest, (asked) => openDoor(deps, asked)),
    route(giveNewCode, ({ tx, actor, params, body }) => newCode(deps, tx, actor, params.reservationId, body)),
    route(extendForGuest, ({ tx, actor, params, body }) => extend(deps, tx, actor, params.reservationId, body)),
    route(resolveHelpDeskCase, ({ tx, actor, params, body }) => resolve(deps, tx, actor, params.reservationId, body)),
    route(listHelpDeskCases, ({ tx, query }) => listCases(tx, deps.clock, query)),
  ];
}
