-- The page of a guest stays readable after the acts of its link have ended (GT-3, decision 097), and says what moved
-- until the guest has read it (GP-10).

-- How many months after the end of the acts the page can be read.
alter table stores add column guest_page_months integer not null default 6 check (guest_page_months between 1 and 24);
grant select (guest_page_months) on stores to munjigi_system;
grant select (guest_page_months, booking_is_open, booking_terms, closed_at) on stores to munjigi_guest;

-- `expires_at` is the end of the acts: a day after the end of the stay, or the end of a cancelled or expired reservation.
create or replace function follow_reservation_with_guest_token() returns trigger language plpgsql as $$
begin
  update guest_tokens set expires_at = case
    when new.state in ('CANCELLED', 'EXPIRED')
      then least(coalesce(new.cancelled_at, old.hold_expires_at, new.ends_at), new.ends_at + interval '24 hours')
    else new.ends_at + interval '24 hours' end
  where store_id = new.store_id and reservation_id = new.id and revoked_at is null;
  return null;
end $$;

-- The links of a guest end with the guest's data (PD-2).
grant delete on guest_tokens to munjigi_app, munjigi_system;
create function end_links_of_erased_guest() returns trigger language plpgsql as $$
begin
  delete from guest_tokens where store_id = new.store_id and reservation_id = new.id;
  return null;
end $$;
create trigger reservations_end_links_of_erased after update of guest_name, guest_phone on reservations for each row
  when ((length(old.guest_name) > 0 or length(old.guest_phone) > 0) and length(new.guest_name) = 0 and length(new.guest_phone) = 0)
  execute function end_links_of_erased_guest();

-- The latest move that the guest has read. Null: none.
alter table reservations add column read_move_id uuid;

-- A guest reads the names of the rooms that the stay was moved from, and still only the doors that lead to its room.
create policy former_room on rooms for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and id in (select (before ->> 'roomId')::uuid from reservation_events where before is not null));
drop policy own_way on doors;
create policy own_way on doors for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and (room_id is null or room_id in (select room_id from reservations) or room_id in (select part_room_id from room_parts)));
