import type { OpeningHours } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Actor, Database } from '../../../db/index.ts';

/** A reservation as JSON: instants as PostgreSQL writes them in UTC. */
export interface BoardReservation {
  id: string;
  /** Identifies this version of the row: each change of the row has another. */
  key: string;
  room_id: string;
  code: string;
  kind: 'GUEST' | 'BLOCK';
  state: 'PENDING' | 'CONFIRMED' | 'IN_USE' | 'COMPLETED' | 'NO_SHOW';
  starts_at: string;
  ends_at: string;
  buffer_ends_at: string;
  keeps_from: string | null;
  business_date: string;
  /** Encrypted, in base64. */
  guest_name: string;
  guest_phone: string;
  head_count: number;
  channel: 'STAFF' | 'WALK_IN' | 'CHANNEL' | 'ONLINE';
  block_reason: 'CLEANING' | 'REPAIR' | 'OTHER' | null;
  memo: string;
  price_amount: number;
  paid_amount: number;
  waived_amount: number;
  hold_expires_at: string | null;
  series_id: string | null;
  version: number;
}

export interface BoardRoom {
  id: string;
  name: string;
  capacity: number;
  sort_order: number;
  is_archived: boolean;
  part_room_ids: string[];
  /** The keys of its reservations by their start. */
  keys: string[];
}

export interface BoardRow {
  time_zone: string;
  day_cutoff: string;
  hours: OpeningHours[];
  closures: { room_ids: string[]; starts_at: string; ends_at: string; reason: string }[];
  rooms: BoardRoom[];
}

/** `xmin` is the transaction that wrote this version of the row: others see only the last of its changes. */
const KEY = "v.id || ' ' || v.xmin";
const COLUMNS = sql.raw(`
  v.id, ${KEY} as key, v.room_id, v.code, v.kind, v.state, v.starts_at, v.ends_at,
    room_kept_until(v.buffer_ends_at, v.extension_buffer_ends_at) as buffer_ends_at, v.keeps_from, v.business_date,
    encode(v.guest_name, 'base64') as guest_name, encode(v.guest_phone, 'base64') as guest_phone, v.head_count,
  v.channel, v.block_reason, v.memo, v.price_amount, v.paid_amount, v.waived_amount, v.hold_expires_at, v.series_id,
    v.version`);

/**
 * How many reservations before the first day are searched for one that reaches into it. A room holds one reservation at
 * a time, and few end early.
 */
const BEFORE = 3;

/**
 * Reads the board of a store in one statement: for each room the keys of the reservations that start within the days
 * (from the index on room and start), and of those before that are still under way then. The period is three hours wider
 * on both sides; the caller cuts it to the time zone. Returns `undefined` for a store that does not exist or that the
 * person cannot see.
 */
export async function readBoard(
  db: Database,
  actor: Actor,
  { storeId, date, days }: { readonly storeId: string; readonly date: string; readonly days: number },
): Promise<BoardRow | undefined> {
  const shown = sql.raw("v.store_id = r.store_id and v.room_id = r.id and v.state not in ('CANCELLED', 'EXPIRED')");
  const key = sql.raw(KEY);
  const [row] = await db.doAtOnce(
    actor,
    sql<BoardRow>`
    select s.time_zone, s.day_cutoff, s.hours,
      (select coalesce(json_agg(json_build_object('room_ids', c.room_ids, 'starts_at', c.starts_at, 'ends_at',
        c.ends_at, 'reason', c.reason)
                                order by c.starts_at, c.id), '[]')
       from closures c where c.store_id = s.id and c.withdrawn_at is null and c.ends_at > w.starts_at
         and c.starts_at < w.ends_at) as closures,
      (select coalesce(json_agg(room order by room.sort_order, room.id), '[]') from (
         select r.id, r.name, r.capacity, r.sort_order, r.archived_at is not null as is_archived,
           array(select l.part_room_id from room_parts l where l.store_id = r.store_id and l.room_id = r.id
             order by l.part_room_id) as part_room_ids,
           array(select found.key from (
              select v.starts_at, ${key} as key from reservations v where ${shown} and v.starts_at >= w.starts_at
                and v.starts_at < w.ends_at
              union all
              select before.starts_at, before.key from (
                select v.starts_at, ${key} as key,
                  room_kept_until(v.buffer_ends_at, v.extension_buffer_ends_at) as kept_until
                from reservations v where ${shown} and v.starts_at < w.starts_at order by v.starts_at desc
                  limit ${BEFORE}) as before
              where before.kept_until > w.starts_at
            ) as found order by found.starts_at) as keys
         from rooms r where r.store_id = s.id) as room) as rooms
    from stores s, lateral (
      select ((${date}::date)::timestamp + s.day_cutoff::time) at time zone s.time_zone - interval '3 hours'
        as starts_at,
             ((${date}::date + ${days}::integer)::timestamp + s.day_cutoff::time) at time zone s.time_zone + interval
               '3 hours' as ends_at) as w
    where s.id = ${storeId}`,
  );
  return row;
}

/** The present versions of these reservations of a store, in any order. */
export async function readBoardReservations(
  db: Database,
  actor: Actor,
  { storeId, ids }: { readonly storeId: string; readonly ids: readonly string[] },
): Promise<BoardReservation[]> {
  const [row] = await db.doAtOnce(
    actor,
    sql<{ found: BoardReservation[] }>`
    select coalesce(json_agg(found), '[]') as found from (
      select ${COLUMNS} from reservations v where v.store_id = ${storeId} and v.id = any (${ids}::uuid[])) as found`,
  );
  return row?.found ?? [];
}
