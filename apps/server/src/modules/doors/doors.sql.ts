import type { Door, listDoors, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, pipelineStatement, prepareStatement, statement, type Tables, type Tx } from '../../db/index.ts';
import { ODD_MEMBERS_COLUMN, toOddMembers, type LinkRow, type OddMemberRow } from '../devices/index.ts';

type LinkColumns = Pick<
  Selectable<Tables['device_links']>,
  | 'driver'
  | 'settings'
  | 'lock_state'
  | 'lock_state_source'
  | 'is_moving'
  | 'leaf_state'
  | 'online'
  | 'battery'
  | 'last_seen_at'
>;
export type DoorRow = Selectable<Tables['doors']> & LinkColumns & { odd_members: readonly OddMemberRow[] };

const COLUMN_TEXT = `
  d.*, l.driver, l.settings, l.lock_state, l.lock_state_source, l.is_moving, l.leaf_state, l.online, l.battery,
    l.last_seen_at,
  ${ODD_MEMBERS_COLUMN}`;
const COLUMNS = sql.raw(COLUMN_TEXT);

export interface DoorVisibility {
  /** A process is connected to the devices, so their last reports are current (DR-3). */
  readonly isListening: boolean;
  /** Includes the device settings, for people who can configure doors. */
  readonly withSettings: boolean;
}

export async function findDoors(
  tx: Tx,
  shown: DoorVisibility,
  {
    storeId,
    page,
    limit,
    sort,
  }: { storeId?: string | undefined; page: number; limit: number; sort?: QueryOf<typeof listDoors>['sort'] },
): Promise<Door[]> {
  const { rows } = await sql<DoorRow>`
    select ${COLUMNS} from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    where d.removed_at is null ${storeId === undefined ? sql`` : sql`and d.store_id = ${storeId}`}
    order by ${orderOf(
      sort,
      { name: 'd.name', createdAt: 'd.created_at' },
      'd.id',
      sql`d.store_id, d.created_at,
      d.id`,
    )} limit ${limit} offset ${page * limit}`.execute(tx);
  return rows.map((row) => toDoor(row, shown));
}

