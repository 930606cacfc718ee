-- A guest extends the stay (GT-12, GT-13, decision 076). Until it is paid, the added time is held and not part of the
-- stay: the room is kept, while the end, the price and the access of the reservation stay as they are.

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'HOLD_EXTENDED', 'EXTENSION_HELD',
   'EXTENSION_RETURNED', 'EDITED', 'REVEALED', 'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED',
   'REFUND_REQUESTED', 'REFUND_OWED', 'REFUND_WAITING', 'REFUND_FAILED')) not valid;

alter table reservations
  -- The end of the stay and of its buffer, as they become with the payment.
  add column extension_ends_at timestamptz(3),
  add column extension_buffer_ends_at timestamptz(3),
  -- The price in won of the added time, with its lines.
  add column extension_amount bigint check (extension_amount > 0),
  add column extension_lines jsonb,
  add column extension_held_at timestamptz(3),
  add column extension_expires_at timestamptz(3),
  add check (extension_ends_at > ends_at and extension_ends_at <= extension_buffer_ends_at and extension_held_at < extension_expires_at),
  add check (num_nulls(extension_ends_at, extension_buffer_ends_at, extension_amount, extension_lines, extension_held_at, extension_expires_at) in (0, 6)),
  add check (extension_ends_at is null or (kind = 'GUEST' and state in ('CONFIRMED', 'IN_USE')));

-- A held extension is returned before the stay ends.
drop policy due on reservations;
alter table reservations drop column due_at;
drop function reservation_due_at(text, text, timestamptz, timestamptz, timestamptz);
create function reservation_due_at(
  state text, kind text, starts_at timestamptz, ends_at timestamptz, hold_expires_at timestamptz, extension_expires_at timestamptz)
  returns timestamptz language sql immutable parallel safe
  return case when state = 'PENDING' then hold_expires_at
              when state = 'CONFIRMED' and kind = 'BLOCK' then starts_at
              when state in ('CONFIRMED', 'IN_USE') then coalesce(extension_expires_at, ends_at) end;
alter table reservations add column due_at timestamptz(3)
  generated always as (reservation_due_at(state, kind, starts_at, ends_at, hold_expires_at, extension_expires_at)) stored;
create index reservations_due on reservations (due_at) where due_at is not null;
create policy due on reservations for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

-- Until when a reservation keeps its room.
create function room_kept_until(buffer_ends_at timestamptz, extension_buffer_ends_at timestamptz) returns timestamptz
  language sql immutable parallel safe return greatest(buffer_ends_at, extension_buffer_ends_at);

create or replace function keep_room_time() returns trigger language plpgsql as $$
declare
  kept uuid[] := '{}';
  kept_from timestamptz := coalesce(new.keeps_from, new.starts_at);
  kept_until timestamptz := room_kept_until(new.buffer_ends_at, new.extension_buffer_ends_at);
begin
  if keeps_room(new.state) then
    kept := array(select rooms_kept_by(new.store_id, new.room_id));
  end if;
  delete from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and not h.room_id = any (kept);
  update reservation_holds h set starts_at = kept_from, ends_at = kept_until
  where h.store_id = new.store_id and h.reservation_id = new.id and (h.starts_at, h.ends_at) <> (kept_from, kept_until);
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select new.product_id, new.store_id, it, new.id, kept_from, kept_until
  from unnest(kept) as it
  where not exists (select from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and h.room_id = it);
  return null;
end $$;
drop trigger reservations_keep_changed on reservations;
create trigger reservations_keep_changed
  after update of state, room_id, starts_at, ends_at, buffer_ends_at, keeps_from, extension_buffer_ends_at on reservations for each row
  when (keeps_room(old.state) is distinct from keeps_room(new.state) or old.room_id is distinct from new.room_id
        or coalesce(old.keeps_from, old.starts_at) is distinct from coalesce(new.keeps_from, new.starts_at)
        or room_kept_until(old.buffer_ends_at, old.extension_buffer_ends_at)
           is distinct from room_kept_until(new.buffer_ends_at, new.extension_buffer_ends_at))
  execute function keep_room_time();

create or replace function rebuild_holds(its_store uuid, its_rooms uuid[], since timestamptz) returns void language plpgsql as $$
begin
  perform take_rooms(its_rooms || array(
    select h.room_id from reservation_holds h join reservations r on r.store_id = h.store_id and r.id = h.reservation_id
    where r.store_id = its_store and r.room_id = any (its_rooms) and h.ends_at > since));
  delete from reservation_holds h using reservations r
  where r.store_id = its_store and r.room_id = any (its_rooms) and h.store_id = r.store_id and h.reservation_id = r.id and h.ends_at > since;
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select r.product_id, r.store_id, kept, r.id, coalesce(r.keeps_from, r.starts_at), room_kept_until(r.buffer_ends_at, r.extension_buffer_ends_at)
  from reservations r, lateral rooms_kept_by(r.store_id, r.room_id) as kept
  where r.store_id = its_store and r.room_id = any (its_rooms) and keeps_room(r.state)
    and room_kept_until(r.buffer_ends_at, r.extension_buffer_ends_at) > since;
end $$;
