import type { Alarm, AlarmKind, Door, listAlarms, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { countRows, orderOf, statement, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { REFUSED_WITHIN_MS, type DoorFacts, type Watch } from './alarm-rules.ts';

type AlarmRow = Selectable<Tables['alarms']> & { door_name: string; room_id: string | null };

const COLUMNS = sql`a.*, d.name as door_name, d.room_id from alarms a join doors d on d.store_id = a.store_id
  and d.id = a.door_id`;
const IS_PENDING = sql`(a.closed_at is null or (a.kind in ('FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING')
  and a.acknowledged_at is null))`;

export async function findAlarms(
  tx: Tx,
  { storeId, doorId, show, page, limit, sort }: QueryOf<typeof listAlarms>,
): Promise<GrowingTotal & { items: Alarm[] }> {
  const where = sql`where true
    ${show === 'PENDING' ? sql`and ${IS_PENDING}` : sql``}
    ${storeId === undefined ? sql`` : sql`and a.store_id = ${storeId}`}
    ${doorId === undefined ? sql`` : sql`and a.door_id = ${doorId}`}`;
  const order = orderOf(sort, { openedAt: 'a.opened_at' }, 'a.id', sql`a.opened_at desc, a.id desc`);
  const [count, found] = await Promise.all([
    countRows(tx, sql`from alarms a ${where} order by ${order}`),
    sql<AlarmRow>`select ${COLUMNS} ${where} order by ${order} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...count, items: found.rows.map(toAlarm) };
}

/** Selects an alarm for update. */
export async function selectAlarmForUpdate(tx: Tx, alarmId: string): Promise<AlarmRow | null> {
  const { rows } = await sql<AlarmRow>`select ${COLUMNS} where a.id = ${alarmId} for update of a`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Locks those of the alarms that are over and unacknowledged, in one order, so that two people cannot deadlock. An
 * opening during a lockdown is not among them: a person acknowledges it by itself (DR-8).
 */
export async function selectEndedAlarmsForUpdate(tx: Tx, alarmIds: readonly string[]): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} where a.id = any (${[...alarmIds]}::uuid[]) and a.closed_at is not null
      and a.acknowledged_at is null
      and a.kind <> 'LOCKDOWN_OPENING'
    order by a.store_id, a.id for update of a`.execute(tx);
  return rows;
}

export interface WatchedDoor {
  readonly productId: string;
  readonly storeId: string;
  readonly doorId: string;
  readonly name: string;
  readonly roomId: string | null;
  readonly facts: DoorFacts;
  /** `null`: the door was never reviewed. */
  readonly watch: Watch | null;
  readonly ringing: ReadonlySet<AlarmKind>;
  /** A door may be open while it is held open. The time of its alarm starts again when the hold ends. */
  readonly unknownOpeningAt: Date | null;
  /** An opening during a lockdown, by anyone and from anywhere (DR-8). */
  readonly lockdownOpeningAt: Date | null;
}

interface WatchedRow {
  product_id: string;
  store_id: string;
  door_id: string;
  name: string;
  room_id: string | null;
  door_mode: Door['doorMode'];
  left_open_seconds: number | null;
  rings_when_forced: boolean;
  offline_seconds: number | null;
  battery_percent: number | null;
  rings_when_jammed: boolean;
  lock_state: Door['lockState'];
  is_moving: boolean;
  leaf_state: Door['leafState'];
  online: DoorFacts['online'];
  battery: number | null;
  is_leaf_closed: boolean | null;
  leaf_open_since: Date | null;
  suspected_at: Date | null;
  offline_since: Date | null;
  due_at: Date | null;
  ringing: AlarmKind[] | null;
  unknown_opening_at: Date | null;
  lockdown_opening_at: Date | null;
  refused_at: Date[] | null;
}

/** An older opening raises no alarm. */
const OPENED_LATELY_MS = 60_000;
/** A lockdown locks the door again at once, so the opening need not be the newest row. */
const NEWEST_OF_LOCKDOWN = 5;

/** Refused codes are counted among so many rows of a door, so that the query never reads its whole history. */
const NEWEST_OF_KEYPAD = 20;

/** The doors of these links, with what their review needs. Links without a door are left out. */
export async function findWatched(
  tx: Tx,
  links: readonly { readonly store_id: string; readonly id: string }[],
  now: Date,
): Promise<WatchedDoor[]> {
  const { rows } = await tx.executeQuery(statement<WatchedRow>`
    select d.product_id, d.store_id, d.id as door_id, d.name, d.room_id, d.door_mode, d.left_open_seconds,
      d.rings_when_forced, d.offline_seconds,
      d.battery_percent, d.rings_when_jammed, l.lock_state, l.is_moving, l.leaf_state, l.online, l.battery,
      w.is_leaf_closed, w.leaf_open_since, w.suspected_at, w.offline_since, w.due_at,
      (select array_agg(a.kind) from alarms a where a.store_id = d.store_id and a.door_id = d.id
        and a.closed_at is null) as ringing,
      case when d.room_id is not null and d.rings_when_forced and d.door_mode = 'NORMAL'
        and l.lock_state in ('UNLOCKED', 'UNLATCHED') then (
        select h.requested_at
        from (select * from device_history where store_id = d.store_id and target_id = d.id order by id desc limit 1) h
        where h.action in ('UNLOCKED', 'UNLATCHED') and h.status = 'REPORTED' and h.cause_kind = 'UNKNOWN'
          and h.source <> 'MANUAL'
          and h.requested_at > ${new Date(now.getTime() - OPENED_LATELY_MS)}
          and not is_room_taken(d.store_id, d.room_id, d.id, h.requested_at)
          and not was_opened_by_command(d.store_id, d.id, h.id, h.requested_at)
          and not exists (
            select from alarms a where a.store_id = d.store_id and a.door_id = d.id and a.kind = 'UNKNOWN_OPENING'
              and (a.acknowledged_at is null or a.since >= h.requested_at)))
      end as unknown_opening_at,
      case when d.door_mode = 'LOCKED_DOWN' and l.lock_state in ('UNLOCKED', 'UNLATCHED') then (
        select max(h.requested_at)
        from (select * from device_history where store_id = d.store_id and target_id = d.id order by id desc
          limit ${NEWEST_OF_LOCKDOWN}) h
        join emergencies e on e.store_id = d.store_id and e.id = d.emergency_id
        where h.action in ('UNLOCKED', 'UNLATCHED') and h.status = 'REPORTED' and h.requested_at >= e.started_at
          and h.requested_at > ${new Date(now.getTime() - OPENED_LATELY_MS)}
          and not exists (
            select from alarms a where a.store_id = d.store_id and a.door_id = d.id and a.kind = 'LOCKDOWN_OPENING'
              and a.since >= h.requested_at))
      end as lockdown_opening_at,
      (select array_agg(h.requested_at order by h.id)
        from (
          select n.*, bool_or(n.action in ('UNLOCKED', 'UNLATCHED')) over (order by n.id desc) as is_before_opening
          from (
            select id, action, requested_at from device_history
            where store_id = d.store_id and target_id = d.id order by id desc limit ${NEWEST_OF_KEYPAD}) n) h
        where h.action = 'DENIED' and not h.is_before_opening
          and h.requested_at > ${new Date(now.getTime() - REFUSED_WITHIN_MS)}) as refused_at
    from unnest(${links.map((link) => link.store_id)}::uuid[], ${links.map((link) => link.id)}::uuid[]) as these
      (store_id, id)
    join device_links l on l.store_id = these.store_id and l.id = these.id
    join doors d on d.store_id = l.store_id and d.id = l.target_id and d.link_id = l.id and d.removed_at is null
    left join alarm_watches w on w.store_id = d.store_id and w.door_id = d.id
    order by d.store_id, d.id`);
  return rows.map(watched);
}

function watched(row: WatchedRow): WatchedDoor {
  return {
    productId: row.product_id,
    storeId: row.store_id,
    doorId: row.door_id,
    name: row.name,
    roomId: row.room_id,
    facts: {
      doorMode: row.door_mode,
      lockState: row.lock_state,
      isMoving: row.is_moving,
      leafState: row.leaf_state,
      online: row.online,
      battery: row.battery,
      settings: {
        leftOpenSeconds: row.left_open_seconds,
        forced: row.rings_when_forced,
        offlineSeconds: row.offline_seconds,
        batteryPercent: row.battery_percent,
        jammed: row.rings_when_jammed,
      },
      refusedAt: row.refused_at ?? [],
    },
    watch:
      row.is_leaf_closed === null
        ? null
        : {
            isLeafClosed: row.is_leaf_closed,
            leafOpenSince: row.leaf_open_since,
            suspectedAt: row.suspected_at,
            offlineSince: row.offline_since,
            dueAt: row.due_at,
          },
    ringing: new Set(row.ringing ?? []),
    unknownOpeningAt: row.unknown_opening_at,
    lockdownOpeningAt: row.lockdown_opening_at,
  };
}

/** Selects the link of a door for update, as all work on a device does. */
export async function selectLinkOfDoorForUpdate(
  tx: Tx,
  of: { readonly storeId: string; readonly doorId: string },
): Promise<{ store_id: string; id: string } | null> {
  const { rows } = await tx.executeQuery(statement<{ store_id: string; id: string }>`
    select l.store_id, l.id from doors d join device_links l on l.store_id = d.store_id and l.id = d.link_id
    where d.store_id = ${of.storeId} and d.id = ${of.doorId} and d.removed_at is null for update of l`);
  return rows[0] ?? null;
}

/** More rows than a door writes in the queried seconds, so that the query never reads the whole history of the door. */
const NEWEST = 50;

/**
 * Whether the door was opened in this period, by a sent command or according to the lock (a key, a code, the handle).
 */
export async function wasOpenedBetween(
  tx: Tx,
  of: { readonly storeId: string; readonly doorId: string },
  from: Date,
  to: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, action, sent_at, requested_at from device_history
      where store_id = ${of.storeId} and target_id = ${of.doorId} order by id desc limit ${NEWEST}) newest
    where requested_at between ${from} and ${to}
      and (action in ('UNLOCKED', 'UNLATCHED') or (action = 'OPEN' and sent_at is not null))
    limit 1`.execute(tx);
  return rows.length > 0;
}

export function toAlarm(row: AlarmRow): Alarm {
  return {
    id: row.id,
    storeId: row.store_id,
    doorId: row.door_id,
    doorName: row.door_name,
    roomId: row.room_id,
    kind: row.kind,
    since: row.since.toISOString(),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy:
      row.acknowledged_by === null ? null : { id: row.acknowledged_by, name: row.acknowledged_by_name ?? '' },
  };
}
