import type {
  CommandStatus,
  Door,
  Emergency,
  EmergencyDoor,
  EmergencyDoorState,
  listEmergencies,
  QueryOf,
} from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, type Tables, type Tx } from '../../db/index.ts';
import { onlineState } from './doors.sql.ts';

type EmergencyRow = Selectable<Tables['emergencies']>;
type DoorProgress = Pick<
  Selectable<Tables['emergency_doors']>,
  'emergency_id' | 'door_id' | 'action' | 'command_id'
> & {
  name: string;
  room_id: string | null;
  status: CommandStatus | null;
  lock_state: Door['lockState'];
  online: string;
};

/** How long an ended emergency stays in the list while a door is not restored. */
const SHOWN_HOURS = 24;

export async function findEmergencies(
  tx: Tx,
  isListening: boolean,
  now: Date,
  { storeId, show, page, limit, sort }: QueryOf<typeof listEmergencies>,
): Promise<{ total: number; items: Emergency[] }> {
  const isCurrent = sql`(e.ended_at is null or (e.ended_at > ${new Date(now.getTime() - SHOWN_HOURS * 3600_000)} and exists (
    select from emergency_doors p left join device_history h on h.store_id = p.store_id and h.id = p.command_id
    where p.store_id = e.store_id and p.emergency_id = e.id and p.action is not null and h.status is distinct from 'EXECUTED')))`;
  const where = sql`where true ${show === 'CURRENT' ? sql`and ${isCurrent}` : sql``} ${storeId === undefined ? sql`` : sql`and e.store_id = ${storeId}`}`;
  const [count, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from emergencies e ${where}`.execute(tx),
    sql<EmergencyRow>`select e.* from emergencies e ${where} order by ${orderOf(sort, { startedAt: 'e.started_at' }, 'e.id', sql`e.started_at desc, e.id desc`)} limit ${limit} offset ${page * limit}`.execute(
      tx,
    ),
  ]);
  return { total: count.rows[0]?.total ?? 0, items: await withDoors(tx, isListening, found.rows) };
}

export async function readEmergency(
  tx: Tx,
  isListening: boolean,
  which: { readonly storeId: string; readonly id: string },
): Promise<Emergency | null> {
  const { rows } =
    await sql<EmergencyRow>`select * from emergencies where store_id = ${which.storeId} and id = ${which.id}`.execute(
      tx,
    );
  return (await withDoors(tx, isListening, rows))[0] ?? null;
}

/** Locks the row of the emergency for this transaction. Call it before locking any of its doors. */
export async function selectEmergencyForUpdate(tx: Tx, id: string): Promise<EmergencyRow | null> {
  const { rows } = await sql<EmergencyRow>`select * from emergencies where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

async function withDoors(tx: Tx, isListening: boolean, rows: readonly EmergencyRow[]): Promise<Emergency[]> {
  if (rows.length === 0) return [];
  const doors = await sql<DoorProgress>`
    select p.emergency_id, p.door_id, p.action, p.command_id, d.name, d.room_id, h.status, l.lock_state, l.online
    from emergency_doors p
    join doors d on d.store_id = p.store_id and d.id = p.door_id
    join device_links l on l.store_id = d.store_id and l.id = d.link_id
    left join rooms r on r.store_id = d.store_id and r.id = d.room_id
    left join device_history h on h.store_id = p.store_id and h.id = p.command_id
    where p.store_id = any (${sql.val(rows.map((row) => row.store_id))}::uuid[]) and p.emergency_id = any (${sql.val(rows.map((row) => row.id))}::uuid[])
    order by r.sort_order nulls first, d.name, d.id`.execute(tx);
  return rows.map((row) =>
    shaped(
      row,
      doors.rows.filter((door) => door.emergency_id === row.id),
      isListening,
    ),
  );
}

function shaped(row: EmergencyRow, doors: readonly DoorProgress[], isListening: boolean): Emergency {
  return {
    id: row.id,
    storeId: row.store_id,
    kind: row.kind as Emergency['kind'],
    reason: row.reason,
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by_name,
    doors: doors.map((door): EmergencyDoor => ({
      doorId: door.door_id,
      name: door.name,
      roomId: door.room_id,
      action: door.action as EmergencyDoor['action'],
      state: stateOf(door),
      commandId: door.command_id,
      lockState: door.lock_state,
      online: onlineState(door.online, isListening),
    })),
  };
}

function stateOf({ action, command_id: commandId, status }: DoorProgress): EmergencyDoorState {
  if (action === null) return 'DONE';
  if (commandId === null || status === null) return 'WAITING';
  switch (status) {
    case 'QUEUED':
    case 'SENT':
    case 'ACCEPTED':
      return 'UNDER_WAY';
    case 'EXECUTED':
      return 'DONE';
    case 'REJECTED_OFFLINE':
      return 'OFFLINE';
    default:
      return 'FAILED';
  }
}
