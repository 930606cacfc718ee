-- Checks before a start whether the guest could come in (NX-1), and extension offers before an end (NX-4).

-- When a guest's stay is reviewed next for these; null: never again.
create table guest_reviews (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation's.
  id uuid not null,
  due_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id)
);
create index guest_reviews_due on guest_reviews (due_at) where due_at is not null;
-- Reservations that are confirmed already. The owner of the tables cannot see their rows either.
alter table reservations no force row level security;
insert into guest_reviews (product_id, store_id, id, due_at)
select product_id, store_id, id, 'epoch' from reservations where due_at is not null and kind = 'GUEST' and state in ('CONFIRMED', 'IN_USE');
alter table reservations force row level security;
select protect_store_table('guest_reviews');
create policy due on guest_reviews for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

-- A change of a stay changes the due times of the reviews of its rooms and its guest.
create or replace function review_stages() returns trigger language plpgsql as $$
begin
  if new.state in ('CONFIRMED', 'IN_USE') then
    insert into stage_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
    insert into guest_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  elsif tg_op = 'UPDATE' then
    update stage_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
    update guest_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $$;
create or replace function review_stages_of_store() returns trigger language plpgsql as $$
begin
  insert into stage_reviews (product_id, store_id, id, due_at)
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = new.id and r.due_at is not null and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  insert into guest_reviews (product_id, store_id, id, due_at)
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = new.id and r.due_at is not null and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;

-- The result of a check before a start. Each of the three is made once for a start in a room; a move repeats them.
create table readiness_checks (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  minutes_before integer not null check (minutes_before in (1440, 120, 15)),
  -- The start and the room that were checked; the result is not valid for others.
  starts_at timestamptz(3) not null,
  room_id uuid not null,
  checked_at timestamptz(3) not null,
  obstacles jsonb not null,
  primary key (store_id, id),
  unique (store_id, reservation_id, minutes_before),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  check (checked_at < starts_at)
);
select protect_store_table('readiness_checks');

-- A timer computes the price of an extension from all that a reservation's price and time depend on.
grant select (hold_minutes) on stores to munjigi_system;

-- Extensions that a guest is offered before the end of the stay, or the reason why there are none.
create table extension_offers (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation's.
  id uuid not null,
  -- The present end of the stay.
  ends_at timestamptz(3) not null,
  offered_at timestamptz(3) not null,
  -- The minutes that can be added, with their price in won.
  choices jsonb not null,
  -- A problem's code; null: there are choices.
  reason text,
  -- When it was accepted, or the stay changed or ended.
  ended_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  check ((reason is null) = (jsonb_array_length(choices) > 0))
);
create index extension_offers_open on extension_offers (store_id) where ended_at is null;
select protect_store_table('extension_offers');
