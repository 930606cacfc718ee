/**
 * For a FROM: joins what occupies a room of the statement (`r` or `o`) as `h`, and its reservation as `k`. A room that
 * consists of parts is occupied by the holds of its parts. Uses `case`, because PostgreSQL treats `coalesce` as leaky
 * and would not use the index under row-level security.
 */
export const keepsOf = (room: string): string => `
  (values (1)) as one
    left join room_parts as l on l.store_id = ${room}.store_id and l.room_id = ${room}.id
    join reservation_holds as h on h.store_id = ${room}.store_id and h.room_id = case when l.part_room_id is null
      then ${room}.id else l.part_room_id end
    join reservations as k on k.store_id = ${room}.store_id and k.id = h.reservation_id`;

/**
 * Like `keepsOf`, for a single room `r`: as an array, so that the index of the holds is read for these rooms only, even
 * before the tables have statistics.
 */
export const KEEPS_OF_ONE = `
  reservation_holds as h join reservations as k on k.store_id = h.store_id and k.id = h.reservation_id
    and h.store_id = r.store_id
    and h.room_id = any ((select coalesce(array_agg(l.part_room_id), array[r.id])
      from room_parts as l where l.store_id = r.store_id and l.room_id = r.id)::uuid[])`;

/** For the WHERE beside it: a lapsed unpaid hold does not count, even if its timer is late. */
export const isKeptAt = (now: string): string => `not (k.state = 'PENDING' and k.hold_expires_at <= ${now})`;
