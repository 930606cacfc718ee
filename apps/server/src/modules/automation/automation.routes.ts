import { listExtensionOffers, listOverruns, listReadiness, listReadinessChecks } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { listOffers } from './extension-offers.ts';
import { findOverruns } from './overruns.ts';
import { listChecks } from './readiness-checks.ts';
import { readReadiness } from './readiness.ts';

export function automationRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(listReadiness, ({ tx, query }) => readReadiness(tx, clock, query)),
    route(listReadinessChecks, ({ tx, params }) => listChecks(tx, params.reservationId)),
    route(listExtensionOffers, ({ tx, query }) => listOffers(tx, query)),
    route(listOverruns, ({ tx, query }) => findOverruns(tx, query)),
  ];
}
