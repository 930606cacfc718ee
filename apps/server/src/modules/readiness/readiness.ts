import {
  CHECK_MINUTES,
  type listReadiness,
  type Obstacle,
  type ObstacleSeverity,
  type QueryOf,
  type Readiness,
  type ReplyOf,
} from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { WITHHELD_OF_R } from '../age-checks/index.ts';
import { codesOf } from '../devices/index.ts';
import { coveredAmountOf, LONGEST_STAY_MS } from '../reservations/index.ts';
import { ACCESS_WINDOW_OF_R } from './access-window.sql.ts';
import { dueAtOf, toReadinessCheck, type CheckRow } from './readiness-check-row.ts';

/** The current obstacles of the next guests (NX-1), read in one statement. */

interface DueGuest {
  id: string;
  code: string;
  store_id: string;
  room_id: string;
  starts_at: Date;
  ends_at: Date;
  opens_at: Date;
  closes_at: Date;
  price_amount: number;
  paid_amount: number;
  waived_amount: number;
  total: number;
  /** `watts_from`: the limit of the meter that detected it; `null` for an occupancy sensor. */
  occupied: { since: string; watts_from: number | null } | null;
  /** A message with the link to the guest's page has arrived, and the link is valid. */
  has_link: boolean;
  /** The stay is for adults, and its guest has not been checked. */
  is_withheld: boolean;
  doors: DueDoor[];
  checks: CheckRow[];
}

interface DueDoor {
  id: string;
  name: string;
  door_mode: string;
  emergency_id: string | null;
  held_until: string | null;
  held_for_reservation_id: string | null;
  driver: string;
  /** `null` if the guest has a code or a spare code at this door: the lock then keeps codes. */
  settings: unknown;
  online: string;
  last_seen_at: string | null;
  battery: number | null;
  battery_percent: number;
  /** The lock's state of the guest's code. A given spare code counts as `ENABLED` (NX-3). `null`: no code here. */
  acknowledged: string | null;
  opens_at: string | null;
}

const HOUR_MS = 3600_000;
/** An overrun is an obstacle of the next guest only, and only if they come within this time. */
const OVERRUN_REACH_MS = 2 * HOUR_MS;

export async function readReadiness(
  tx: Tx,
  clock: Clock,
  { storeId, hours, limit }: QueryOf<typeof listReadiness>,
): Promise<ReplyOf<typeof listReadiness>> {
  const now = clock.now();
  const rows = await findDue(
    tx,
    now,
    sql`r.ends_at > ${now}
    and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
      and r.starts_at < ${new Date(now.getTime() + hours * HOUR_MS)}
    ${storeId === undefined ? sql`` : sql`and r.store_id = ${storeId}`}`,
    limit,
  );
  return { total: rows[0]?.total ?? 0, items: rows.map((row) => shaped(row, now)) };
}

/** Finds the current obstacles of one guest. `null`: the reservation is not a confirmed guest's. */
export async function findObstacles(tx: Tx, reservationId: string, now: Date): Promise<Readiness['obstacles'] | null> {
  const [row] = await findDue(tx, now, sql`r.id = ${reservationId}`, 1);
  return row ? obstaclesOf(row, now) : null;
}

