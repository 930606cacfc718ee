import type { Door } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import { changeOf } from '../stores/index.ts';
import { NOTHING_LEFT_OF_LOCK, partFromLock, takeAtRest } from './at-rest.ts';
import { readAgain, shownTo, type DoorDeps } from './doors.ts';
import { shapedDoor } from './doors.sql.ts';
import { tellDoorChanged } from './telling.ts';

/**
 * Takes a door out. It is never deleted: history, alarms and emergencies name it. The codes that its lock keeps are withdrawn by who
 * looks after them (the database marks those reservations, 0017), and its lock can become a door again.
 */
export async function remove(deps: DoorDeps, tx: Tx, actor: Person, doorId: string, version: number): Promise<Door> {
  const { devices, clock } = deps;
  const door = await takeAtRest(deps, tx, actor, doorId, version);
  await partFromLock(deps, tx, door);
  await tx
    .updateTable('doors')
    .set({ ...NOTHING_LEFT_OF_LOCK, removed_at: clock.now(), version: version + 1 })
    .where('store_id', '=', door.store_id)
    .where('id', '=', doorId)
    .execute();
  const removed = await readAgain(tx, doorId);
  await tellDoorChanged(tx, devices, removed);
  const detail = { name: door.name, roomId: door.room_id, driver: door.driver, settings: door.settings };
  await record(tx, changeOf(actor, clock, { storeId: door.store_id, action: 'door.removed', subject: { kind: 'door', id: doorId }, detail }));
  return shapedDoor(removed, await shownTo(tx, devices, actor));
}
