import { reachOf, type approveLock, type BodyOf, type Door, type editDoor } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../db/index.ts';
import { invalidInput, notFound, staleProblem, type Person, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { reviewAlarms } from '../alarms/index.ts';
import {
  bindDiscovered,
  insertLink,
  bindManually,
  type Devices,
  type ManualBound,
  type LinkTarget,
} from '../devices/index.ts';
import { findDoor, selectDoorForUpdate, toDoor, type DoorRow, type DoorVisibility } from './doors.sql.ts';
import { publishDoorChanged } from './publish-door.ts';

export interface DoorDeps {
  readonly devices: Devices;
  readonly clock: Clock;
}

export async function readDoorVisibility(tx: Tx, devices: Devices, actor: Person): Promise<DoorVisibility> {
  return {
    isListening: await devices.isListeningSomewhere(tx),
    withSettings: reachOf(actor.roles, 'doors:configure') !== null,
  };
}

/** Edits the settings of a door. Throws `STALE` for an old version (AP-4). */
export async function updateDoor(
  { devices }: DoorDeps,
  work: UnitOfWork,
  doorId: string,
  body: BodyOf<typeof editDoor>,
): Promise<Door> {
  const { tx, clock, actor } = work;
  // Locks the link too, like a command does, because the alarms are reviewed below.
  const lockedDoor = await selectDoorForUpdate(tx, doorId);
  if (!lockedDoor) throw notFound();
  const before = await readDoorRow(tx, doorId);
  if (body.roomId) await refuseForeignRoom(tx, before.store_id, body.roomId);
  const changed = await tx
    .updateTable('doors')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.roomId === undefined ? {} : { room_id: body.roomId }),
      ...(body.openSeconds === undefined ? {} : { open_seconds: body.openSeconds }),
      ...(body.accessBeforeMinutes === undefined ? {} : { access_before_minutes: body.accessBeforeMinutes }),
      ...(body.accessAfterMinutes === undefined ? {} : { access_after_minutes: body.accessAfterMinutes }),
      ...(body.spareCodes === undefined ? {} : { spare_codes: body.spareCodes }),
      ...(body.alarms === undefined
        ? {}
        : {
            left_open_seconds: body.alarms.leftOpenSeconds,
            rings_when_forced: body.alarms.forced,
            offline_seconds: body.alarms.offlineSeconds,
            battery_percent: body.alarms.batteryPercent,
            rings_when_jammed: body.alarms.jammed,
          }),
    }))
    .where('store_id', '=', before.store_id)
    .where('id', '=', doorId)
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst();
  const after = await readDoorRow(tx, doorId);
  const shown = await readDoorVisibility(tx, devices, actor);
  if (!changed) throw staleProblem(toDoor(after, shown));
  await publishDoorChanged(tx, devices, after);
  await reviewAlarms(tx, clock.now(), lockedDoor.link);
  await recordDoorChange(work, after, 'door.changed', { before: settingsOf(before), after: settingsOf(after) });
  return toDoor(after, shown);
}

/** The editable settings of a door for the audit log. */
function settingsOf(door: DoorRow) {
  const { name, roomId, openSeconds, accessBeforeMinutes, accessAfterMinutes, alarms, spareCodes } = toDoor(door, {
    isListening: true,
    withSettings: false,
  });
  return { name, roomId, openSeconds, accessBeforeMinutes, accessAfterMinutes, alarms, spareCodes };
}

async function refuseForeignRoom(tx: Tx, storeId: string, roomId: string): Promise<void> {
  const room = await tx
    .selectFrom('rooms')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', roomId)
    .executeTakeFirst();
  if (!room)
    throw invalidInput([
      { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the lock' },
    ]);
}

/** Creates a door from a lock that was discovered or bound manually (DR-4). */
export async function bindFoundLock(
  deps: DoorDeps & { readonly db: Database },
  actor: Person,
  body: BodyOf<typeof approveLock>,
): Promise<Door> {
  const { devices, clock, db } = deps;
  const manual = body.manualBinding ?? body.told;
  const path = body.told ? 'told.binding' : 'manualBinding.binding';
  const manualLock = manual
    ? { storeId: manual.storeId, bound: await readManualLock(deps, actor, manual, path) }
    : null;
  return db.withActor(actor, async (tx) => {
    const doorId = uuidv7();
    const link = await bindLock(tx, actor, { kind: 'DOOR', id: doorId }, manualLock ?? body.discoveredLockId ?? '');
    if (body.roomId !== null) await refuseForeignRoom(tx, link.storeId, body.roomId);
    await tx
      .insertInto('doors')
      .values({
        product_id: actor.productId,
        store_id: link.storeId,
        id: doorId,
        room_id: body.roomId,
        name: body.name,
        link_id: link.linkId,
        created_at: clock.now(),
      })
      .execute();
    const door = await readDoorRow(tx, doorId);
    await publishDoorChanged(tx, devices, door);
    const source = manualLock
      ? { manualBinding: manualLock.bound.settings }
      : { discoveredLockId: body.discoveredLockId };
    await recordDoorChange({ tx, clock, actor }, door, 'door.approved', {
      ...source,
      name: body.name,
      roomId: body.roomId,
    });
    return toDoor(door, await readDoorVisibility(tx, devices, actor));
  });
}

/** Checks the topics against the prefixes of all stores, which the person's transaction cannot see. */
async function readManualLock(
  { db }: { readonly db: Database },
  actor: Person,
  { storeId, binding }: NonNullable<BodyOf<typeof approveLock>['manualBinding']>,
  path: string,
): Promise<ManualBound> {
  const store = await db.withActor(actor, (tx) =>
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
  );
  if (!store) throw notFound();
  return bindManually(db, { storeId, kind: 'LOCK', binding, path });
}

async function bindLock(
  tx: Tx,
  actor: Person,
  target: LinkTarget,
  lock: { storeId: string; bound: ManualBound } | string,
): Promise<{ linkId: string; storeId: string }> {
  if (typeof lock === 'string') return bindDiscovered(tx, lock, target, 'discoveredLockId');
  return {
    storeId: lock.storeId,
    linkId: await insertLink(tx, { productId: actor.productId, storeId: lock.storeId, target }, lock.bound),
  };
}

export async function readDoorRow(tx: Tx, doorId: string): Promise<DoorRow> {
  const door = await findDoor(tx, doorId);
  if (!door) throw notFound();
  return door;
}

function recordDoorChange(
  work: UnitOfWork,
  door: DoorRow,
  action: AuditRecord['action'],
  detail: AuditRecord['detail'],
): Promise<void> {
  return recordChange(work, {
    storeId: door.store_id,
    action,
    subject: { kind: 'door', id: door.id },
    detail,
  });
}
