-- Doors whole: their settings, holding them open, all doors of a store at once in an emergency, and alarms.

alter table doors
  -- Of the guests' access; null: the store's setting.
  add column access_before_minutes integer check (access_before_minutes between 0 and 240),
  add column access_after_minutes integer check (access_after_minutes between 0 and 240),
  -- When it raises an alarm; null: never for this condition.
  add column left_open_seconds integer default 120 check (left_open_seconds between 10 and 3600),
  add column rings_when_forced boolean not null default true,
  add column offline_seconds integer default 120 check (offline_seconds between 10 and 86400),
  add column battery_percent smallint default 20 check (battery_percent between 1 and 90),
  add column rings_when_jammed boolean not null default true,
  add column tested_at timestamptz(3),
  add column round_trip_ms integer check (round_trip_ms >= 0),
  -- Held open until then, or until a fire release is over.
  add column held_until timestamptz(3),
  -- The command that opened the door for holding; kept until the door is locked again.
  add column held_by_command_id uuid,
  add column held_for_reservation_id uuid,
  add column relock_attempts smallint not null default 0,
  -- When the server must check whether the holding has ended or the door is locked again.
  add column due_at timestamptz(3),
  add column emergency_id uuid;
alter table doors add check (held_until is null or door_mode = 'HELD_OPEN');
create index doors_due on doors (due_at) where due_at is not null;
-- An actor without a store finds the due doors of every store.
create policy due on doors for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

-- Lockdowns and fire releases (DR-8).
create table emergencies (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('LOCKDOWN', 'FIRE_RELEASE')),
  reason text not null,
  started_at timestamptz(3) not null,
  started_by uuid not null,
  started_by_name text not null,
  ended_at timestamptz(3),
  ended_by uuid,
  ended_by_name text,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_by_name is null))
);
create unique index emergencies_in_force on emergencies (store_id) where ended_at is null;
create index emergencies_id on emergencies (id);
create index emergencies_newest on emergencies (product_id, started_at desc, id desc);
select protect_store_table('emergencies');

-- The command that each door of an emergency needs, sent or not yet. A new one is set when the emergency ends.
create table emergency_doors (
  product_id uuid not null,
  store_id uuid not null,
  emergency_id uuid not null,
  door_id uuid not null,
  -- Null: no action, the door is back in its former state.
  action text check (action in ('LOCK', 'OPEN')),
  command_id uuid,
  attempts smallint not null default 0,
  -- The door mode before the emergency.
  mode_before text not null check (mode_before in ('NORMAL', 'HELD_OPEN')),
  held_until_before timestamptz(3),
  held_for_reservation_id_before uuid,
  primary key (store_id, emergency_id, door_id),
  foreign key (store_id, emergency_id) references emergencies (store_id, id),
  foreign key (store_id, door_id) references doors (store_id, id),
  check (action is not null or command_id is null)
);
create index emergency_doors_command on emergency_doors (store_id, command_id) where command_id is not null;
create index emergency_doors_due on emergency_doors (store_id, emergency_id) where action is not null and command_id is null;
select protect_store_table('emergency_doors');
-- An actor without a store finds unsent commands in every store, also those of another process.
create policy due on emergency_doors for select to munjigi_system using (action is not null and command_id is null and (select actor_product()) is null);

-- Alarms of doors (DR-7). At most one of a kind rings at a door.
create table alarms (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  door_id uuid not null,
  kind text not null check (kind in ('LEFT_OPEN', 'FORCED', 'OFFLINE', 'BATTERY_LOW', 'JAMMED')),
  since timestamptz(3) not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by uuid,
  acknowledged_by_name text,
  primary key (store_id, id),
  foreign key (store_id, door_id) references doors (store_id, id),
  check (closed_at >= opened_at),
  check ((acknowledged_at is null) = (acknowledged_by is null) and (acknowledged_at is null) = (acknowledged_by_name is null))
);
create unique index alarms_open on alarms (store_id, door_id, kind) where closed_at is null;
create index alarms_id on alarms (id);
create index alarms_pending on alarms (product_id, opened_at desc, id desc) where closed_at is null or (kind = 'FORCED' and acknowledged_at is null);
create index alarms_newest on alarms (product_id, opened_at desc, id desc);
select protect_store_table('alarms');

-- State of the alarm checks of a door between two runs.
create table alarm_watches (
  product_id uuid not null,
  store_id uuid not null,
  door_id uuid not null,
  -- Whether the leaf was closed when last seen: only a closed leaf can be forced.
  is_leaf_closed boolean not null default false,
  leaf_open_since timestamptz(3),
  -- The leaf opened while the door was locked at rest: forced, unless a command or a turned key is reported.
  suspected_at timestamptz(3),
  offline_since timestamptz(3),
  -- When an alarm opens that needs time.
  due_at timestamptz(3),
  primary key (store_id, door_id),
  foreign key (store_id, door_id) references doors (store_id, id)
);
create index alarm_watches_due on alarm_watches (due_at) where due_at is not null;
select protect_store_table('alarm_watches');
create policy due on alarm_watches for select to munjigi_system using (due_at is not null and (select actor_product()) is null);
