import { endEmergency, listEmergencies, previewLockdown, retryEmergency, startEmergency } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { finishEmergency, repeatEmergency } from './emergencies.ts';
import { startEmergencyAlone } from './emergency-approval.ts';
import { findEmergencies, readLockdownPreview } from './emergencies.sql.ts';
import type { HoldDeps } from './holding.ts';

export function emergencyRoutes(deps: HoldDeps): Route[] {
  return [
    route(listEmergencies, async ({ tx, work, query }) =>
      findEmergencies(tx, await deps.devices.isListeningSomewhere(tx), work.clock.now(), query),
    ),
    route(previewLockdown, async ({ tx, query }) =>
      readLockdownPreview(tx, await deps.devices.isListeningSomewhere(tx), query.storeId),
    ),
    route(startEmergency, ({ work, body }) => startEmergencyAlone(deps, work, body)),
    route(endEmergency, ({ work, params }) => finishEmergency(deps, work, params.emergencyId)),
    route(retryEmergency, ({ work, params }) => repeatEmergency(deps, work, params.emergencyId)),
  ];
}
