-- Removed doors, doors that get another lock, and meters that show that a guest stays.

-- Its history and its alarms still name it; it cannot be opened any more.
alter table doors add column removed_at timestamptz(3);

-- Other doors, other locks or another access window: affects coming guests, and guests who are leaving.
create or replace function review_access_of_store() returns trigger language plpgsql as $$
declare
  -- A store's own row has no other id of it.
  its_store uuid := coalesce(to_jsonb(new) ->> 'store_id', to_jsonb(new) ->> 'id')::uuid;
begin
  insert into access_reviews (product_id, store_id, id, due_at)
  -- Reservations that have ended have no due time.
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = its_store and r.due_at is not null and has_access(r.kind, r.state) and exists (select from doors d where d.store_id = its_store)
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  -- A reservation that has ended has a due review as long as a lock holds its code.
  update access_reviews set due_at = 'epoch' where store_id = its_store and id in (
    select v.id from access_reviews v where v.store_id = its_store and v.due_at > 'epoch' order by v.id for update);
  return null;
end $$;
drop trigger doors_review_access_again on doors;
create trigger doors_review_access_again after update of room_id, link_id, access_before_minutes, access_after_minutes, removed_at on doors for each row
  when ((old.room_id, old.link_id, old.access_before_minutes, old.access_after_minutes, old.removed_at)
        is distinct from (new.room_id, new.link_id, new.access_before_minutes, new.access_after_minutes, new.removed_at))
  execute function review_access_of_store();
drop trigger doors_review_pool_again on doors;
create trigger doors_review_pool_again after update of link_id, spare_codes, removed_at on doors for each row
  when ((old.link_id, old.spare_codes, old.removed_at) is distinct from (new.link_id, new.spare_codes, new.removed_at)) execute function review_pool();

-- A door's code can be in its new lock before the old lock has deleted it.
drop index access_code_places_unique;
create unique index access_code_places_unique on access_code_places (store_id, link_id, fingerprint) where gone_at is null;

-- Codes that a lock may still hold stay in it when it becomes another door. The new link takes over these codes, has
-- the lock delete them, and gives their places to no other code before.
create index device_links_past on device_links (store_id, driver, device_key) where removed_at is not null;
create function keep_codes_with_device() returns trigger language plpgsql as $$
begin
  update access_code_places p set link_id = new.id
  from device_links past
  where past.store_id = new.store_id and past.driver = new.driver and past.device_key = new.device_key and past.removed_at is not null
    and p.store_id = past.store_id and p.link_id = past.id and p.gone_at is null;
  return null;
end $$;
create trigger device_links_keep_codes after insert on device_links for each row
  when (new.target_kind = 'DOOR') execute function keep_codes_with_device();

-- A room that draws so much after a stay's end still has its guest (NX-4); 0: its meters are ignored.
alter table stores add column overrun_watts integer not null default 0 check (overrun_watts between 0 and 20000);
grant select (overrun_watts) on stores to munjigi_system;
alter table overruns
  -- Of an overrun that a meter shows: it lasts as long as the meter measures that much.
  add column watts_from integer check (watts_from > 0),
  -- When the meter is read next.
  add column due_at timestamptz(3),
  add check (due_at is null or (watts_from is not null and ended_at is null));
create index overruns_due on overruns (due_at) where due_at is not null;
create policy due on overruns for select to munjigi_system using (due_at is not null and (select actor_product()) is null);
