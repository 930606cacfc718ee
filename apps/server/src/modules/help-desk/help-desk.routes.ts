import {
  answerGuest,
  extendForGuest,
  getHelpDeskPage,
  giveNewCode,
  listHelpDeskCases,
  listRaisedCases,
  openDoorForGuest,
  openHelpDeskCase,
  readHelpPhoto,
  resolveHelpDeskCase,
  searchHelpDesk,
} from '@munjigi/contract';
import { route, routeFile, routeInSteps, type Route } from '../../http/index.ts';
import { extendStay, newCode, openDoorForCase } from './actions.ts';
import { writeAnswer } from './answers.ts';
import { listCases, listRaised, openCase, resolveCases } from './cases.ts';
import type { HelpDeskDeps } from './deps.ts';
import { composeHelpDeskPage } from './page.ts';
import { readGuestPhotoForDesk } from './photos.ts';
import { searchGuests } from './search.ts';

export function helpDeskRoutes(deps: HelpDeskDeps): Route[] {
  return [
    route(searchHelpDesk, ({ tx, work, query }) => searchGuests(tx, work.clock, query.q)),
    route(getHelpDeskPage, ({ work, params }) => composeHelpDeskPage(deps, work, params.reservationId)),
    route(openHelpDeskCase, ({ work, params }) => openCase(deps, work, params.reservationId)),
    routeInSteps(openDoorForGuest, (request) => openDoorForCase(deps, request)),
    route(giveNewCode, ({ work, params, body }) => newCode(deps, work, params.reservationId, body)),
    route(extendForGuest, ({ work, params, body }) => extendStay(work, params.reservationId, body)),
    route(resolveHelpDeskCase, ({ work, params, body }) => resolveCases(deps, work, params.reservationId, body)),
    route(answerGuest, ({ work, params, body }) => writeAnswer(work, params.reservationId, body)),
    routeFile(readHelpPhoto, ({ actor, params }) =>
      deps.db.withActor(actor, (tx) => readGuestPhotoForDesk(tx, params)),
    ),
    route(listRaisedCases, ({ tx }) => listRaised(tx)),
    route(listHelpDeskCases, ({ tx, work, query }) => listCases(tx, work.clock, query)),
  ];
}
