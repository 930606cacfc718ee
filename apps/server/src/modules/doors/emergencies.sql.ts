import type {
  CommandStatus,
  Door,
  Emergency,
  EmergencyDoor,
  EmergencyDoorState,
  Keypad,
  listEmergencies,
  previewLockdown,
  QueryOf,
  ReplyOf,
} from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { countRows, orderOf, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
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
} & KeypadRow;

/** The codes in the lock of a door. */
interface KeypadRow {
  readonly online: Selectable<Tables['device_links']>['online'];
  readonly codes: number;
  readonly open_codes: number;
  readonly has_trouble: boolean;
}

/**
 * A code that the lock has not acknowledged as disabled or deleted may open the door. The codes are those of the lock,
 * because a lock keeps them when its door is set up again.
 */
const KEYPAD = sql`
  cross join lateral (
    select count(*) filter (where p.acknowledged <> 'ABSENT' or p.pushed is not null)::int as codes,
      count(*) filter (where p.acknowledged in ('ENABLED', 'UNKNOWN') or p.pushed = 'ENABLED')::int as open_codes,
      coalesce(bool_or(p.error is not null and (p.acknowledged in ('ENABLED', 'UNKNOWN') or p.pushed = 'ENABLED')),
        false) as has_trouble
    from access_code_places p where p.store_id = d.store_id and p.link_id = d.link_id and p.gone_at is null) keypad`;

/** How long an ended emergency stays in the list while a door is not restored. */
const SHOWN_HOURS = 24;

export async function findEmergencies(
  tx: Tx,
  isListening: boolean,
  now: Date,
  { storeId, show, page, limit, sort }: QueryOf<typeof listEmergencies>,
): Promise<GrowingTotal & { items: Emergency[] }> {
  const isCurrent = sql`(e.ended_at is null or (e.ended_at > ${new Date(now.getTime() - SHOWN_HOURS * 3600_000)}
    and exists (
    select from emergency_doors p left join device_history h on h.store_id = p.store_id and h.id = p.command_id
    where p.store_id = e.store_id and p.emergency_id = e.id and p.action is not null and h.status is distinct
      from 'EXECUTED')))`;
  const where = sql`where true ${show === 'CURRENT' ? sql`and ${isCurrent}` : sql``}
    ${storeId === undefined ? sql`` : sql`and e.store_id = ${storeId}`}`;
  const order = orderOf(sort, { startedAt: 'e.started_at' }, 'e.id', sql`e.started_at desc, e.id desc`);
  const [count, found] = await Promise.all([
    countRows(tx, sql`from emergencies e ${where} order by ${order}`),
    sql<EmergencyRow>`select e.* from emergencies e ${where} order by ${order}
      limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...count, items: await withDoors(tx, isListening, found.rows) };
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

/** Reads what a lockdown of the store could hold now (DR-8). */
export async function readLockdownPreview(
  tx: Tx,
  isListening: boolean,
  storeId: string,
): Promise<ReplyOf<typeof previewLockdown>> {
  const { rows } = await sql<KeypadRow & { id: string; store_id: string; name: string; room_id: string | null }>`
    select d.id, d.store_id, d.name, d.room_id, l.online, keypad.codes, keypad.open_codes, keypad.has_trouble
    from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    left join rooms r on r.store_id = d.store_id and r.id = d.room_id
    ${KEYPAD}
    where d.store_id = ${storeId} and d.removed_at is null order by r.sort_order nulls first, d.name, d.id`.execute(tx);
  const items = rows.map((row) => ({
    doorId: row.id,
    storeId: row.store_id,
    name: row.name,
    roomId: row.room_id,
    keypad: toKeypad(row, isListening),
  }));
  return { total: items.length, items };
}

async function withDoors(tx: Tx, isListening: boolean, rows: readonly EmergencyRow[]): Promise<Emergency[]> {
  if (rows.length === 0) return [];
  const doors = await sql<DoorProgress>`
    select p.emergency_id, p.door_id, p.action, p.command_id, d.name, d.room_id, h.status, l.lock_state, l.online,
      keypad.codes, keypad.open_codes, keypad.has_trouble
    from emergency_doors p
    join doors d on d.store_id = p.store_id and d.id = p.door_id
    join device_links l on l.store_id = d.store_id and l.id = d.link_id
    left join rooms r on r.store_id = d.store_id and r.id = d.room_id
    left join device_history h on h.store_id = p.store_id and h.id = p.command_id
    ${KEYPAD}
    where p.store_id = any (${sql.val(rows.map((row) => row.store_id))}::uuid[])
      and p.emergency_id = any (${sql.val(rows.map((row) => row.id))}::uuid[])
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
    kind: row.kind,
    reason: row.reason,
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by_name,
    doors: doors.map((door): EmergencyDoor => {
      const keypad = row.kind === 'LOCKDOWN' && row.ended_at === null ? toKeypad(door, isListening) : null;
      return {
        doorId: door.door_id,
        name: door.name,
        roomId: door.room_id,
        action: door.action,
        state: stateOf(door, keypad),
        commandId: door.command_id,
        lockState: door.lock_state,
        online: onlineState(door.online, isListening),
        keypad,
      };
    }),
  };
}

function toKeypad(
  { online, codes, open_codes: openCodes, has_trouble: hasTrouble }: KeypadRow,
  isListening: boolean,
): Keypad {
  const reach = onlineState(online, isListening);
  const isOut = reach === 'DEVICE_OFFLINE' || reach === 'BROKER_LOST' ? reach : null;
  return { codes, openCodes, obstacle: openCodes === 0 ? null : (isOut ?? (hasTrouble ? 'NO_ANSWER' : null)) };
}

/** A lockdown holds at a door when its bolt is out and no code opens it. */
function stateOf(door: DoorProgress, keypad: Keypad | null): EmergencyDoorState {
  const state = stateOfBolt(door);
  if (keypad === null || state !== 'DONE') return state;
  if (keypad.openCodes > 0) return keypad.obstacle === null ? 'UNDER_WAY' : 'KEYPAD_OPEN';
  // A door that was opened again is locked again.
  return door.lock_state === 'UNLOCKED' || door.lock_state === 'UNLATCHED' ? 'UNDER_WAY' : 'DONE';
}

function stateOfBolt({ action, command_id: commandId, status }: DoorProgress): EmergencyDoorState {
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
