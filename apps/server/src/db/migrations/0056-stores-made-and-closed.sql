-- Stores that head office makes, closes for good and opens again (decision 041).

-- A store's name is unique. Of existing stores with the same name the first keeps it; the others are numbered.
alter table stores no force row level security;
do $$
begin
  loop
    update stores s set name = s.name || ' (' || it.place || ')', version = version + 1
    from (select id, row_number() over (partition by product_id, lower(name) order by created_at, id) as place from stores) as it
    where it.id = s.id and it.place > 1;
    exit when not found;
  end loop;
end $$;
create unique index stores_name on stores (product_id, lower(name));

alter table stores
  add column closed_at timestamptz(3),
  add column closed_reason text,
  add constraint stores_closed check ((closed_at is null) = (closed_reason is null));
alter table stores force row level security;
grant select (closed_at) on stores to munjigi_system;

-- The closure that prevents bookings while a store is closed for good: withdrawn only when the store opens again.
alter table closures add column is_for_good boolean not null default false;
create unique index closures_for_good on closures (store_id) where is_for_good and withdrawn_at is null;
alter table closures add constraint closures_for_good_is_of_all check (not is_for_good or room_ids = '{}');

-- For every writer: a store that is closed for good gets no new guest, and a store with coming guests cannot close
-- (ST-2).
create function refuse_guest_of_closed_store() returns trigger language plpgsql as $$
begin
  if exists (select from stores where id = new.store_id and closed_at is not null) then
    raise exception 'reservations: store % is closed', new.store_id using errcode = 'check_violation', constraint = 'reservations_store_open';
  end if;
  return new;
end $$;
create trigger reservations_store_open before insert on reservations for each row
  when (new.kind = 'GUEST' and new.state in ('PENDING', 'CONFIRMED', 'IN_USE')) execute function refuse_guest_of_closed_store();

create function refuse_to_close_with_guests() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservations x where x.store_id = new.id and x.kind = 'GUEST' and x.state in ('PENDING', 'CONFIRMED', 'IN_USE')
      and x.ends_at > new.closed_at and (x.hold_expires_at is null or x.hold_expires_at > new.closed_at)) then
    raise exception 'stores: % has coming reservations', new.id using errcode = 'check_violation', constraint = 'stores_closed_without_guests';
  end if;
  return new;
end $$;
create trigger stores_closed_without_guests before update of closed_at on stores for each row
  when (old.closed_at is null and new.closed_at is not null) execute function refuse_to_close_with_guests();
