/**
 * For a FROM: what keeps a room of the statement (`r` or `o`) as `h`, and whose it is as `k`. A room that consists of others is kept by
 * whatever keeps those. Written so that row-level security lets the index be used: PostgreSQL takes `coalesce` for a leak.
 */
export const keepsOf = (room: string): string => `
  (values (1)) as one
    left join room_parts as l on l.store_id = ${room}.store_id and l.room_id = ${room}.id
    join reservation_holds as h on h.store_id = ${room}.store_id and h.room_id = case when l.part_room_id is null then ${room}.id else l.part_room_id end
    join reservations as k on k.store_id = ${room}.store_id and k.id = h.reservation_id`;

/** For a WHERE beside it: an unpaid hold that is over keeps nobody out, however late its timer is. */
export const isKeptAt = (now: string): string => `not (k.state = 'PENDING' and k.hold_expires_at <= ${now})`;
