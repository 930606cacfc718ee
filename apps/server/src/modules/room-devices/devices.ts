import {
  reachOf,
  type addDevice,
  type BodyOf,
  type Device,
  type DeviceKind,
  type DeviceTraits,
  type editDevice,
  type ManualBinding,
} from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem, staleProblem, type Person, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import {
  bindDiscovered,
  insertLink,
  bindManually,
  releaseLink,
  type Devices,
  type ManualBound,
} from '../devices/index.ts';
import { findDevice, toDevice, type DeviceRow, type DeviceVisibility } from './devices.sql.ts';
import { publishDeviceChanged } from './device-watcher.ts';

export interface RoomDeviceDeps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
}

interface ManualDevice {
  readonly kind: DeviceKind;
  readonly bound: ManualBound;
}

async function readDevice(
  { db }: RoomDeviceDeps,
  actor: Person,
  { roomId, ...device }: { roomId: string; kind: DeviceKind; binding: ManualBinding; path: string },
): Promise<ManualDevice> {
  const storeId = await db.withActor(actor, (tx) => storeOfRoom(tx, roomId));
  return { kind: device.kind, bound: await bindManually(db, { storeId, ...device }) };
}

interface BoundLink {
  readonly linkId: string;
  readonly kind: DeviceKind;
  readonly traits: DeviceTraits;
}

export async function readDeviceVisibility(tx: Tx, devices: Devices, actor: Person): Promise<DeviceVisibility> {
  return {
    isListening: await devices.isListeningSomewhere(tx),
    withSettings: reachOf(actor.roles, 'devices:configure') !== null,
  };
}

/** Adds a device to a room (DR-4). */
export async function registerDevice(
  deps: RoomDeviceDeps,
  actor: Person,
  body: BodyOf<typeof addDevice>,
): Promise<Device> {
  const { source } = body;
  // The topics are checked against the prefixes of all stores, before the transaction, which sees only the stores of
  // the person.
  const manualDevice =
    'binding' in source
      ? await readDevice(deps, actor, {
          roomId: body.roomId,
          kind: source.kind,
          binding: source.binding,
          path: 'source.binding',
        })
      : null;
  return deps.db.withActor(actor, async (tx) => {
    const storeId = await storeOfRoom(tx, body.roomId);
    const deviceId = uuidv7();
    const link =
      'discoveredDeviceId' in source
        ? await bindAnnounced(tx, source.discoveredDeviceId, { storeId, deviceId })
        : await bindManualDevice(tx, manualDevice, { productId: actor.productId, storeId, deviceId });
    await tx
      .insertInto('devices')
      .values({
        product_id: actor.productId,
        store_id: storeId,
        id: deviceId,
        room_id: body.roomId,
        name: body.name,
        kind: link.kind,
        traits: JSON.stringify(link.traits),
        link_id: link.linkId,
        created_at: deps.clock.now(),
      })
      .execute();
    return publishChange(deps, { tx, clock: deps.clock, actor }, deviceId, {
      action: 'device.added',
      detail: { name: body.name, roomId: body.roomId, source },
    });
  });
}

