import { exportPayoutLines, listPayoutLines, listPayouts } from '@munjigi/contract';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../db/index.ts';
import { route, routeFile, type Route } from '../../../http/index.ts';
import { exportPayoutsFile } from './export-payouts.ts';
import { findPayoutLines, sumPayouts } from './payouts.sql.ts';

export function payoutRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listPayouts, ({ tx, query }) => sumPayouts(tx, query)),
    route(listPayoutLines, ({ tx, query }) => findPayoutLines(tx, query)),
    routeFile(exportPayoutLines, ({ actor, query }) => exportPayoutsFile({ db, clock, actor }, query)),
  ];
}
