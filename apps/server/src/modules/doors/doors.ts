import { reachOf, type approveLock, type BodyOf, type Door, type editDoor } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem, stale, type Person } from '../../http/index.ts';
import { record, type AuditEntry } from '../audit/index.ts';
import { bindDiscovered, type Devices } from '../devices/index.ts';
import { findDoor, shapedDoor, type DoorRow, type Shown } from './doors.sql.ts';
import { tellDoorChanged } from './watching.ts';

export interface DoorDeps {
  readonly devices: Devices;
  readonly clock: Clock;
}

export async function shownTo(tx: Tx, devices: Devices, actor: Person): Promise<Shown> {
  return { isListening: await devices.isListeningSomewhere(tx), withSettings: reachOf(actor.roles, 'doors:configure') !== null };
}

/** Changes what a person may change of a door; refuses an edit of another version than the present one (AP-4). */
export async function edit({ devices, clock }: DoorDeps, tx: Tx, actor: Person, doorId: string, body: BodyOf<typeof editDoor>): Promise<Door> {
  const before = await findDoor(tx, doorId);
  if (!before) throw notFound();
  const changed = await tx
    .updateTable('doors')
    .set((it) => ({
      version: it('version', '+', 1),
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.openSeconds === undefined ? {} : { open_seconds: body.openSeconds }),
    }))
    .where('store_id', '=', before.store_id)
    .where('id', '=', doorId)
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst();
  const after = await readAgain(tx, doorId);
  const shown = await shownTo(tx, devices, actor);
  if (!changed) throw stale(shapedDoor(after, shown));
  await tellDoorChanged(tx, devices, after);
  await record(tx, entry(actor, clock, 'door.changed', after, {
    before: { name: before.name, openSeconds: before.open_seconds },
    after: { name: after.name, openSeconds: after.open_seconds },
  }));
  return shapedDoor(after, shown);
}

/** Makes a discovered lock a door of its store (DR-4). */
export async function approve({ devices, clock }: DoorDeps, tx: Tx, actor: Person, body: BodyOf<typeof approveLock>): Promise<Door> {
  const doorId = uuidv7();
  const binding = await bindDiscovered(tx, body.discoveredLockId, { kind: 'DOOR', id: doorId });
  switch (binding.kind) {
    case 'unknown':
      throw notFound();
    case 'taken':
      throw new Problem('DEVICE_ALREADY_BOUND');
    case 'obstacle':
      throw invalidInput([{ path: 'discoveredLockId', code: 'cannot_be_followed', message: `The lock announces what we cannot follow: ${binding.obstacle}` }]);
    case 'bound':
  }
  if (body.roomId !== null) {
    const room = await tx.selectFrom('rooms').select('id').where('store_id', '=', binding.storeId).where('id', '=', body.roomId).executeTakeFirst();
    if (!room) throw invalidInput([{ path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the lock' }]);
  }
  await tx
    .insertInto('doors')
    .values({
      product_id: actor.productId,
      store_id: binding.storeId,
      id: doorId,
      room_id: body.roomId,
      name: body.name,
      link_id: binding.linkId,
      created_at: clock.now(),
    })
    .execute();
  const door = await readAgain(tx, doorId);
  await tellDoorChanged(tx, devices, door);
  await record(tx, entry(actor, clock, 'door.approved', door, { discoveredLockId: body.discoveredLockId, name: body.name, roomId: body.roomId }));
  return shapedDoor(door, await shownTo(tx, devices, actor));
}

async function readAgain(tx: Tx, doorId: string): Promise<DoorRow> {
  const door = await findDoor(tx, doorId);
  if (!door) throw notFound();
  return door;
}

function entry(actor: Person, clock: Clock, action: string, door: DoorRow, detail: AuditEntry['detail']): AuditEntry {
  return {
    productId: actor.productId,
    storeId: door.store_id,
    at: clock.now(),
    actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
    action,
    subject: { kind: 'door', id: door.id },
    detail,
  };
}
