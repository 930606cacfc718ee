import { listReadiness, listReadinessChecks } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { listChecks } from './readiness-checks.ts';
import { readReadiness } from './readiness.ts';

export function readinessRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(listReadiness, ({ tx, query }) => readReadiness(tx, clock, query)),
    route(listReadinessChecks, ({ tx, params }) => listChecks(tx, params.reservationId)),
  ];
}
