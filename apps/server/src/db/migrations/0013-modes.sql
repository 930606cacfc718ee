-- Modes (RM-5): named presets of device states, and the results of applying them to a room.

create table modes (
  product_id uuid not null references products,
  id uuid primary key,
  -- Null: for every store of the product.
  store_id uuid references stores (id),
  name text not null,
  states jsonb not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  version integer not null default 1
);
create index modes_by_name on modes (product_id, name, id) where deleted_at is null;
alter table modes enable row level security;
alter table modes force row level security;
-- A mode for all stores is visible at each store, and can be changed only by people with access to all stores.
create policy seen on modes for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and (store_id is null or (select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy made on modes for insert to munjigi_app, munjigi_system
  with check (product_id = (select actor_product()) and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy changed on modes for update to munjigi_app
  using (product_id = (select actor_product()) and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
grant select, insert, update (name, states, deleted_at, version) on modes to munjigi_app;
grant select, insert on modes to munjigi_system;

create table mode_runs (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid not null,
  mode_id uuid not null references modes,
  mode_name text not null,
  cause_kind text not null check (cause_kind in ('PERSON', 'RESERVATION', 'AUTOMATION')),
  cause_id uuid,
  cause_label text not null,
  started_at timestamptz(3) not null,
  -- The same request again is the same run.
  request_key text,
  primary key (store_id, id),
  unique (store_id, request_key),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id)
);
create index mode_runs_id on mode_runs (id);
create index mode_runs_latest on mode_runs (store_id, room_id, started_at desc, id desc);
select protect_store_table('mode_runs');
revoke update on mode_runs from munjigi_app, munjigi_system;

-- The requested state of each device of the room, and the last command for it.
create table mode_run_devices (
  product_id uuid not null,
  store_id uuid not null,
  run_id uuid not null,
  device_id uuid not null,
  state jsonb not null,
  command_id uuid not null,
  primary key (store_id, run_id, device_id),
  foreign key (store_id, run_id) references mode_runs (store_id, id),
  foreign key (store_id, device_id) references devices (store_id, id)
);
select protect_store_table('mode_run_devices');
revoke update on mode_run_devices from munjigi_app, munjigi_system;
grant update (command_id) on mode_run_devices to munjigi_app, munjigi_system;