async function bindAnnounced(
  tx: Tx,
  discoveredId: string,
  { storeId, deviceId }: { storeId: string; deviceId: string },
): Promise<BoundLink> {
  const binding = await bindDiscovered(tx, discoveredId, { kind: 'DEVICE', id: deviceId }, 'source.discoveredDeviceId');
  if (binding.storeId !== storeId)
    throw invalidInput([
      { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the device' },
    ]);
  return { linkId: binding.linkId, kind: binding.device.kind as DeviceKind, traits: binding.device.traits };
}

async function bindManualDevice(
  tx: Tx,
  manualDevice: ManualDevice | null,
  { productId, storeId, deviceId }: { productId: string; storeId: string; deviceId: string },
): Promise<BoundLink> {
  if (!manualDevice) throw notFound();
  const linkId = await insertLink(
    tx,
    { productId, storeId, target: { kind: 'DEVICE', id: deviceId } },
    manualDevice.bound,
  );
  return { linkId, kind: manualDevice.kind, traits: manualDevice.bound.traits };
}

/** Edits a device. Throws STALE if `version` is not the present version (AP-4). */
export async function changeDevice(
  deps: RoomDeviceDeps,
  actor: Person,
  deviceId: string,
  { version, binding, ...sent }: BodyOf<typeof editDevice>,
): Promise<Device> {
  const device = await deps.db.withActor(actor, (tx) => selectDeviceForUpdate(tx, deviceId));
  const manualDevice =
    binding === undefined
      ? null
      : await readDevice(deps, actor, {
          roomId: device.room_id,
          kind: device.kind,
          binding,
          path: 'binding',
        });
  return deps.db.withActor(actor, async (tx) => {
    const before = await selectDeviceForUpdate(tx, deviceId);
    if (before.version !== version)
      throw staleProblem(toDevice(before, await readDeviceVisibility(tx, deps.devices, actor)));
    if (sent.roomId !== undefined && (await storeOfRoom(tx, sent.roomId)) !== before.store_id) {
      throw invalidInput([
        { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the device' },
      ]);
    }
    const link = manualDevice === null ? null : await rebind({ tx, clock: deps.clock, actor }, before, manualDevice);
    await tx
      .updateTable('devices')
      .set({
        version: version + 1,
        ...(sent.name === undefined ? {} : { name: sent.name }),
        ...(sent.roomId === undefined ? {} : { room_id: sent.roomId }),
        ...(link === null ? {} : { link_id: link.linkId, traits: JSON.stringify(link.traits) }),
      })
      .where('store_id', '=', before.store_id)
      .where('id', '=', deviceId)
      .execute();
    return publishChange(deps, { tx, clock: deps.clock, actor }, deviceId, {
      action: 'device.changed',
      detail: (after) => ({
        before: { name: before.name, roomId: before.room_id, ...(link === null ? {} : { settings: before.settings }) },
        after: {
          name: after.name,
          roomId: after.roomId,
          ...(link === null ? {} : { settings: manualDevice?.bound.settings }),
        },
      }),
    });
  });
}

/** Other topics get a new link, so that reports on the old topics do not count for the new ones. */
async function rebind(
  { tx, clock, actor }: UnitOfWork,
  before: DeviceRow,
  manualDevice: ManualDevice,
): Promise<BoundLink> {
  if (before.driver === 'ha-mqtt')
    throw invalidInput([
      { path: 'binding', code: 'announced', message: 'The topics of this device are those that it announced' },
    ]);
  await releaseLink(tx, { storeId: before.store_id, linkId: before.link_id, now: clock.now() });
  return bindManualDevice(tx, manualDevice, {
    productId: actor.productId,
    storeId: before.store_id,
    deviceId: before.id,
  });
}

/** Removes a device from its room. Its unfinished commands end at their deadline. */
export async function deleteDevice(deps: RoomDeviceDeps, work: UnitOfWork, deviceId: string): Promise<Device> {
  const { tx } = work;
  const device = await selectDeviceForUpdate(tx, deviceId);
  const now = work.clock.now();
  await releaseLink(tx, { storeId: device.store_id, linkId: device.link_id, now });
  await tx
    .updateTable('devices')
    .set({ removed_at: now, version: device.version + 1 })
    .where('store_id', '=', device.store_id)
    .where('id', '=', deviceId)
    .execute();
  return publishChange(deps, work, deviceId, {
    action: 'device.removed',
    detail: { name: device.name, roomId: device.room_id },
  });
}

/** Selects a device for update. Throws NOT_FOUND if it does not exist or was removed. */
async function selectDeviceForUpdate(tx: Tx, deviceId: string): Promise<DeviceRow> {
  const existing = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const device = existing && (await findDevice(tx, deviceId));
  if (!device) throw notFound();
  return device;
}

async function storeOfRoom(tx: Tx, roomId: string): Promise<string> {
  const room = await tx
    .selectFrom('rooms')
    .select(['store_id', 'archived_at'])
    .where('id', '=', roomId)
    .executeTakeFirst();
  if (!room) throw notFound();
  if (room.archived_at !== null) throw new Problem('ROOM_ARCHIVED');
  return room.store_id;
}

interface DeviceChange {
  readonly action: AuditRecord['action'];
  /** For the audit log; a function gets the device after the change. */
  readonly detail: AuditRecord['detail'] | ((after: Device) => AuditRecord['detail']);
}

/** Publishes and audits a change, and returns the device as the person sees it now. */
async function publishChange(
  { devices }: RoomDeviceDeps,
  work: UnitOfWork,
  deviceId: string,
  { action, detail }: DeviceChange,
): Promise<Device> {
  const { tx, actor } = work;
  const row = await findDevice(tx, deviceId);
  if (!row) throw notFound();
  await publishDeviceChanged(tx, devices, row);
  const device = toDevice(row, await readDeviceVisibility(tx, devices, actor));
  await recordChange(work, {
    storeId: row.store_id,
    action,
    subject: { kind: 'device', id: deviceId },
    detail: typeof detail === 'function' ? detail(device) : detail,
  });
  return device;
}
