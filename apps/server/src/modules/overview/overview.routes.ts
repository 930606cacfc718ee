import { readOverview, readSetup } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { readOverviewPage } from './overview.ts';
import { readStoreSetups } from './setup.ts';

export function overviewRoutes(): Route[] {
  return [
    route(readOverview, ({ tx, work, actor, query }) => readOverviewPage(tx, work.clock.now(), actor, query)),
    route(readSetup, ({ tx, actor, query }) => readStoreSetups(tx, actor, query)),
  ];
}
