import { listExtensionOffers, listOverruns } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { listOffers } from './extension-offers.ts';
import { findOverruns } from './overruns.ts';

export function automationRoutes(): Route[] {
  return [
    route(listExtensionOffers, ({ tx, query }) => listOffers(tx, query)),
    route(listOverruns, ({ tx, query }) => findOverruns(tx, query)),
  ];
}