async function findDue(tx: Tx, now: Date, which: RawBuilder<unknown>, limit: number): Promise<DueGuest[]> {
  const { rows } = await sql<DueGuest>`
    with due as (
      select r.*, count(*) over ()::integer as total from reservations r
      where r.kind = 'GUEST' and r.state = 'CONFIRMED' and ${which}
      order by r.starts_at, r.id limit ${limit})
    select r.id, r.code, r.store_id, r.room_id, r.starts_at, r.ends_at, w.opens_at, w.closes_at, r.price_amount,
      r.paid_amount, r.waived_amount, r.total, ${sql.raw(WITHHELD_OF_R)} as is_withheld,
      (select json_build_object('since', o.since, 'watts_from', o.watts_from) from overruns o
       where o.store_id = r.store_id and o.ended_at is null and o.told_from <= ${now} and o.id <> r.id
         and (o.room_id = r.room_id or exists (
         select from room_parts part where part.store_id = r.store_id
           and (part.room_id, part.part_room_id) in ((r.room_id, o.room_id), (o.room_id, r.room_id))))
         -- A guest who comes after another one does not meet the guest who stays.
         and r.starts_at < ${new Date(now.getTime() + OVERRUN_REACH_MS)} and not exists (
           select from reservations own join reservation_holds of_own on of_own.store_id = own.store_id
             and of_own.reservation_id = own.id
           join reservation_holds h on h.store_id = own.store_id and h.room_id = of_own.room_id and h.ends_at > ${now}
           join reservations earlier on earlier.store_id = h.store_id and earlier.id = h.reservation_id
           where own.store_id = o.store_id and own.id = o.id and earlier.kind = 'GUEST'
             and earlier.state in ('CONFIRMED', 'IN_USE')
             and earlier.id <> o.id and earlier.starts_at < r.starts_at)
       order by o.watts_from is not null, o.since, o.id limit 1) as occupied,
      exists (select from messages m join guest_tokens t on t.store_id = m.store_id
        and t.reservation_id = m.reservation_id
        where m.store_id = r.store_id and m.reservation_id = r.id and m.has_link
          -- A mail server does not report the arrival.
          and (m.state = 'DELIVERED' or (m.state = 'ACCEPTED' and m.channel = 'EMAIL'))
          and t.revoked_at is null and t.expires_at > ${now} and t.issued_at <= m.ended_at) as has_link,
      (select coalesce(json_agg(json_build_object(
          'id', d.id, 'name', d.name, 'door_mode', d.door_mode, 'emergency_id', d.emergency_id, 'held_until',
            d.held_until, 'held_for_reservation_id', d.held_for_reservation_id,
          'driver', l.driver, 'settings', case when spare.id is null and p.id is null
            then l.settings end, 'online', l.online, 'last_seen_at', l.last_seen_at, 'battery', l.battery,
          'battery_percent', coalesce(d.battery_percent, 0), 'acknowledged',
          case when spare.id is null then p.acknowledged else 'ENABLED' end, 'opens_at', p.opens_at)
            order by d.created_at, d.id), '[]')
       from doors d
       join device_links l on l.store_id = d.store_id and l.id = d.link_id
       left join access_code_places p on p.store_id = d.store_id and p.door_id = d.id and p.link_id = d.link_id
         and p.reservation_id = r.id and p.gone_at is null and p.is_wanted
       left join access_codes spare on spare.store_id = d.store_id and spare.given_to = r.id
         and spare.spare_door_id = d.id and spare.withdrawn_at is null
       where d.store_id = r.store_id and d.removed_at is null
         and (d.room_id is null or d.room_id = r.room_id or d.room_id in (
         select part.part_room_id from room_parts part where part.store_id = r.store_id and part.room_id = r.room_id)))
           as doors,
      (select coalesce(json_agg(json_build_object('minutes_before', c.minutes_before, 'starts_at', c.starts_at,
        'checked_at', c.checked_at, 'obstacles', c.obstacles)
         order by c.minutes_before desc), '[]')
       from readiness_checks c where c.store_id = r.store_id and c.reservation_id = r.id and c.starts_at = r.starts_at
         and c.room_id = r.room_id) as checks
    from due r cross join lateral (${ACCESS_WINDOW_OF_R}) w order by r.starts_at, r.id`.execute(tx);
  return rows;
}

function shaped(row: DueGuest, now: Date): Readiness {
  return {
    reservationId: row.id,
    code: row.code,
    storeId: row.store_id,
    roomId: row.room_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    obstacles: listObstacles(row, now),
    checks: row.checks.map(toReadinessCheck),
  };
}

const CODE_OBSTACLES: ReadonlySet<Obstacle> = new Set(['CODE_NOT_ACKNOWLEDGED', 'DOOR_KEEPS_NO_CODES']);

/**
 * The present obstacles. Without the check of the age there is no code, so that is named in place of it (AG-11). The stored
 * checks name the code, which processes of the release before can read.
 */
function listObstacles(row: DueGuest, now: Date): Readiness['obstacles'] {
  const obstacles = obstaclesOf(row, now);
  if (!row.is_withheld) return obstacles;
  const severity = isLastCheckOver(row.starts_at, now) ? 'BLOCKING' : 'WARNING';
  return [
    { kind: 'AGE_UNCHECKED', severity, door: null, since: null, amount: null },
    ...obstacles.filter(({ kind }) => !CODE_OBSTACLES.has(kind)),
  ];
}

