import type { Door } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../db/index.ts';
import type { LinkRow } from '../devices/index.ts';

type LinkColumns = Pick<
  Selectable<Tables['device_links']>,
  'driver' | 'settings' | 'lock_state' | 'lock_state_source' | 'is_moving' | 'leaf_state' | 'online' | 'battery' | 'last_seen_at'
>;
export type DoorRow = Selectable<Tables['doors']> & LinkColumns;

const COLUMNS = sql`
  d.*, l.driver, l.settings, l.lock_state, l.lock_state_source, l.is_moving, l.leaf_state, l.online, l.battery, l.last_seen_at`;

export interface Shown {
  /** Somebody listens to the devices: what they last said still holds (DR-3). */
  readonly isListening: boolean;
  /** For those who may configure doors. */
  readonly withSettings: boolean;
}

export async function findDoors(tx: Tx, shown: Shown, { storeId, page, limit }: { storeId?: string | undefined; page: number; limit: number }): Promise<Door[]> {
  const { rows } = await sql<DoorRow>`
    select ${COLUMNS} from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    ${storeId === undefined ? sql`` : sql`where d.store_id = ${storeId}`}
    order by d.store_id, d.created_at, d.id limit ${limit} offset ${page * limit}`.execute(tx);
  return rows.map((row) => shapedDoor(row, shown));
}

export async function countDoors(tx: Tx, storeId: string | undefined): Promise<number> {
  const { total } = await tx
    .selectFrom('doors')
    .select((it) => it.fn.countAll<number>().as('total'))
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

export async function findDoor(tx: Tx, doorId: string): Promise<DoorRow | null> {
  return one(tx, sql`d.id = ${doorId}`);
}

export async function findDoorOfLink(tx: Tx, link: { store_id: string; id: string }): Promise<DoorRow | null> {
  return one(tx, sql`d.store_id = ${link.store_id} and d.link_id = ${link.id}`);
}

export interface LockedDoor {
  readonly link: LinkRow;
  readonly openSeconds: number;
  readonly doorMode: Door['doorMode'];
}

/** A door with its link, which is taken for this transaction as everybody takes it who orders something of the device. */
export async function lockDoor(tx: Tx, doorId: string): Promise<LockedDoor | null> {
  const { rows } = await sql<LinkRow & { open_seconds: number; door_mode: Door['doorMode'] }>`
    select l.*, d.name as target_name, d.room_id as target_room_id, d.open_seconds, d.door_mode
    from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id where d.id = ${doorId} for update of l`.execute(tx);
  const row = rows[0];
  return row ? { link: row, openSeconds: row.open_seconds, doorMode: row.door_mode } : null;
}

async function one(tx: Tx, where: ReturnType<typeof sql>): Promise<DoorRow | null> {
  const { rows } = await sql<DoorRow>`
    select ${COLUMNS} from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id where ${where}`.execute(tx);
  return rows[0] ?? null;
}

export function shapedDoor(row: DoorRow, { isListening, withSettings }: Shown): Door {
  return {
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    name: row.name,
    driver: row.driver as Door['driver'],
    driverSettings: withSettings ? (row.settings as Record<string, unknown>) : null,
    lockState: row.lock_state as Door['lockState'],
    lockStateSource: row.lock_state_source as Door['lockStateSource'],
    isMoving: row.is_moving,
    leafState: row.leaf_state as Door['leafState'],
    doorMode: row.door_mode as Door['doorMode'],
    online: !isListening ? 'BROKER_LOST' : row.online === 'OFFLINE' ? 'DEVICE_OFFLINE' : (row.online as 'ONLINE' | 'UNKNOWN'),
    battery: row.battery,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    openSeconds: row.open_seconds,
    version: row.version,
  };
}
