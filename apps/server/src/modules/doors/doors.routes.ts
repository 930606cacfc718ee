import { approveLock, editDoor, listDiscoveredLocks, listDoors, lockDoor, openDoor } from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { findDiscovered } from '../devices/index.ts';
import { approve, edit, shownTo, type DoorDeps } from './doors.ts';
import { countDoors, findDoors } from './doors.sql.ts';
import { operateDoor } from './operate.ts';

export function doorRoutes(deps: DoorDeps & { readonly db: Database }): Route[] {
  return [
    route(listDoors, async ({ tx, actor, query }) => ({
      total: await countDoors(tx, query.storeId),
      items: await findDoors(tx, await shownTo(tx, deps.devices, actor), query),
    })),
    routeInSteps(openDoor, (asked) => operateDoor(deps, 'OPEN', asked)),
    routeInSteps(lockDoor, (asked) => operateDoor(deps, 'LOCK', asked)),
    route(editDoor, ({ tx, actor, params, body }) => edit(deps, tx, actor, params.doorId, body)),
    route(listDiscoveredLocks, ({ tx, query }) => findDiscovered(tx, query)),
    route(approveLock, ({ tx, actor, body }) => approve(deps, tx, actor, body)),
  ];
}
