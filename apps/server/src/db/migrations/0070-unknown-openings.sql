-- An opened lock of an empty room, without a command, a code or a hand from inside as the reason, is an incident
-- (DR-7).

-- Is the room occupied at that instant, in the access window of this door: by a guest of it or of a room that it is a
-- part of, or a block?
create function is_room_taken(of_store uuid, of_room uuid, of_door uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from reservations r
    join stores s on s.product_id = r.product_id and s.id = r.store_id
    join doors d on d.store_id = r.store_id and d.id = of_door
    where r.store_id = of_store
      and r.room_id in (select of_room union all select p.room_id from room_parts p where p.store_id = of_store and p.part_room_id = of_room)
      and r.state in ('CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW')
      -- No stay is longer than a month, and no access window is wider than four hours (0006, 0009).
      and r.starts_at > at - interval '31 days' and r.starts_at < at + interval '4 hours'
      and r.starts_at - coalesce(d.access_before_minutes, s.access_before_minutes) * interval '1 minute' <= at
      and r.ends_at + coalesce(d.access_after_minutes, s.access_after_minutes) * interval '1 minute' > at)
$$;

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in ('LEFT_OPEN', 'FORCED', 'OFFLINE', 'BATTERY_LOW', 'JAMMED', 'UNKNOWN_OPENING'));
-- Both end at once and stay until a person has acknowledged them.
drop index alarms_pending;
create index alarms_pending on alarms (product_id, opened_at desc, id desc) where closed_at is null or (kind in ('FORCED', 'UNKNOWN_OPENING') and acknowledged_at is null);
