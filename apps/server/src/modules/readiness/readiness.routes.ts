import { getReservationEntry, listReadiness, listReadinessChecks } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { readReservationEntry } from './entry-facts.ts';
import { listChecks } from './readiness-checks.ts';
import { readReadiness } from './readiness.ts';

export function readinessRoutes(): Route[] {
  return [
    route(listReadiness, ({ tx, work, query }) => readReadiness(tx, work.clock, query)),
    route(listReadinessChecks, ({ tx, params }) => listChecks(tx, params.reservationId)),
    route(getReservationEntry, ({ tx, work, params }) => readReservationEntry(tx, work.clock, params.reservationId)),
  ];
}
