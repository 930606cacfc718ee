import { endEmergency, listEmergencies, retryEmergency, startEmergency } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { end, retry } from './emergencies.ts';
import { startByOne } from './emergency-by-one.ts';
import { findEmergencies } from './emergencies.sql.ts';
import type { HoldDeps } from './holding.ts';

export function emergencyRoutes(deps: HoldDeps): Route[] {
  const { devices, clock } = deps;
  return [
    route(listEmergencies, async ({ tx, query }) =>
      findEmergencies(tx, await devices.isListeningSomewhere(tx), clock.now(), query),
    ),
    route(startEmergency, ({ tx, actor, body }) => startByOne(tx, deps, actor, body)),
    route(endEmergency, ({ tx, actor, params }) => end(tx, deps, actor, params.emergencyId)),
    route(retryEmergency, ({ tx, actor, params }) => retry(tx, deps, actor, params.emergencyId)),
  ];
}
