import type { Door } from '@munjigi/contract';
import type { UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { NOTHING_LEFT_OF_LOCK, detachLock, selectDoorAtRestForUpdate } from './door-at-rest.ts';
import { readDoorRow, readDoorVisibility, type DoorDeps } from './doors.ts';
import { toDoor } from './doors.sql.ts';
import { publishDoorChanged } from './publish-door.ts';

/**
 * Removes a door. The row stays, because history, alarms and emergencies refer to it. The database schedules reviews
 * that withdraw the codes in its lock (0017). The lock can be used for another door.
 */
export async function deleteDoor(deps: DoorDeps, work: UnitOfWork, doorId: string, version: number): Promise<Door> {
  const { tx, clock, actor } = work;
  const { devices } = deps;
  const door = await selectDoorAtRestForUpdate(deps, work, doorId, version);
  await detachLock(deps, tx, door);
  await tx
    .updateTable('doors')
    .set({ ...NOTHING_LEFT_OF_LOCK, removed_at: clock.now(), version: version + 1 })
    .where('store_id', '=', door.store_id)
    .where('id', '=', doorId)
    .execute();
  const removed = await readDoorRow(tx, doorId);
  await publishDoorChanged(tx, devices, removed);
  const detail = { name: door.name, roomId: door.room_id, driver: door.driver, settings: door.settings };
  await recordChange(work, {
    storeId: door.store_id,
    action: 'door.removed',
    subject: { kind: 'door', id: doorId },
    detail,
  });
  return toDoor(removed, await readDoorVisibility(tx, devices, actor));
}
