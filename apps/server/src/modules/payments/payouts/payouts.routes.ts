import { listPayoutLines, listPayouts } from '@munjigi/contract';
import { route, type Route } from '../../../http/index.ts';
import { findPayoutLines, sumPayouts } from './payouts.sql.ts';

export function payoutRoutes(): Route[] {
  return [
    route(listPayouts, ({ tx, query }) => sumPayouts(tx, query)),
    route(listPayoutLines, ({ tx, query }) => findPayoutLines(tx, query)),
  ];
}
