import type { OpeningHours } from '@munjigi/contract';
import type { Period } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** A room with the fields of its store that determine when it can be booked. */
export interface StoreRoom {
  readonly storeId: string;
  readonly storeName: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly timeZone: string;
  readonly dayCutoff: string;
  readonly hours: readonly OpeningHours[];
}

/** Finds the rooms in use of a store, or of all stores that the person sees, by store and order. */
export async function findRoomsOfStores(tx: Tx, storeId: string | undefined): Promise<StoreRoom[]> {
  const { rows } = await sql<StoreRoom>`
    select r.store_id as "storeId", s.name as "storeName", r.id as "roomId", r.name as "roomName",
      s.time_zone as "timeZone",
      s.day_cutoff as "dayCutoff", s.hours
    from rooms r join stores s on s.id = r.store_id
    where r.archived_at is null and ${ofStore('r', storeId)}
    order by s.name, s.id, r.sort_order, r.id`.execute(tx);
  return rows;
}

/** Finds closures in the period by the room that they close. */
export async function findClosuresOfRooms(
  tx: Tx,
  storeId: string | undefined,
  { startsAt, endsAt }: Period,
): Promise<ReadonlyMap<string, Period[]>> {
  const { rows } = await sql<RoomPeriod>`
    select r.id as room_id, c.starts_at, c.ends_at from closures c
    join rooms r on r.store_id = c.store_id and closes_room(c.store_id, c.room_ids, r.id)
    where c.withdrawn_at is null and c.ends_at > ${startsAt} and c.starts_at < ${endsAt}
      and ${ofStore('c', storeId)}`.execute(tx);
  return byRoom(rows);
}

/** Finds reservations of guests in the period by the room that they occupy, without cancelled and expired ones. */
export async function findStaysOfRooms(
  tx: Tx,
  storeId: string | undefined,
  { startsAt, endsAt }: Period,
): Promise<ReadonlyMap<string, Period[]>> {
  // A stay is shorter than eight days.
  const inPeriod = sql`v.starts_at > ${startsAt}::timestamptz - interval '8 days' and v.starts_at < ${endsAt}
    and v.ends_at > ${startsAt}
      and v.kind = 'GUEST' and v.state not in ('CANCELLED', 'EXPIRED') and ${ofStore('v', storeId)}`;
  const { rows } = await sql<RoomPeriod>`
    select v.room_id, v.starts_at, v.ends_at from reservations v where ${inPeriod}
    union all
    select p.part_room_id, v.starts_at, v.ends_at from reservations v
    join room_parts p on p.store_id = v.store_id and p.room_id = v.room_id where ${inPeriod}`.execute(tx);
  return byRoom(rows);
}

function ofStore(table: 'r' | 'c' | 'v', storeId: string | undefined): RawBuilder<unknown> {
  return storeId === undefined ? sql`true` : sql`${sql.ref(`${table}.store_id`)} = ${storeId}::uuid`;
}

interface RoomPeriod {
  readonly room_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

function byRoom(rows: readonly RoomPeriod[]): ReadonlyMap<string, Period[]> {
  const periods = new Map<string, Period[]>();
  for (const { room_id: roomId, starts_at: startsAt, ends_at: endsAt } of rows) {
    const ofRoom = periods.get(roomId) ?? [];
    ofRoom.push({ startsAt, endsAt });
    periods.set(roomId, ofRoom);
  }
  return periods;
}
