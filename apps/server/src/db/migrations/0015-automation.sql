-- Automation of rooms by reservations (DR-6), and guests who stay beyond the end of their stay (NX-4).

-- The purpose for which a mode is applied automatically.
alter table modes add column purpose text check (purpose in ('STANDBY', 'IN_USE', 'ENDING', 'CLEANING'));
-- For each one of a store, and one of every store.
create unique index modes_purpose on modes (product_id, coalesce(store_id, product_id), purpose) where purpose is not null and deleted_at is null;
grant update (purpose) on modes to munjigi_app;

-- The device's state before, to be restored after a warning.
alter table mode_run_devices add column state_before jsonb;

alter table stores
  add column prepare_minutes integer not null default 10 check (prepare_minutes between 0 and 120),
  -- 0: no warning.
  add column warning_minutes integer not null default 10 check (warning_minutes between 0 and 60);
grant select (prepare_minutes, warning_minutes) on stores to munjigi_system;

-- The stage of a room according to its reservations. Without a row, the room was never used.
create table room_stages (
  product_id uuid not null,
  store_id uuid not null,
  -- The room's.
  id uuid not null,
  purpose text not null check (purpose in ('STANDBY', 'IN_USE', 'ENDING', 'CLEANING')),
  reservation_id uuid,
  looked_at timestamptz(3) not null,
  -- The run of a warning, which is undone at this time.
  warning_run_id uuid,
  restore_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references rooms (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  foreign key (store_id, warning_run_id) references mode_runs (store_id, id),
  check ((warning_run_id is null) = (restore_at is null))
);
create index room_stages_restore on room_stages (restore_at) where restore_at is not null;
select protect_store_table('room_stages');
create policy due on room_stages for select to munjigi_system using (restore_at is not null and (select actor_product()) is null);

-- When the rooms of a reservation are reviewed next; null: never again.
create table stage_reviews (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation's.
  id uuid not null,
  due_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id)
);
create index stage_reviews_due on stage_reviews (due_at) where due_at is not null;
-- Reservations that are confirmed already. The owner of the tables cannot see their rows either.
alter table reservations no force row level security;
insert into stage_reviews (product_id, store_id, id, due_at)
select product_id, store_id, id, 'epoch' from reservations where due_at is not null and kind = 'GUEST' and state in ('CONFIRMED', 'IN_USE');
alter table reservations force row level security;
select protect_store_table('stage_reviews');
create policy due on stage_reviews for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

create function review_stages() returns trigger language plpgsql as $$
begin
  if new.state in ('CONFIRMED', 'IN_USE') then
    insert into stage_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  elsif tg_op = 'UPDATE' then
    update stage_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $$;
create trigger reservations_review_stages after insert on reservations for each row
  when (new.kind = 'GUEST' and new.state in ('CONFIRMED', 'IN_USE')) execute function review_stages();
create trigger reservations_review_stages_again after update of state, room_id, starts_at, ends_at, buffer_ends_at on reservations for each row
  when (new.kind = 'GUEST' and (old.state, old.room_id, old.starts_at, old.ends_at, old.buffer_ends_at)
        is distinct from (new.state, new.room_id, new.starts_at, new.ends_at, new.buffer_ends_at))
  execute function review_stages();

create function review_stages_of_store() returns trigger language plpgsql as $$
begin
  insert into stage_reviews (product_id, store_id, id, due_at)
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = new.id and r.due_at is not null and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger stores_review_stages after update of prepare_minutes, warning_minutes on stores for each row
  when ((old.prepare_minutes, old.warning_minutes) is distinct from (new.prepare_minutes, new.warning_minutes))
  execute function review_stages_of_store();

-- Guests who were in the room at the end of their stay and have not left since, according to the room's sensor.
create table overruns (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation's.
  id uuid not null,
  room_id uuid not null,
  -- The sensor that sees them.
  device_id uuid not null,
  since timestamptz(3) not null,
  -- It is reported from then on: a guest who packs is no overrun.
  told_from timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  foreign key (store_id, device_id) references devices (store_id, id)
);
create index overruns_open on overruns (store_id, room_id) where ended_at is null;
create index overruns_device on overruns (store_id, device_id) where ended_at is null;
select protect_store_table('overruns');
