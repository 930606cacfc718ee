import { sql } from 'kysely';

/**
 * The access window of the reservation `r`, as `opens_at` and `closes_at`: from when the first door on the way to its
 * room opens for the guest until the last one closes. Without doors, the window of the store.
 */
export const ACCESS_WINDOW_OF_R = sql`
  select r.starts_at - max(coalesce(d.access_before_minutes, s.access_before_minutes)) * interval '1 minute'
    as opens_at,
    r.ends_at + max(coalesce(d.access_after_minutes, s.access_after_minutes)) * interval '1 minute' as closes_at
  from stores s
    left join doors d on d.store_id = s.id and d.removed_at is null
      and (d.room_id is null or d.room_id = r.room_id or d.room_id in (
        select part.part_room_id from room_parts part where part.store_id = r.store_id and part.room_id = r.room_id))
  where s.product_id = r.product_id and s.id = r.store_id`;
