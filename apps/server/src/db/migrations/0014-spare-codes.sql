-- Spare codes (NX-3): a few codes that a lock keeps in addition to those of reservations, for guests whose own cannot
-- be brought to it.

alter table doors add column spare_codes smallint not null default 2 check (spare_codes between 0 and 5);

alter table access_codes
  alter column reservation_id drop not null,
  -- Of a spare: the door whose lock keeps it,
  add column spare_door_id uuid,
  -- and the reservation that it was given to, once and for ever.
  add column given_to uuid,
  add column given_at timestamptz(3),
  add foreign key (store_id, spare_door_id) references doors (store_id, id),
  add foreign key (store_id, given_to) references reservations (store_id, id),
  add check ((reservation_id is null) = (spare_door_id is not null)),
  add check (given_to is null or spare_door_id is not null),
  add check ((given_to is null) = (given_at is null));
create index access_codes_spare on access_codes (store_id, spare_door_id) where spare_door_id is not null and withdrawn_at is null;
create unique index access_codes_given on access_codes (store_id, given_to, spare_door_id) where given_to is not null and withdrawn_at is null;

create function keep_given_code() returns trigger language plpgsql as $$
begin
  raise exception 'A spare code is given out once' using errcode = 'restrict_violation';
end $$;
create trigger access_codes_given_once before update of given_to on access_codes for each row
  when (old.given_to is not null and new.given_to is distinct from old.given_to) execute function keep_given_code();

-- A place with a spare code belongs to no reservation.
alter table access_code_places alter column reservation_id drop not null;
create index access_code_places_code on access_code_places (store_id, code_id) where gone_at is null;

-- When a door's spare codes must be reviewed.
create table access_pools (
  product_id uuid not null,
  store_id uuid not null,
  -- The door's.
  id uuid not null,
  -- How many spare codes its lock is to keep; null: the lock keeps no codes at all.
  size smallint check (size between 0 and 5),
  due_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references doors (store_id, id)
);
create index access_pools_due on access_pools (due_at) where due_at is not null;
-- The owner of the tables cannot see their rows either.
alter table doors no force row level security;
insert into access_pools (product_id, store_id, id, due_at) select product_id, store_id, id, 'epoch' from doors;
alter table doors force row level security;
select protect_store_table('access_pools');
create policy due on access_pools for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

create function review_pool() returns trigger language plpgsql as $$
begin
  insert into access_pools (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger doors_review_pool after insert on doors for each row execute function review_pool();
create trigger doors_review_pool_again after update of link_id, spare_codes on doors for each row
  when ((old.link_id, old.spare_codes) is distinct from (new.link_id, new.spare_codes)) execute function review_pool();
