import type { listRooms, QueryOf, Room } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { orderOf, type Tables, type Tx } from '../../db/index.ts';
import { ROOM_DOORS, roomFactsOf, toPresentState, type RoomFactsRow } from './room-facts.sql.ts';

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

type ShownRow = RoomRow &
  RoomFactsRow & {
    readonly part_room_ids: string[];
    readonly photos: Room['photos'];
    readonly next_guest_starts_at: Date | null;
  };

async function shownRooms(tx: Tx, now: Date, which: RawBuilder<unknown>, order = BY_STORE): Promise<Room[]> {
  const { rows } = await sql<ShownRow>`
    with page as (select * from rooms r ${which}), ${ROOM_DOORS}
    select r.*, facts.*, parts.ids as part_room_ids,
      (select coalesce(json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height)
        order by f.sort_order, f.id), '[]')
       from room_photos f where f.store_id = r.store_id and f.room_id = r.id) as photos,
      (select min(guest.starts_at) from unnest(case when parts.ids = '{}' then array[r.id] else parts.ids end) as kept
        cross join lateral (
        select x.starts_at from reservation_holds h join reservations x on x.store_id = h.store_id
          and x.id = h.reservation_id
        where h.store_id = r.store_id and h.room_id = kept and h.ends_at > ${now} and x.starts_at > ${now}
          and x.kind = 'GUEST' and r.archived_at is null
          and (x.hold_expires_at is null or x.hold_expires_at > ${now})
        order by h.ends_at limit 1) as guest) as next_guest_starts_at
    from page r cross join lateral (
      select array(select part_room_id from room_parts p where p.store_id = r.store_id and p.room_id = r.id order by 1)
        as ids) as parts
    cross join lateral (${roomFactsOf(now)}) as facts
    order by ${order}`.execute(tx);
  return rows.map((row) => toRoom(row, now));
}

function toRoom(row: ShownRow, now: Date): Room {
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
    ...toPresentState(row, now),
    nextStartsAt: row.next_starts_at?.toISOString() ?? null,
    nextGuestStartsAt: row.next_guest_starts_at?.toISOString() ?? null,
    version: row.version,
  };
}
