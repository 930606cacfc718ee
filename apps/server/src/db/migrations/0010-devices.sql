-- Devices of rooms, and further drivers in addition to Home Assistant's discovery.

alter table discovered_devices
  drop constraint discovered_devices_driver_check,
  add check (driver in ('ha-mqtt', 'shelly', 'tasmota', 'zigbee2mqtt')),
  add column kind text not null default 'LOCK' check (kind in ('LOCK', 'SWITCH', 'LIGHT', 'CLIMATE', 'BINARY_SENSOR', 'SENSOR', 'BUTTON')),
  add column traits jsonb not null default '{}';
alter table discovered_devices alter column kind drop default;

alter table device_links
  drop constraint device_links_driver_check,
  add check (driver in ('ha-mqtt', 'shelly', 'tasmota', 'zigbee2mqtt')),
  -- State of a room device, as reported or inferred.
  add column state jsonb not null default '{}',
  add column state_source text not null default 'INFERRED' check (state_source in ('REPORTED', 'INFERRED')),
  -- The target has released the device. Its history stays, and another target can use it.
  add column removed_at timestamptz(3),
  drop constraint device_links_store_id_driver_device_key_key,
  drop constraint device_links_store_id_target_kind_target_id_key;
create unique index device_links_device on device_links (store_id, driver, device_key) where removed_at is null;
create unique index device_links_target on device_links (store_id, target_kind, target_id) where removed_at is null;

alter table device_history
  drop constraint device_history_action_check,
  add check (action in
    ('OPEN', 'LOCK', 'SET', 'PRESS', 'LOCKED', 'UNLOCKED', 'UNLATCHED', 'JAMMED', 'ONLINE', 'OFFLINE', 'CHANGED', 'PRESSED', 'DENIED')),
  -- The requested state of a device, or the one that it reported.
  add column state jsonb,
  add check (state is not null or action not in ('SET', 'CHANGED'));

create or replace function keep_history_forward() returns trigger language plpgsql as $$
begin
  if command_rank(old.status) = 3 then
    raise exception 'device_history: % is over and cannot change', old.id using errcode = 'insufficient_privilege';
  end if;
  if command_rank(new.status) < command_rank(old.status) or new.status = 'REPORTED'
     or (new.store_id, new.id, new.link_id, new.target_id, new.action, new.cause_kind, new.cause_label, new.source, new.requested_at)
        is distinct from
        (old.store_id, old.id, old.link_id, old.target_id, old.action, old.cause_kind, old.cause_label, old.source, old.requested_at)
     or (new.room_id, new.cause_id, new.reason, new.request_key, new.expires_at, new.state)
        is distinct from (old.room_id, old.cause_id, old.reason, old.request_key, old.expires_at, old.state)
     or (old.sent_at is not null and new.sent_at is distinct from old.sent_at) then
    raise exception 'device_history: % only goes forward', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- A controllable device or a sensor in a room. Its reports are in device_links (0003).
create table devices (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid not null,
  name text not null,
  kind text not null check (kind in ('SWITCH', 'LIGHT', 'CLIMATE', 'BINARY_SENSOR', 'SENSOR', 'BUTTON')),
  traits jsonb not null,
  link_id uuid not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  version integer not null default 1,
  primary key (store_id, id),
  unique (store_id, link_id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  foreign key (store_id, link_id) references device_links (store_id, id)
);
create index devices_id on devices (id);
create index devices_room on devices (store_id, room_id) where removed_at is null;
select protect_store_table('devices');
