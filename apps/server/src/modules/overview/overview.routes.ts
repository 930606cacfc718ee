import { readOverview, readSetup } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { readOverviewPage } from './overview.ts';
import { readStoreSetups } from './setup.ts';

export function overviewRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(readOverview, ({ tx, actor, query }) => readOverviewPage(tx, clock.now(), actor, query)),
    route(readSetup, ({ tx, actor, query }) => readStoreSetups(tx, actor, query)),
  ];
}
