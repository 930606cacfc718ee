import type { SeriesScope } from '@munjigi/contract';
import type { Period } from '@munjigi/rules';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import { keepsOf } from '../stay/holds.sql.ts';

const ZONE = prepareStatement<{ time_zone: string }>(`
  select s.time_zone from rooms r join stores s on s.product_id = r.product_id and s.id = r.store_id where r.id = $1`);

/** The time zone of the room's store; `null` for a room that does not exist or that the person cannot see. */
export async function findTimeZone(tx: Tx, roomId: string): Promise<string | null> {
  const [found] = await ZONE.read(tx, roomId);
  return found?.time_zone ?? null;
}

/** A period of a room that a reservation occupies, buffer included. */
export interface OccupiedTime extends Period {
  readonly reservationId: string;
  /** The end of an unpaid reservation's hold. */
  readonly holdExpiresAt: Date | null;
}

/** Parameters: $1 room, $2–$3 the time, $4 reservations to ignore. */
const SELECT_OVERLAPS = prepareStatement<{
  reservation_id: string;
  starts_at: Date;
  ends_at: Date;
  hold_expires_at: Date | null;
}>(`
  select h.reservation_id, h.starts_at, h.ends_at, h.hold_expires_at
  from rooms r cross join lateral (select h.*, k.hold_expires_at from ${keepsOf('r')} where h.ends_at > $2
    and h.starts_at < $3) as h
  where r.id = $1 and not h.reservation_id = any ($4::uuid[])`);

/** Finds the taken time of the room, or of the rooms that it consists of. */
export async function findOccupiedTimes(
  tx: Tx,
  roomId: string,
  { startsAt, endsAt }: Period,
  except: readonly string[],
): Promise<OccupiedTime[]> {
  const rows = await SELECT_OVERLAPS.read(tx, roomId, startsAt.toISOString(), endsAt.toISOString(), except);
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    holdExpiresAt: row.hold_expires_at,
  }));
}

const INSERT = prepareStatement(
  'insert into reservation_series (product_id, store_id, id, rule, created_at) values ($1, $2, $3, $4, $5)',
);

/** Pipelined. */
export function insertSeries(
  tx: Tx,
  item: {
    readonly productId: string;
    readonly storeId: string;
    readonly id: string;
    readonly rule: unknown;
    readonly at: Date;
  },
): void {
  INSERT.write(tx, item.productId, item.storeId, item.id, JSON.stringify(item.rule), item.at.toISOString());
}

/** Parameters: $1 the named reservation, $2 the scope, $3 now. */
const MEMBERS = prepareStatement<{ id: string; room_id: string }>(`
  with named as (select store_id, id, room_id, series_id, starts_at from reservations where id = $1)
  select id, room_id from named
  union
  select m.id, m.room_id from named n join reservations m on m.store_id = n.store_id and m.series_id = n.series_id
  where m.state in ('PENDING', 'CONFIRMED') and m.starts_at > $3
    and ($2 = 'ALL' or ($2 = 'FOLLOWING' and m.starts_at >= n.starts_at))
  order by id`);

/**
 * Finds the named reservation and the members of its series that have not started: all, or the following. Empty when it
 * does not exist.
 */
export function findMembers(
  tx: Tx,
  reservationId: string,
  scope: SeriesScope,
  now: Date,
): Promise<{ id: string; room_id: string }[]> {
  return MEMBERS.read(tx, reservationId, scope, now.toISOString());
}

const RELEASE = prepareStatement(
  'delete from reservation_holds where store_id = $1 and reservation_id = any ($2::uuid[])',
);

/**
 * Deletes the holds of these reservations, pipelined, so that they do not conflict with each other while they move
 * together. Moving them inserts the holds again.
 */
export function releaseTimes(tx: Tx, storeId: string, reservationIds: readonly string[]): void {
  RELEASE.write(tx, storeId, reservationIds);
}
