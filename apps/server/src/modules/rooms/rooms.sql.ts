import type { listRooms, QueryOf, Room, RoomState } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { orderOf, type Tables, type Tx } from '../../db/index.ts';

export type RoomRow = Selectable<Tables['rooms']>;

const BY_STORE: RawBuilder<unknown> = sql`r.store_id, r.sort_order, r.id`;

type Filter = Pick<QueryOf<typeof listRooms>, 'storeId' | 'archived'>;

function matches({ storeId, archived }: Filter): RawBuilder<unknown> {
  const ofStore = storeId === undefined ? sql`true` : sql`r.store_id = ${storeId}`;
  return archived === 'all'
    ? ofStore
    : sql`${ofStore} and r.archived_at is ${archived === 'only' ? sql`not null` : sql`null`}`;
}

export async function countRooms(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from rooms r where ${matches(filter)}`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}

/** A page of the rooms with the total count. */
export async function listRoomsOf(
  tx: Tx,
  now: Date,
  query: QueryOf<typeof listRooms>,
): Promise<{ total: number; items: Room[] }> {
  const [total, items] = await Promise.all([countRooms(tx, query), findRooms(tx, now, query)]);
  return { total, items };
}

/** Rooms sorted by store and order, with their state at `now`. */
export async function findRooms(
  tx: Tx,
  now: Date,
  { page, limit, sort, ...filter }: QueryOf<typeof listRooms>,
): Promise<Room[]> {
  const order = orderOf(sort, { order: 'r.sort_order', name: 'r.name', capacity: 'r.capacity' }, 'r.id', BY_STORE);
  return shownRooms(
    tx,
    now,
    sql`where ${matches(filter)} order by ${order} limit ${limit} offset ${page * limit}`,
    order,
  );
}

export async function findRoom(tx: Tx, now: Date, roomId: string): Promise<Room | null> {
  return (await shownRooms(tx, now, sql`where r.id = ${roomId}`))[0] ?? null;
}

export async function findRoomsOf(tx: Tx, now: Date, roomIds: readonly string[]): Promise<Room[]> {
  return shownRooms(tx, now, sql`where r.id = any (${roomIds}::uuid[])`);
}

interface ShownRow extends RoomRow {
  part_room_ids: string[];
  photos: Room['photos'];
  state: Room['state'];
  state_until: Date | null;
  block_reason: Room['blockReason'];
  next_guest_starts_at: Date | null;
  overrun_id: string | null;
  overrun_since: Date | null;
  overrun_told_from: Date | null;
  next_starts_at: Date | null;
}

/**
 * Derives the state of a room from its holds, or the holds of its parts, buffer included. Reads at most the two holds
 * of each that end next, so the cost does not grow with the number of reservations.
 */
async function shownRooms(tx: Tx, now: Date, which: RawBuilder<unknown>, order = BY_STORE): Promise<Room[]> {
  const { rows } = await sql<ShownRow>`
    with page as (select * from rooms r ${which})
    select r.*, next_starts_at, parts.ids as part_room_ids,
      (select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.sort_order, f.id), '[]')
       from room_photos f where f.store_id = r.store_id and f.room_id = r.id) as photos,
      case when r.archived_at is null then coalesce(present[1]->>'state', 'FREE') else 'ARCHIVED' end as state,
      nullif((present[1]->>'until')::timestamptz, 'infinity') as state_until, present[1]->>'reason' as block_reason,
      (select min(guest.starts_at) from unnest(case when parts.ids = '{}' then array[r.id] else parts.ids end) as kept cross join lateral (
        select x.starts_at from reservation_holds h join reservations x on x.store_id = h.store_id and x.id = h.reservation_id
        where h.store_id = r.store_id and h.room_id = kept and h.ends_at > ${now} and x.starts_at > ${now} and x.kind = 'GUEST' and r.archived_at is null
          and (x.hold_expires_at is null or x.hold_expires_at > ${now})
        order by h.ends_at limit 1) as guest) as next_guest_starts_at,
      overrun.id as overrun_id, overrun.since as overrun_since, overrun.told_from as overrun_told_from
    from page r cross join lateral (
      select array(select part_room_id from room_parts p where p.store_id = r.store_id and p.room_id = r.id order by 1) as ids) as parts
    left join lateral (
      select min(starts_at) filter (where starts_at > ${now}) as next_starts_at,
        array_agg(json_build_object('state', state, 'until', until, 'reason', reason) order by array_position(${WHAT_COUNTS_MOST}::text[], state), until desc)
          filter (where starts_at <= ${now}) as present
      from (
        select h.starts_at,
          case when h.kind = 'BLOCK' then 'BLOCKED' when h.is_over then 'CLEANING' when h.state = 'IN_USE' then 'IN_USE' else 'RESERVED' end as state,
          case when h.is_over then h.kept_until else h.ends_at end as until, h.block_reason as reason
        from unnest(case when parts.ids = '{}' then array[r.id] else parts.ids end) as kept cross join lateral (
          select h.starts_at, h.ends_at as kept_until, x.ends_at, x.kind, x.block_reason, x.state, x.state = 'COMPLETED' or x.ends_at <= ${now} as is_over
          from reservation_holds h join reservations x on x.store_id = h.store_id and x.id = h.reservation_id
          where h.store_id = r.store_id and h.room_id = kept and h.ends_at > ${now}
            -- A lapsed unpaid hold does not count, even if its timer is late.
            and (x.hold_expires_at is null or x.hold_expires_at > ${now})
          order by h.ends_at limit 2) h
        union all
        select c.starts_at, 'BLOCKED', case when c.is_for_good then 'infinity' else c.ends_at end, null from closures c
        where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > ${now} and closes_room(c.store_id, c.room_ids, r.id)
      ) as takings) as it on r.archived_at is null
    left join lateral (
      select o.id, o.since, o.told_from from overruns o where o.store_id = r.store_id and o.room_id = r.id and o.ended_at is null order by o.since limit 1
    ) as overrun on r.archived_at is null
    order by ${order}`.execute(tx);
  return rows.map(toRoom);
}

/** Precedence of states: a guest in the room comes first. */
const WHAT_COUNTS_MOST: readonly RoomState[] = ['IN_USE', 'BLOCKED', 'RESERVED', 'CLEANING'];

function toRoom(row: ShownRow): Room {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    capacity: row.capacity,
    description: row.description,
    descriptionEn: row.description_en,
    amenities: row.amenities,
    guestDirections: row.guest_directions,
    guestDirectionsEn: row.guest_directions_en,
    order: row.sort_order,
    partRoomIds: row.part_room_ids,
    photos: row.photos,
    archivedAt: row.archived_at?.toISOString() ?? null,
    state: row.state,
    stateUntil: row.state_until?.toISOString() ?? null,
    blockReason: row.block_reason,
    nextStartsAt: row.next_starts_at?.toISOString() ?? null,
    nextGuestStartsAt: row.next_guest_starts_at?.toISOString() ?? null,
    overrun: toOverrun(row),
    version: row.version,
  };
}

function toOverrun({
  overrun_id: reservationId,
  overrun_since: since,
  overrun_told_from: toldFrom,
}: ShownRow): Room['overrun'] {
  if (reservationId === null || since === null || toldFrom === null) return null;
  return { reservationId, since: since.toISOString(), toldFrom: toldFrom.toISOString() };
}
