import { askForDocumentCheck, finishOwnAgeCheck, getOwnAgeCheck, startOwnAgeCheck } from '@munjigi/contract';
import { routeInSteps, type Route } from '../../../http/index.ts';
import type { IdentityDeps } from '../../identity-checks/index.ts';
import { askForDocument, finishOwnCheck, readOwnCheck, startOwnCheck } from './own-age-check.ts';

/** The checks of guests with a link. The acts open the transactions of their store themselves. */
export function guestAgeRoutes(deps: IdentityDeps): Route[] {
  return [
    routeInSteps(getOwnAgeCheck, ({ actor }) => readOwnCheck(deps, actor)),
    routeInSteps(startOwnAgeCheck, ({ actor, body }) => startOwnCheck(deps, actor, body.basis)),
    routeInSteps(finishOwnAgeCheck, ({ actor, params }) => finishOwnCheck(deps, actor, params.checkId)),
    routeInSteps(askForDocumentCheck, ({ actor }) => askForDocument(deps, actor)),
  ];
}