/** No check follows before the start, so warnings block from then on. */
function isLastCheckOver(startsAt: Date, now: Date): boolean {
  return now >= dueAtOf(startsAt, Math.min(...CHECK_MINUTES));
}

function obstaclesOf(row: DueGuest, now: Date): Readiness['obstacles'] {
  const dueAmount = dueAmountOf(row);
  const severity = isLastCheckOver(row.starts_at, now) ? 'BLOCKING' : 'WARNING';
  return [
    ...occupiedOf(row),
    ...(dueAmount > 0
      ? [
          {
            kind: 'UNPAID' as const,
            severity,
            door: null,
            since: null,
            amount: dueAmount,
          } as const,
        ]
      : []),
    ...row.doors.flatMap((door) => obstaclesAt(row, door, now)),
  ];
}

function dueAmountOf(row: DueGuest): number {
  return row.price_amount - coveredAmountOf(row);
}

function occupiedOf({ occupied }: DueGuest): Readiness['obstacles'] {
  if (occupied === null) return [];
  const kind = occupied.watts_from === null ? 'ROOM_OCCUPIED' : 'ROOM_DRAWS_POWER';
  return [{ kind, severity: 'BLOCKING', door: null, since: new Date(occupied.since).toISOString(), amount: null }];
}

interface ObstacleDetail {
  readonly severity?: ObstacleSeverity;
  readonly since?: string | null;
  readonly amount?: number | null;
}

function obstaclesAt(guest: DueGuest, dueDoor: DueDoor, now: Date): Readiness['obstacles'] {
  const door = { id: dueDoor.id, name: dueDoor.name };
  const obstacle = (kind: Obstacle, { severity = 'BLOCKING', since = null, amount = null }: ObstacleDetail = {}) => ({
    kind,
    severity,
    door,
    since: since === null ? null : new Date(since).toISOString(),
    amount,
  });
  return [
    ...(dueDoor.door_mode === 'LOCKED_DOWN' ? [obstacle('DOOR_LOCKED_DOWN')] : []),
    ...(dueDoor.door_mode === 'HELD_OPEN' && dueDoor.emergency_id !== null ? [obstacle('DOOR_FIRE_RELEASED')] : []),
    ...(dueDoor.online === 'OFFLINE' ? [obstacle('DOOR_OFFLINE', { since: dueDoor.last_seen_at })] : []),
    ...codeObstaclesAt(guest, dueDoor, now).map(([kind, severity]) => obstacle(kind, { severity })),
    ...(dueDoor.battery !== null && dueDoor.battery <= dueDoor.battery_percent
      ? [obstacle('BATTERY_LOW', { amount: dueDoor.battery })]
      : []),
  ];
}

/**
 * Whether the guest can pass this door alone: by a code the lock has acknowledged, by the link in a message that arrived,
 * or because the door stands open when they come.
 */
function codeObstaclesAt(guest: DueGuest, dueDoor: DueDoor, now: Date): [Obstacle, ObstacleSeverity][] {
  if (isHeldOpenFor(guest, dueDoor, now)) return [];
  // Before the access window it is enough that the lock stores the code.
  const isWindowOpen = dueDoor.opens_at !== null && now >= new Date(dueDoor.opens_at);
  if (dueDoor.acknowledged === 'ENABLED' || (dueDoor.acknowledged === 'DISABLED' && !isWindowOpen)) return [];
  // The guest opens such a door with the link, which an unpaid guest gets with the payment.
  if (dueDoor.acknowledged === null && codesOf(dueDoor) === null)
    return guest.has_link || dueAmountOf(guest) > 0 ? [] : [['DOOR_KEEPS_NO_CODES', 'WARNING']];
  return [['CODE_NOT_ACKNOWLEDGED', isWindowOpen || isLastCheckOver(guest.starts_at, now) ? 'BLOCKING' : 'WARNING']];
}

/**
 * A person holds the door open beyond the guest's start, or for this reservation. A fire release does not count as a
 * way in.
 */
function isHeldOpenFor({ id, starts_at: startsAt }: DueGuest, dueDoor: DueDoor, now: Date): boolean {
  if (dueDoor.door_mode !== 'HELD_OPEN' || dueDoor.emergency_id !== null || dueDoor.held_until === null) return false;
  return (
    dueDoor.held_for_reservation_id === id ||
    new Date(dueDoor.held_until) > new Date(Math.max(startsAt.getTime(), now.getTime()))
  );
}
