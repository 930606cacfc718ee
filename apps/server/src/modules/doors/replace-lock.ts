import type { BodyOf, Door, replaceDoorDevice } from '@munjigi/contract';
import type { Database, Tx } from '../../db/index.ts';
import { invalidInput, notFound, type Person } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { bindDiscovered, insertLink, bindManually, type ManualBound } from '../devices/index.ts';
import { NOTHING_LEFT_OF_LOCK, detachLock, selectDoorAtRestForUpdate } from './door-at-rest.ts';
import { readDoorRow, readDoorVisibility, type DoorDeps } from './doors.ts';
import { findDoor, toDoor, type DoorRow } from './doors.sql.ts';
import { publishDoorChanged } from './publish-door.ts';

/**
 * Replaces the lock of a door. The door keeps its settings and its history. It gets a new link, so that reports of the
 * old lock do not count for the new one. The database schedules the code reviews (0017): they write valid codes to the
 * new lock and delete them from the old one.
 */
export async function replaceLock(
  deps: DoorDeps & { readonly db: Database },
  actor: Person,
  doorId: string,
  { version, source }: BodyOf<typeof replaceDoorDevice>,
): Promise<Door> {
  const { db, devices, clock } = deps;
  // Checks the topics against the prefixes of all stores, which the person's transaction cannot see.
  const manualLock =
    'binding' in source
      ? await bindManually(db, {
          storeId: await storeOfDoor(db, actor, doorId),
          kind: 'LOCK',
          binding: source.binding,
          path: 'source.binding',
        })
      : null;
  return db.withActor(actor, async (tx) => {
    const before = await selectDoorAtRestForUpdate(deps, { tx, clock: deps.clock, actor }, doorId, version);
    await detachLock(deps, tx, before);
    const linkId =
      'discoveredLockId' in source
        ? await bindAnnounced(tx, before, source.discoveredLockId)
        : await bindManualDevice(tx, before, manualLock);
    await tx
      .updateTable('doors')
      .set({ ...NOTHING_LEFT_OF_LOCK, link_id: linkId, tested_at: null, round_trip_ms: null, version: version + 1 })
      .where('store_id', '=', before.store_id)
      .where('id', '=', doorId)
      .execute();
    const after = await readDoorRow(tx, doorId);
    await publishDoorChanged(tx, devices, after);
    const detail = {
      before: { driver: before.driver, settings: before.settings },
      after: { driver: after.driver, settings: after.settings },
    };
    await recordChange(
      { tx, clock, actor },
      {
        storeId: before.store_id,
        action: 'door.lock-replaced',
        subject: { kind: 'door', id: doorId },
        detail,
      },
    );
    return toDoor(after, await readDoorVisibility(tx, devices, actor));
  });
}

async function storeOfDoor(db: Database, actor: Person, doorId: string): Promise<string> {
  const door = await db.withActor(actor, (tx) => findDoor(tx, doorId));
  if (!door) throw notFound();
  return door.store_id;
}

async function bindAnnounced(tx: Tx, door: DoorRow, discoveredLockId: string): Promise<string> {
  const bound = await bindDiscovered(tx, discoveredLockId, { kind: 'DOOR', id: door.id }, 'source.discoveredLockId');
  if (bound.storeId !== door.store_id)
    throw invalidInput([
      { path: 'source.discoveredLockId', code: 'other_store', message: 'The lock is in another store than the door' },
    ]);
  return bound.linkId;
}

async function bindManualDevice(tx: Tx, door: DoorRow, manualLock: ManualBound | null): Promise<string> {
  if (!manualLock) throw notFound();
  return insertLink(
    tx,
    { productId: door.product_id, storeId: door.store_id, target: { kind: 'DOOR', id: door.id } },
    manualLock,
  );
}
