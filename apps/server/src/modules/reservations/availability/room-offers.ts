import { overlaps, type Period } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { canStartAtAnyMinute } from '@munjigi/rules';
import { Problem } from '../../../http/index.ts';
import { findBookingRefusal, priceOf, readBooking } from '../stay/booking.ts';
import { isKeptAt, keepsOf } from '../stay/holds.sql.ts';
import { addExtras, extrasOf } from '../stay/price-extras.ts';
import { LONGEST_STAY_MS, type ReservationRow } from '../stay/reservation-row.ts';

/** Another room for a stay, at the same time. */
export interface RoomOffer {
  readonly roomId: string;
  readonly roomName: string;
  /** The price of the whole stay in that room, with its add-ons and its coupon as agreed. */
  readonly priceAmount: number;
}

const MINUTE_MS = 60_000;
/** Rooms considered for one stay. */
const MOST_ROOMS = 12;

/**
 * Finds for each stay the smallest free room that is large enough and has a price, nearest first, soonest stay first.
 * No room is offered to two of the stays for one time.
 */
export async function findRoomOffers(
  tx: Tx,
  now: Date,
  stays: readonly ReservationRow[],
): Promise<Map<string, RoomOffer>> {
  const offers = new Map<string, RoomOffer>();
  const candidates = await findFreeRooms(tx, now, stays);
  const given = new Map<string, Period[]>();
  for (const row of stays) {
    const period = { startsAt: keepsFromOf(row, now), endsAt: row.buffer_ends_at };
    for (const { roomId, roomName } of candidates.get(row.id) ?? []) {
      const occupied = given.get(roomId) ?? [];
      if (occupied.some((other) => overlaps(other, period))) continue;
      const priceAmount = await quoteRoom(tx, now, row, roomId);
      if (priceAmount === null) continue;
      offers.set(row.id, { roomId, roomName, priceAmount });
      given.set(roomId, [...occupied, period]);
      break;
    }
  }
  return offers;
}

/** A guest who is inside needs another room only from this minute on. */
function keepsFromOf(row: ReservationRow, now: Date): Date {
  if (row.state !== 'IN_USE') return row.starts_at;
  return new Date(Math.max(row.starts_at.getTime(), Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS));
}

type FreeRoom = Pick<RoomOffer, 'roomId' | 'roomName'>;

async function findFreeRooms(
  tx: Tx,
  now: Date,
  stays: readonly ReservationRow[],
): Promise<ReadonlyMap<string, readonly FreeRoom[]>> {
  if (stays.length === 0) return new Map();
  const { rows } = await sql<{ id: string; rooms: FreeRoom[] }>`
    select x.id, (
      select coalesce(json_agg(f), '[]') from (
        select o.id as "roomId", o.name as "roomName" from rooms o
        where o.store_id = x.store_id and o.id <> x.room_id and o.archived_at is null and o.capacity >= x.head_count
          and not exists (
            select from ${sql.raw(keepsOf('o'))}
            where h.ends_at > w.keeps_from and h.starts_at < x.buffer_ends_at
              and h.starts_at > w.keeps_from - ${LONGEST_STAY_MS / MINUTE_MS} * interval '1 minute'
              and h.reservation_id <> x.id and ${sql.raw(isKeptAt('w.at'))})
          and not exists (
            select from closures c where c.store_id = o.store_id and c.withdrawn_at is null and c.ends_at > w.keeps_from
              and c.starts_at < x.ends_at
              and closes_room(c.store_id, c.room_ids, o.id))
        order by o.capacity, abs(o.sort_order - r.sort_order), o.id limit ${MOST_ROOMS}) as f) as rooms
    from unnest(${stays.map(({ id }) => id)}::uuid[], ${stays.map((row) => keepsFromOf(row, now))}::timestamptz[]) as
      k(id, keeps_from)
    join reservations x on x.id = k.id
    join rooms r on r.store_id = x.store_id and r.id = x.room_id
    cross join lateral (select k.keeps_from, ${now}::timestamptz as at) as w`.execute(tx);
  return new Map(rows.map(({ id, rooms }) => [id, rooms]));
}

/** The price of the stay in another room; `null`: it cannot be moved there. */
async function quoteRoom(tx: Tx, now: Date, row: ReservationRow, roomId: string): Promise<number | null> {
  const isInUse = row.state === 'IN_USE';
  const stay = { roomId, startsAt: row.starts_at, endsAt: row.ends_at, isBlock: false };
  const booking = await readBooking(tx, {
    ...stay,
    reservationId: row.id,
    ...(isInUse && { keepsFrom: keepsFromOf(row, now) }),
  });
  if (!booking) return null;
  const priced = { ...stay, headCount: row.head_count, isWalkIn: canStartAtAnyMinute(row.channel) };
  if (findBookingRefusal(booking, { ...priced, now, isNew: 'room' }) !== null) return null;
  try {
    return addExtras(priceOf(booking.store, priced), extrasOf(row), stay).totalAmount;
  } catch (error) {
    if (error instanceof Problem && error.code === 'NO_PRICE') return null;
    throw error;
  }
}
