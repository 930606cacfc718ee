import { exportDeviceHistory, getDeviceCommand, listDeviceHistory } from '@munjigi/contract';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../db/index.ts';
import { route, routeFile, type Route } from '../../../http/index.ts';
import { exportHistory } from './export.ts';
import { getCommand, listHistory } from './history.ts';

export function deviceHistoryRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listDeviceHistory, ({ tx, actor, query }) => listHistory(tx, actor, query)),
    route(getDeviceCommand, ({ tx, params }) => getCommand(tx, params.commandId)),
    routeFile(exportDeviceHistory, ({ actor, query }) => exportHistory({ db, clock, actor }, query)),
  ];
}
