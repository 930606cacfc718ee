import type { Tx } from '../../db/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { endAlarms } from '../alarms/index.ts';
import { releaseLink } from '../devices/index.ts';
import { readDoorRow, readDoorVisibility, type DoorDeps } from './doors.ts';
import { findDoor, selectDoorForUpdate, toDoor, blockDoorsOfStore, type DoorRow } from './doors.sql.ts';
import { publishEmergencyProgress } from './emergency-commands.ts';

/**
 * Locks the row of a door that is removed or gets another lock, with its link. Throws `STALE` for an old version
 * (AP-4), and `DOOR_HELD_OPEN` or `EMERGENCY_IN_FORCE` unless the door's mode is `NORMAL`.
 */
export async function selectDoorAtRestForUpdate(
  deps: DoorDeps,
  { tx, actor }: UnitOfWork,
  doorId: string,
  version: number,
): Promise<DoorRow> {
  const before = await findDoor(tx, doorId);
  if (!before) throw notFound();
  await blockDoorsOfStore(tx, before.store_id);
  const lockedDoor = await selectDoorForUpdate(tx, doorId);
  if (!lockedDoor) throw notFound();
  const door = await readDoorRow(tx, doorId);
  if (door.version !== version) throw staleProblem(toDoor(door, await readDoorVisibility(tx, deps.devices, actor)));
  if (lockedDoor.doorMode !== 'NORMAL')
    throw new Problem(lockedDoor.emergencyId === null ? 'DOOR_HELD_OPEN' : 'EMERGENCY_IN_FORCE');
  return door;
}

/** Resets the columns that depend on the lock's commands and reports. */
export const NOTHING_LEFT_OF_LOCK = {
  held_until: null,
  held_for_reservation_id: null,
  held_by_command_id: null,
  relock_attempts: 0,
  due_at: null,
  emergency_id: null,
} as const;

/**
 * Separates a door from its lock: releases the link, ends the door's alarms, and removes the door from an emergency
 * that still has to lock it. Unfinished commands to the lock end at their deadline.
 */
export async function detachLock({ devices, clock }: DoorDeps, tx: Tx, door: DoorRow): Promise<void> {
  const now = clock.now();
  const { product_id: productId, store_id: storeId, id: doorId } = door;
  await releaseLink(tx, { storeId, linkId: door.link_id, now });
  await endAlarms(tx, now, { productId, storeId, doorId, name: door.name, roomId: door.room_id });
  if (door.emergency_id === null) return;
  await tx
    .updateTable('emergency_doors')
    .set({ action: null, command_id: null })
    .where('store_id', '=', storeId)
    .where('emergency_id', '=', door.emergency_id)
    .where('door_id', '=', doorId)
    .execute();
  await publishEmergencyProgress(tx, devices, { productId, storeId, emergencyId: door.emergency_id });
}
