import type { OpeningHours } from '@munjigi/contract';
import type { Period } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** The fields of the room's store that determine when the room can be booked. */
export interface RoomStore {
  readonly store_id: string;
  readonly time_zone: string;
  readonly day_cutoff: string;
  readonly hours: readonly OpeningHours[];
}

export async function findRoomStore(tx: Tx, roomId: string): Promise<RoomStore | undefined> {
  const { rows } = await sql<RoomStore>`
    select r.store_id, s.time_zone, s.day_cutoff, s.hours from rooms r join stores s on s.id = r.store_id
      where r.id = ${roomId}`.execute(tx);
  return rows[0];
}

/** Finds closures that hold for the room in the period. */
export async function findRoomClosures(
  tx: Tx,
  storeId: string,
  roomId: string,
  { startsAt, endsAt }: Period,
): Promise<Period[]> {
  const { rows } = await sql<{ starts_at: Date; ends_at: Date }>`
    select c.starts_at, c.ends_at from closures c
    where c.store_id = ${storeId} and c.withdrawn_at is null and c.ends_at > ${startsAt} and c.starts_at < ${endsAt}
      and closes_room(c.store_id, c.room_ids, ${roomId})`.execute(tx);
  return rows.map((row) => ({ startsAt: row.starts_at, endsAt: row.ends_at }));
}

export interface SoldStay extends Period {
  /** False for a stay in a room that contains this one as a part. */
  readonly isOwn: boolean;
}

/**
 * Finds reservations of guests in the period, without cancelled and expired ones. A stay is shorter than eight days.
 */
export async function findSoldStays(
  tx: Tx,
  storeId: string,
  roomId: string,
  { startsAt, endsAt }: Period,
): Promise<SoldStay[]> {
  const { rows } = await sql<{ starts_at: Date; ends_at: Date; is_own: boolean }>`
    select r.starts_at, r.ends_at, r.room_id = ${roomId} as is_own from reservations r
    where r.store_id = ${storeId} and r.starts_at > ${startsAt}::timestamptz - interval '8 days'
      and r.starts_at < ${endsAt} and r.ends_at > ${startsAt}
      and (r.room_id = ${roomId} or exists (select from room_parts p where p.store_id = r.store_id
        and p.room_id = r.room_id and p.part_room_id = ${roomId}))
      and r.kind = 'GUEST' and r.state not in ('CANCELLED', 'EXPIRED')`.execute(tx);
  return rows.map((row) => ({ startsAt: row.starts_at, endsAt: row.ends_at, isOwn: row.is_own }));
}
