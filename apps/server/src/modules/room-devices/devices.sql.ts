import type { Device, listDevices, QueryOf } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { orderOf, prepareStatement, statement, type Tables, type Tx } from '../../db/index.ts';
import { ODD_MEMBERS_COLUMN, toOddMembers, type LinkRow, type OddMemberRow } from '../devices/index.ts';

type LinkColumns = Pick<
  Selectable<Tables['device_links']>,
  'driver' | 'settings' | 'state' | 'state_source' | 'online' | 'battery' | 'last_seen_at'
>;
export type DeviceRow = Selectable<Tables['devices']> & LinkColumns & { odd_members: readonly OddMemberRow[] };

export interface DeviceVisibility {
  /** A process listens to the devices, so their last reported states still hold (DR-3). */
  readonly isListening: boolean;
  /** Includes the settings of the driver, for callers who can configure devices. */
  readonly withSettings: boolean;
}

const COLUMNS = `v.*, l.driver, l.settings, l.state, l.state_source, l.online, l.battery, l.last_seen_at,
  ${ODD_MEMBERS_COLUMN}`;
const FROM = sql`
  select ${sql.raw(COLUMNS)} from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id`;

/** Devices that are not removed, by default in the order of store, room and name. */
export async function findDevices(
  tx: Tx,
  shown: DeviceVisibility,
  { storeId, roomId, page, limit, sort }: QueryOf<typeof listDevices>,
): Promise<Device[]> {
  const { rows } = await sql<DeviceRow>`
    ${FROM} where v.removed_at is null ${only('store_id', storeId)} ${only('room_id', roomId)}
    order by ${orderOf(sort, { name: 'v.name', kind: 'v.kind' }, 'v.id', sql`v.store_id, v.room_id, v.name, v.id`)}
      limit ${limit} offset ${page * limit}`.execute(tx);
  return rows.map((row) => toDevice(row, shown));
}

export async function countDevices(tx: Tx, { storeId, roomId }: QueryOf<typeof listDevices>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from devices v where v.removed_at is null ${only('store_id', storeId)}
      ${only('room_id', roomId)}`.execute(tx);
  return rows[0]?.total ?? 0;
}

function only(column: 'store_id' | 'room_id', value: string | undefined): RawBuilder<unknown> {
  return value === undefined ? sql`` : sql`and v.${sql.ref(column)} = ${value}`;
}

/** Finds a device, also a removed one: the event of the removal needs it. */
export async function findDevice(tx: Tx, deviceId: string): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`${FROM} where v.id = ${deviceId}`.execute(tx);
  return rows[0] ?? null;
}

const DEVICES_OF_LINKS = prepareStatement<DeviceRow>(`
    select ${COLUMNS}
    from unnest($1::uuid[], $2::uuid[]) as these (store_id, id)
      join device_links l on l.store_id = these.store_id and l.id = these.id
      join devices v on v.store_id = l.store_id and v.id = l.target_id and v.link_id = l.id`);

/** The devices of these links. Links without a device are left out. */
export async function findDevicesOfLinks(
  tx: Tx,
  links: readonly { readonly store_id: string; readonly id: string }[],
): Promise<DeviceRow[]> {
  return DEVICES_OF_LINKS.read(
    tx,
    links.map((link) => link.store_id),
    links.map((link) => link.id),
  );
}

export interface LockedDevice {
  readonly link: LinkRow;
  readonly device: Pick<DeviceRow, 'kind' | 'traits'>;
}

/** Selects a device with its link and locks the link for update, as every command to a device does. */
export async function selectDeviceForUpdate(tx: Tx, deviceId: string): Promise<LockedDevice | null> {
  const { rows } = await tx.executeQuery(statement<LinkRow & LockedDevice['device']>`
    select l.*, v.name as target_name, v.room_id as target_room_id, v.kind, v.traits
    from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id
    where v.id = ${deviceId} and v.removed_at is null for update of l`);
  const row = rows[0];
  return row ? { link: row, device: { kind: row.kind, traits: row.traits } } : null;
}

/**
 * Selects all devices of a room with their links and locks the links in the order of their ids, so that two
 * transactions cannot deadlock.
 */
export async function selectDevicesOfRoomForUpdate(
  tx: Tx,
  { storeId, roomId }: { readonly storeId: string; readonly roomId: string },
): Promise<LockedDevice[]> {
  const { rows } = await tx.executeQuery(statement<LinkRow & LockedDevice['device']>`
    select l.*, v.name as target_name, v.room_id as target_room_id, v.kind, v.traits
    from devices v join device_links l on l.store_id = v.store_id and l.id = v.link_id
    where v.store_id = ${storeId} and v.room_id = ${roomId} and v.removed_at is null order by l.id for update of l`);
  return rows.map((row) => ({ link: row, device: { kind: row.kind, traits: row.traits } }));
}

export function toDevice(row: DeviceRow, { isListening, withSettings }: DeviceVisibility): Device {
  return {
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    name: row.name,
    kind: row.kind,
    traits: row.traits,
    driver: row.driver,
    driverSettings: withSettings ? row.settings : null,
    state: row.state,
    stateSource: row.state_source,
    online: !isListening ? 'BROKER_LOST' : row.online === 'OFFLINE' ? 'DEVICE_OFFLINE' : row.online,
    battery: row.battery,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    oddMembers: toOddMembers(row.odd_members),
    removedAt: row.removed_at?.toISOString() ?? null,
    version: row.version,
  };
}