export async function countDoors(tx: Tx, storeId: string | undefined): Promise<number> {
  const { total } = await tx
    .selectFrom('doors')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('removed_at', 'is', null)
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

export interface StoredDoorState {
  readonly lockState: Door['lockState'];
  /** The lock is at rest and has reported its state. */
  readonly isReported: boolean;
  readonly online: Selectable<Tables['device_links']>['online'];
  /** When the lock last reported something; `null`: never. */
  readonly reportedAt: Date | null;
}

/** Finds the lock state and the availability of these doors of a store, by their ids. */
export async function findDoorStates(
  tx: Tx,
  storeId: string,
  doorIds: readonly string[],
): Promise<ReadonlyMap<string, StoredDoorState>> {
  const { rows } = await tx.executeQuery(statement<{
    id: string;
    lock_state: Door['lockState'];
    is_reported: boolean;
    online: Selectable<Tables['device_links']>['online'];
    last_seen_at: Date | null;
  }>`
    select d.id, l.lock_state, l.lock_state_source = 'REPORTED' and not l.is_moving as is_reported, l.online,
      l.last_seen_at from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    where d.store_id = ${storeId} and d.id = any (${doorIds}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.id,
      { lockState: row.lock_state, isReported: row.is_reported, online: row.online, reportedAt: row.last_seen_at },
    ]),
  );
}

/** Finds a door, including a removed one, because its last event shows the removal. */
export async function findDoor(tx: Tx, doorId: string): Promise<DoorRow | null> {
  return one(tx, sql`d.id = ${doorId}`);
}

export async function findDoorOfLink(tx: Tx, link: { store_id: string; id: string }): Promise<DoorRow | null> {
  return one(tx, sql`d.store_id = ${link.store_id} and d.link_id = ${link.id} and d.removed_at is null`);
}

const DOORS_OF_LINKS = prepareStatement<DoorRow>(`
    select ${COLUMN_TEXT}
    from unnest($1::uuid[], $2::uuid[]) as these (store_id, id)
      join device_links l on l.store_id = these.store_id and l.id = these.id
      join doors d on d.store_id = l.store_id and d.id = l.target_id and d.link_id = l.id and d.removed_at is null`);

/** Finds the doors of several links. Skips links without a door. */
export async function findDoorsOfLinks(
  tx: Tx,
  links: readonly { readonly store_id: string; readonly id: string }[],
): Promise<DoorRow[]> {
  return DOORS_OF_LINKS.read(
    tx,
    links.map((link) => link.store_id),
    links.map((link) => link.id),
  );
}

export interface LockedDoor {
  readonly link: LinkRow;
  readonly openSeconds: number;
  readonly doorMode: Door['doorMode'];
  readonly emergencyId: string | null;
  readonly hold: {
    /** `null`: not held, or held until a fire release ends. */
    readonly until: Date | null;
    readonly reservationId: string | null;
    /** The command that opened the door, until it is locked again. */
    readonly commandId: string | null;
    readonly relockAttempts: number;
  };
}

type LockedRow = LinkRow & { open_seconds: number; door_mode: Door['doorMode']; emergency_id: string | null } & Pick<
    DoorRow,
    'held_until' | 'held_for_reservation_id' | 'held_by_command_id' | 'relock_attempts'
  >;

/**
 * Locks the rows of a door and its link for this transaction; every command to the device locks the link the same way.
 * The door row is locked too, because its mode may change while the query waits for the link.
 */
export async function selectDoorForUpdate(tx: Tx, doorId: string): Promise<LockedDoor | null> {
  const find = async () =>
    (
      await tx.executeQuery(statement<LockedRow>`
    select l.*, d.name as target_name, d.room_id as target_room_id, d.open_seconds, d.door_mode, d.emergency_id,
      d.held_until, d.held_for_reservation_id, d.held_by_command_id, d.relock_attempts
    from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id where d.id = ${doorId}
      and d.removed_at is null
    for update of l for no key update of d`)
    ).rows[0];
  // If the door's link was replaced while the first query waited, it finds no row. The second query finds the new link.
  const row = (await find()) ?? (await find());
  return row ? lockedDoor(row) : null;
}

/**
 * Refuses the transaction if anything of this door has changed that decides about a command, and locks the rows like
 * `selectDoorForUpdate`. Does not wait for the result.
 */
export function expectDoor(tx: Tx, { link, openSeconds, doorMode, emergencyId }: LockedDoor): void {
  pipelineStatement(
    tx,
    statement`
    with door as materialized (
      select d.id from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
      where d.id = ${link.target_id} and d.removed_at is null and d.name = ${link.target_name}
        and d.room_id is not distinct from ${link.target_room_id} and d.open_seconds = ${openSeconds}
        and d.door_mode = ${doorMode} and d.emergency_id is not distinct from ${emergencyId}
        and l.id = ${link.id} and l.driver = ${link.driver} and l.settings = ${JSON.stringify(link.settings)}::jsonb
        and l.online = ${link.online} and l.lock_state = ${link.lock_state} and l.is_moving = ${link.is_moving}
      for update of l for no key update of d)
    select refuse_stale_rows(exists (select from door))`,
  );
}

/** Blocks replaced locks, removed doors and new emergencies of the store until commit. Call it before locking doors. */
export async function blockDoorsOfStore(tx: Tx, storeId: string): Promise<void> {
  await tx.executeQuery(statement`select pg_advisory_xact_lock(hashtextextended(${`doors of ${storeId}`}, 0))`);
}

/** Locks the rows of all doors of a store, ordered by link id as everywhere. */
export async function selectDoorsOfStoreForUpdate(tx: Tx, storeId: string): Promise<LockedDoor[]> {
  await blockDoorsOfStore(tx, storeId);
  const { rows } = await tx.executeQuery(statement<LockedRow>`
    select l.*, d.name as target_name, d.room_id as target_room_id, d.open_seconds, d.door_mode, d.emergency_id,
      d.held_until, d.held_for_reservation_id, d.held_by_command_id, d.relock_attempts
    from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id where d.store_id = ${storeId}
      and d.removed_at is null
    order by l.id for update of l for no key update of d`);
  return rows.map(lockedDoor);
}

function lockedDoor(row: LockedRow): LockedDoor {
  return {
    link: row,
    openSeconds: row.open_seconds,
    doorMode: row.door_mode,
    emergencyId: row.emergency_id,
    hold: {
      until: row.held_until,
      reservationId: row.held_for_reservation_id,
      commandId: row.held_by_command_id,
      relockAttempts: row.relock_attempts,
    },
  };
}

async function one(tx: Tx, where: ReturnType<typeof sql>): Promise<DoorRow | null> {
  const { rows } = await sql<DoorRow>`
    select ${COLUMNS} from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
      where ${where}`.execute(tx);
  return rows[0] ?? null;
}

export function toDoor(row: DoorRow, { isListening, withSettings }: DoorVisibility): Door {
  return {
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    name: row.name,
    driver: row.driver,
    driverSettings: withSettings ? row.settings : null,
    lockState: row.lock_state,
    lockStateSource: row.lock_state_source,
    isMoving: row.is_moving,
    leafState: row.leaf_state,
    doorMode: row.door_mode,
    heldOpenUntil: row.held_until?.toISOString() ?? null,
    heldForReservationId: row.held_for_reservation_id,
    emergencyId: row.emergency_id,
    online: onlineState(row.online, isListening),
    battery: row.battery,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    oddMembers: toOddMembers(row.odd_members),
    openSeconds: row.open_seconds,
    accessBeforeMinutes: row.access_before_minutes,
    accessAfterMinutes: row.access_after_minutes,
    alarms: {
      leftOpenSeconds: row.left_open_seconds,
      forced: row.rings_when_forced,
      offlineSeconds: row.offline_seconds,
      batteryPercent: row.battery_percent,
      jammed: row.rings_when_jammed,
    },
    spareCodes: row.spare_codes,
    testedAt: row.tested_at?.toISOString() ?? null,
    roundTripMs: row.round_trip_ms,
    removedAt: row.removed_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** The last reported availability, or `BROKER_LOST` while no process is connected to the devices (DR-3). */
export function onlineState(online: DoorRow['online'], isListening: boolean): Door['online'] {
  return !isListening ? 'BROKER_LOST' : online === 'OFFLINE' ? 'DEVICE_OFFLINE' : online;
}
