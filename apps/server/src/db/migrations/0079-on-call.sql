-- Incidents that need a person, and who is notified of them (OC-1 to OC-6, decision 070).

-- `id` is the store's: one row of a store.
create table on_call_rules (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  is_enabled boolean not null,
  -- [{"condition", "isEnabled", "isUrgent"}] with every condition once.
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  -- [{"userIds", "channels", "afterMinutes"}] in their order.
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  quiet_from text,
  quiet_until text,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((quiet_from is null) = (quiet_until is null))
);
select protect_store_table('on_call_rules');
-- The review finds the stores with rules.
create policy found on on_call_rules for select to munjigi_system using ((select actor_product()) is null);

create table incidents (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  kind text not null check (kind in
    ('READINESS', 'DOOR_OFFLINE', 'OVERRUN', 'ALARM', 'REFUND_FAILED', 'MESSAGE_UNDELIVERABLE', 'TEST')),
  -- The reservation, alarm or notification that began it; of a test the store.
  subject_id uuid not null,
  reservation_id uuid,
  door_id uuid,
  room_id uuid,
  details text[] not null,
  opened_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  acknowledged_by uuid,
  acknowledged_by_name text,
  resolved_at timestamptz(3),
  -- The last step that was notified, and when.
  step smallint not null default 0,
  step_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  foreign key (store_id, door_id) references doors (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  check ((acknowledged_at is null) = (acknowledged_by is null) and (acknowledged_at is null) = (acknowledged_by_name is null)),
  check ((step = 0) = (step_at is null))
);
-- One open incident for each cause, also while two processes review the store.
create unique index incidents_pending on incidents (store_id, kind, subject_id) where resolved_at is null;
create index incidents_id on incidents (id);
create index incidents_latest on incidents (product_id, opened_at desc, id desc);
create index incidents_store_latest on incidents (store_id, opened_at desc, id desc);
select protect_store_table('incidents');
grant delete on incidents to munjigi_system;

create table incident_notices (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  step smallint not null check (step > 0),
  user_id uuid not null,
  channel text not null check (channel in ('PUSH', 'SMS', 'EMAIL')),
  state text not null check (state in ('WAITING', 'SENT', 'FAILED', 'SKIPPED')),
  error text,
  due_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- The message of the outbox that carries it, for SMS and e-mail.
  message_id uuid,
  primary key (store_id, id),
  foreign key (store_id, incident_id) references incidents (store_id, id) on delete cascade,
  unique (store_id, incident_id, step, user_id, channel),
  check ((state = 'SENT') = (sent_at is not null))
);
create index incident_notices_waiting on incident_notices (store_id) where state = 'WAITING';
select protect_store_table('incident_notices');

-- Four more kinds of push notifications (NT-4).
alter table push_subscriptions drop constraint push_subscriptions_kinds_check;
alter table push_subscriptions add constraint push_subscriptions_kinds_check check (
  kinds <> '{}' and kinds <@ array['MONEY', 'ALARM', 'APPROVAL', 'READINESS', 'OVERRUN', 'WAITLIST', 'ON_CALL']);
alter table push_notices drop constraint push_notices_kind_check;
alter table push_notices add constraint push_notices_kind_check check (
  kind in ('MONEY', 'ALARM', 'APPROVAL', 'READINESS', 'OVERRUN', 'WAITLIST', 'ON_CALL'));

-- When the event that an overrun counts was published. Those of the past publish none.
alter table overruns add column counted_at timestamptz(3);
update overruns set counted_at = told_from;
create index overruns_uncounted on overruns (told_from) where counted_at is null and ended_at is null;
create policy uncounted on overruns for select to munjigi_system
  using ((select actor_product()) is null and counted_at is null and ended_at is null);
