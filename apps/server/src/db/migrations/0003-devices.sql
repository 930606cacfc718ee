-- Devices that announced themselves, devices linked to a door or a room, and the history of all their commands and
-- events.

create table discovered_devices (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  driver text not null check (driver in ('ha-mqtt')),
  -- The device's own name for itself; one of it in a store.
  device_key text not null check (length(device_key) <= 200),
  -- Where it was announced: an empty message there takes it back.
  announced_at_topic text not null,
  name text not null,
  manufacturer text,
  model text,
  settings jsonb not null,
  obstacle text,
  first_seen_at timestamptz(3) not null,
  -- When the device withdrew its announcement. It returns with the next announcement.
  withdrawn_at timestamptz(3),
  primary key (store_id, id),
  unique (store_id, driver, device_key),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index discovered_devices_id on discovered_devices (id);
create index discovered_devices_topic on discovered_devices (store_id, announced_at_topic);
select protect_store_table('discovered_devices');

-- The binding of a door or a device to its topics, and its last reported state.
create table device_links (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  driver text not null check (driver in ('ha-mqtt')),
  device_key text not null,
  settings jsonb not null,
  target_kind text not null check (target_kind in ('DOOR', 'DEVICE')),
  target_id uuid not null,
  online text not null default 'UNKNOWN' check (online in ('ONLINE', 'OFFLINE', 'UNKNOWN')),
  -- Its last reported availability, kept across our own disconnections: a repeated report is no event.
  told_online text not null default 'UNKNOWN' check (told_online in ('ONLINE', 'OFFLINE', 'UNKNOWN')),
  -- By the number of the topic, for devices with several.
  availability jsonb not null default '{}',
  lock_state text not null default 'UNKNOWN' check (lock_state in ('UNKNOWN', 'NOT_FULLY_LOCKED', 'LOCKED', 'UNLOCKED', 'UNLATCHED')),
  lock_state_source text not null default 'INFERRED' check (lock_state_source in ('REPORTED', 'INFERRED')),
  is_moving boolean not null default false,
  leaf_state text not null default 'UNKNOWN'
    check (leaf_state in ('UNKNOWN', 'OPEN', 'CLOSED', 'JAMMED', 'FORCED_OPEN', 'ERROR', 'AJAR')),
  battery smallint check (battery between 0 and 100),
  last_seen_at timestamptz(3),
  -- The newest command; an older one that was not sent yet is superseded.
  last_command_id uuid,
  primary key (store_id, id),
  unique (store_id, driver, device_key),
  unique (store_id, target_kind, target_id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('device_links');

-- One row for each command and each reported event (DH-1). The status of a command only moves forward; a finished row
-- does not change.
create table device_history (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  target_kind text not null check (target_kind in ('DOOR', 'DEVICE')),
  target_id uuid not null,
  room_id uuid,
  action text not null check (action in ('OPEN', 'LOCK', 'LOCKED', 'UNLOCKED', 'UNLATCHED', 'JAMMED', 'ONLINE', 'OFFLINE')),
  status text not null check (status in
    ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTED', 'FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE', 'REPORTED')),
  cause_kind text not null check (cause_kind in ('PERSON', 'RESERVATION', 'AUTOMATION', 'DEVICE', 'UNKNOWN')),
  cause_id uuid,
  cause_label text not null,
  source text not null,
  reason text,
  -- The key of the request that caused it: a repeated request gets the same command (AP-3).
  request_key text,
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3),
  sent_at timestamptz(3),
  -- Until when a device may answer; brought forward when it has answered without doing it.
  deadline_at timestamptz(3),
  -- The device's state when the command was sent: decides how its next report is interpreted.
  state_when_sent text,
  has_answered boolean not null default false,
  acknowledged_at timestamptz(3),
  finished_at timestamptz(3),
  latency_ms integer check (latency_ms >= 0),
  error_code text,
  error_message text,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index device_history_newest on device_history (product_id, id desc);
create index device_history_store_newest on device_history (product_id, store_id, id desc);
create index device_history_target on device_history (store_id, target_id, id desc);
create index device_history_under_way on device_history (store_id, link_id) where status in ('QUEUED', 'SENT', 'ACCEPTED');
create index device_history_request on device_history (store_id, request_key) where request_key is not null;
select protect_store_table('device_history');

create function command_rank(status text) returns integer language sql immutable return
  case status when 'QUEUED' then 0 when 'SENT' then 1 when 'ACCEPTED' then 2 else 3 end;

create function keep_history_forward() returns trigger language plpgsql as $$
begin
  if command_rank(old.status) = 3 then
    raise exception 'device_history: % is over and cannot change', old.id using errcode = 'insufficient_privilege';
  end if;
  if command_rank(new.status) < command_rank(old.status) or new.status = 'REPORTED'
     or (new.store_id, new.id, new.link_id, new.target_id, new.action, new.cause_kind, new.cause_label, new.source, new.requested_at)
        is distinct from
        (old.store_id, old.id, old.link_id, old.target_id, old.action, old.cause_kind, old.cause_label, old.source, old.requested_at)
     or (new.room_id, new.cause_id, new.reason, new.request_key, new.expires_at)
        is distinct from (old.room_id, old.cause_id, old.reason, old.request_key, old.expires_at)
     or (old.sent_at is not null and new.sent_at is distinct from old.sent_at) then
    raise exception 'device_history: % only goes forward', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger device_history_forward before update on device_history for each row execute function keep_history_forward();
create trigger device_history_kept before delete or truncate on device_history for each statement execute function refuse_change();

-- Each step of a command with its time, and what arrived after its end (a late answer).
create table device_history_steps (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  command_id uuid not null,
  at timestamptz(3) not null,
  step text not null,
  note text,
  primary key (store_id, id),
  foreign key (store_id, command_id) references device_history (store_id, id)
);
create index device_history_steps_command on device_history_steps (store_id, command_id);
select protect_store_table('device_history_steps');
revoke update on device_history_steps from munjigi_app, munjigi_system;
create trigger device_history_steps_append_only before update or delete or truncate on device_history_steps
  for each statement execute function refuse_change();

-- The process that listens to a broker's devices: one at a time, so that each message is processed once and in order.
-- Belongs to no store.
create table device_listeners (
  broker text primary key,
  holder uuid not null,
  until timestamptz(3) not null
);
grant select, insert, update on device_listeners to munjigi_system;
grant select (broker, until) on device_listeners to munjigi_app;
