import {
  approveLock,
  editDoor,
  holdDoorOpen,
  listDiscoveredLocks,
  listDoors,
  lockDoor,
  openDoor,
  removeDoor,
  replaceDoorDevice,
  testDoor,
} from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { findDiscoveredLocks } from '../devices/index.ts';
import { bindFoundLock, updateDoor, readDoorVisibility, type DoorDeps } from './doors.ts';
import { countDoors, findDoors } from './doors.sql.ts';
import { holdOpen } from './hold-open.ts';
import { DoorCache } from './door-cache.ts';
import { operateDoor } from './operate.ts';
import { replaceLock } from './replace-lock.ts';
import { deleteDoor } from './remove.ts';
import { testOpen } from './test-open.ts';

export function doorRoutes({
  events,
  ...deps
}: DoorDeps & { readonly db: Database; readonly events: EventReader }): Route[] {
  const operateDeps = { ...deps, doorCache: new DoorCache(events) };
  return [
    route(listDoors, async ({ tx, actor, query }) => ({
      total: await countDoors(tx, query.storeId),
      items: await findDoors(tx, await readDoorVisibility(tx, deps.devices, actor), query),
    })),
    routeInSteps(openDoor, (request) => operateDoor(operateDeps, 'OPEN', request), { beginsWithTransaction: true }),
    routeInSteps(lockDoor, (request) => operateDoor(operateDeps, 'LOCK', request), { beginsWithTransaction: true }),
    routeInSteps(holdDoorOpen, (request) => holdOpen(deps, request)),
    routeInSteps(testDoor, (request) => testOpen(deps, request)),
    route(editDoor, ({ work, params, body }) => updateDoor(deps, work, params.doorId, body)),
    route(removeDoor, ({ work, params, query }) => deleteDoor(deps, work, params.doorId, query.version)),
    routeInSteps(replaceDoorDevice, ({ actor, params, body }) => replaceLock(deps, actor, params.doorId, body)),
    route(listDiscoveredLocks, ({ tx, query }) => findDiscoveredLocks(tx, query)),
    routeInSteps(approveLock, ({ actor, body }) => bindFoundLock(deps, actor, body)),
  ];
}
