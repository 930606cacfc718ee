-- A new reservation causes less work: its reviews are scheduled for the first moment at which they can change anything, the provider of
-- messages is looked up once, and no index that begins with the product competes with the key of a store.

-- Reviews of a new reservation. A review at once would find nothing to do for a stay that is far enough ahead, so the trigger schedules
-- the first one that can: two hours before the start, the longest preparation (stores_prepare_minutes_check), and a day before it, the
-- first check of readiness. `created_at` is the present time of the server.
create or replace function review_stages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with ahead as (
      select new.starts_at - interval '2 hours' as at
      where new.state = 'CONFIRMED' and new.starts_at - interval '2 hours' > new.created_at
        -- The first review of a room begins the record of its stages, and a joined room has those of its parts: both are reviewed at once.
        and exists (select from room_stages g where g.store_id = new.store_id and g.id = new.room_id)
        and not exists (select from room_parts l where l.store_id = new.store_id and l.room_id = new.room_id)),
    staged as (
      insert into stage_reviews (product_id, store_id, id, due_at, planned_at)
      select new.product_id, new.store_id, new.id, coalesce((select at from ahead), 'epoch'), (select at from ahead))
    insert into guest_reviews (product_id, store_id, id, due_at)
    values (new.product_id, new.store_id, new.id,
            case when new.state = 'CONFIRMED' and new.starts_at - interval '24 hours' > new.created_at then new.starts_at - interval '24 hours' else 'epoch' end);
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    insert into stage_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
    insert into guest_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  else
    update stage_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
    update guest_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $$;

create or replace function queue_messages_of_new_reservation() returns trigger language plpgsql as $$
begin
  -- queue_message() would find out the same for each message.
  if not exists (select from message_providers p where p.product_id = new.product_id and p.is_enabled) then return null; end if;
  if new.state = 'PENDING' then
    if exists (select from waitlist w where w.store_id = new.store_id and w.offered_reservation_id = new.id) then
      perform queue_message(new, 'SLOT_OFFERED', 'SLOT_OFFERED:' || new.id, null);
      return null;
    end if;
    perform queue_message(new, 'HELD', 'HELD:' || new.id, null);
    if new.hold_expires_at - new.created_at >= interval '20 minutes' then
      perform queue_message(new, 'PAYMENT_REMINDER', 'PAYMENT_REMINDER:' || new.id, null);
    end if;
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  end if;
  return null;
end $$;

-- Most tables of settings are too small for PostgreSQL to collect statistics. Without them each index whose first column is the
-- product looks as good as the key, and the planner took this one and read every store of the product.
drop index stores_name;
create unique index stores_name on stores (lower(name), product_id);
