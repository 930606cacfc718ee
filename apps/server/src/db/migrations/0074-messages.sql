-- Messages to guests (MS-1 to MS-10, decision 067). The triggers at the end write the outbox in the transaction of the
-- cause, for every module that makes the change.

create table message_providers (
  product_id uuid not null references products,
  provider text not null check (provider in ('SOLAPI', 'SMTP')),
  account text not null,
  address text not null,
  -- Sealed under the server's secret. An SMTP server may need none.
  secret bytea,
  has_secret boolean not null generated always as (secret is not null) stored,
  sender_phone text not null,
  kakao_channel_id text not null,
  sender_email text not null,
  is_enabled boolean not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  -- While the provider does not answer, one message at a time probes it, not before `retry_at`.
  last_error text,
  failing_since timestamptz(3),
  failures integer not null default 0,
  retry_at timestamptz(3),
  primary key (product_id, provider)
);
alter table message_providers enable row level security;
alter table message_providers force row level security;
create policy of_the_product on message_providers to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
-- The triggers below look whether the product sends messages, also for people of one store; none of them reads a secret.
create policy is_used on message_providers for select to munjigi_app using (product_id = (select actor_product()));
create policy sends on message_providers to munjigi_system using (true);
grant select (product_id, provider, account, address, has_secret, sender_phone, kakao_channel_id, sender_email, is_enabled, changed_at, changed_by_name, version, last_error, failing_since, failures, retry_at),
  insert, update on message_providers to munjigi_app;
grant select, update (last_error, failing_since, failures, retry_at) on message_providers to munjigi_system;
select let_backup_read('message_providers');

-- `id` is the store's: one row of a store.
create table message_senders (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  sender_phone text not null,
  sender_email text not null,
  quiet_from text,
  quiet_until text,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((quiet_from is null) = (quiet_until is null))
);
select protect_store_table('message_senders');

-- A change inserts the next version. Version 0 is in the program.
create table message_templates (
  product_id uuid not null references products,
  kind text not null,
  language text not null check (language in ('ko', 'en')),
  version integer not null check (version > 0),
  is_enabled boolean not null,
  subject text not null,
  body text not null,
  alimtalk_code text not null,
  alimtalk_state text not null check (alimtalk_state in ('NONE', 'REQUESTED', 'APPROVED', 'REJECTED')),
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  primary key (product_id, kind, language, version)
);
alter table message_templates enable row level security;
alter table message_templates force row level security;
create policy of_the_product on message_templates for select to munjigi_app, munjigi_system using (product_id = (select actor_product()));
create policy added on message_templates for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
grant select, insert on message_templates to munjigi_app;
grant select on message_templates to munjigi_system;
select let_backup_read('message_templates');

create table messages (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The order in which the messages were queued.
  seq bigint not null generated always as identity,
  reservation_id uuid not null,
  kind text not null check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS', 'ENDING_SOON', 'EXTENDED', 'CANCELLED', 'REFUNDED')),
  -- Names the cause: one cause makes one message.
  dedupe_key text not null,
  -- The access code or the refund that the message is about.
  subject_id uuid,
  language text not null default 'ko' check (language in ('ko', 'en')),
  -- Personal data, sealed: where it goes, and the text that was sent, in which digits of access codes are masked.
  guest_phone bytea not null,
  phone_mark bytea,
  content bytea not null default '',
  template_version integer,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'ACCEPTED', 'DELIVERED', 'FAILED', 'EXPIRED', 'WITHDRAWN')),
  channel text check (channel in ('ALIMTALK', 'SMS', 'LMS', 'EMAIL')),
  error text,
  resend_of uuid,
  queued_at timestamptz(3) not null,
  -- null: the reservation changed, or the message is new; its times are computed before anything else happens to it.
  planned_at timestamptz(3),
  is_new boolean not null default true,
  send_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- An attempt was committed and has no outcome yet.
  sending_since timestamptz(3),
  tries integer not null default 0,
  primary key (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  unique (store_id, dedupe_key),
  check ((state = 'QUEUED') = (ended_at is null))
);
create index messages_id on messages (id);
create index messages_due on messages (send_at, seq) where state = 'QUEUED' and planned_at is not null;
create index messages_unplanned on messages (seq) where state = 'QUEUED' and planned_at is null;
create index messages_expiring on messages (expires_at) where state = 'QUEUED';
create index messages_sending on messages (sending_since) where sending_since is not null;
create index messages_of_guest on messages (product_id, phone_mark, ended_at);
create index messages_reservation on messages (store_id, reservation_id);
create index messages_latest on messages (product_id, queued_at desc, id desc);
create index messages_store_latest on messages (store_id, queued_at desc, id desc);
select protect_store_table('messages');
-- The sender finds due messages of every store.
create policy found on messages for select to munjigi_system using ((select actor_product()) is null);

create table message_attempts (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  channel text not null check (channel in ('ALIMTALK', 'SMS', 'LMS', 'EMAIL')),
  provider text not null check (provider in ('SOLAPI', 'SMTP')),
  state text not null check (state in ('SENDING', 'ACCEPTED', 'DELIVERED', 'FAILED', 'UNKNOWN')),
  -- False: the provider did not answer, so the same channel is tried again.
  is_final boolean not null default true,
  -- What the provider knows the message by before it sends it: a group of Solapi, the Message-ID of an e-mail.
  reference text,
  provider_message_id text,
  cost bigint,
  error text,
  started_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  reported_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, message_id) references messages (store_id, id)
);
create index message_attempts_message on message_attempts (store_id, message_id, started_at);
create index message_attempts_provider on message_attempts (product_id, provider_message_id) where provider_message_id is not null;
select protect_store_table('message_attempts');
-- Finds the message of a delivery report.
create policy found on message_attempts for select to munjigi_system using ((select actor_product()) is null);

-- The texts name the store.
grant select (name, address, phone) on stores to munjigi_system;

-- Adds a message to the outbox, once for each cause. Nothing is added for a product without an enabled provider or a
-- guest without a phone number. The sender computes the times; those here only satisfy the columns.
create function queue_message(of reservations, message_kind text, cause text, subject uuid) returns void language plpgsql as $$
declare
  ms bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  if of.kind <> 'GUEST' or length(of.guest_phone) = 0
     or not exists (select from message_providers p where p.product_id = of.product_id and p.is_enabled) then
    return;
  end if;
  insert into messages (product_id, store_id, id, reservation_id, kind, dedupe_key, subject_id, guest_phone, phone_mark, queued_at, send_at, expires_at)
  values (of.product_id, of.store_id, (lpad(to_hex(ms), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
          of.id, message_kind, cause, subject, of.guest_phone, of.phone_mark, now(), now(), greatest(of.ends_at, now()))
  on conflict (store_id, dedupe_key) do nothing;
end $$;

create function queue_messages_of_new_reservation() returns trigger language plpgsql as $$
begin
  if new.state = 'PENDING' then
    perform queue_message(new, 'HELD', 'HELD:' || new.id, null);
    if new.hold_expires_at - new.created_at >= interval '20 minutes' then
      perform queue_message(new, 'PAYMENT_REMINDER', 'PAYMENT_REMINDER:' || new.id, null);
    end if;
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  end if;
  return null;
end $$;

create function queue_messages_of_confirmation(of reservations) returns void language plpgsql as $$
begin
  perform queue_message(of, 'CONFIRMED', 'CONFIRMED:' || of.id, null);
  -- The guest of a walk-in is at the door already.
  if of.channel <> 'WALK_IN' then perform queue_message(of, 'ACCESS_OPENS', 'ACCESS_OPENS:' || of.id, null); end if;
  perform queue_message(of, 'ENDING_SOON', 'ENDING_SOON:' || of.id || ':' || extract(epoch from of.ends_at)::bigint, null);
end $$;

create function queue_messages_of_changed_reservation() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and new.state = 'CANCELLED' then
    update messages set state = 'WITHDRAWN', error = 'RESERVATION_CANCELLED', ended_at = now()
    where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null
      and kind not in ('CANCELLED', 'REFUNDED');
  else
    -- What is queued follows the reservation.
    update messages set planned_at = null
    where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null;
  end if;
  if old.state = 'PENDING' and new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  elsif old.state <> new.state and new.state = 'CANCELLED' then
    perform queue_message(new, 'CANCELLED', 'CANCELLED:' || new.id, null);
  elsif old.ends_at <> new.ends_at and new.state in ('CONFIRMED', 'IN_USE') then
    if new.ends_at > old.ends_at and new.starts_at = old.starts_at then
      perform queue_message(new, 'EXTENDED', 'EXTENDED:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
    end if;
    -- The warning of the former end is withdrawn when its times are computed again.
    perform queue_message(new, 'ENDING_SOON', 'ENDING_SOON:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
  end if;
  return null;
end $$;
create trigger reservations_queue_messages after insert on reservations for each row
  when (new.kind = 'GUEST') execute function queue_messages_of_new_reservation();
create trigger reservations_queue_messages_again after update of state, starts_at, ends_at, hold_expires_at on reservations for each row
  when (new.kind = 'GUEST' and (old.state <> new.state or old.starts_at <> new.starts_at or old.ends_at <> new.ends_at
        or old.hold_expires_at is distinct from new.hold_expires_at))
  execute function queue_messages_of_changed_reservation();

-- A lock acknowledged a code (MS-2). Every further door of the same code only computes the times again.
create function queue_code_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  update messages set planned_at = null
  where store_id = new.store_id and reservation_id = new.reservation_id and subject_id = new.code_id and state = 'QUEUED' and sending_since is null;
  if found then return null; end if;
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  perform queue_message(of, case when exists (
      select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind in ('CODE_ACTIVE', 'CODE_CHANGED')
        and m.subject_id <> new.code_id and (m.state in ('ACCEPTED', 'DELIVERED') or m.sending_since is not null))
    then 'CODE_CHANGED' else 'CODE_ACTIVE' end, 'CODE:' || of.id || ':' || new.code_id, new.code_id);
  return null;
end $$;
create trigger access_code_places_queue_message after update of acknowledged on access_code_places for each row
  when (new.acknowledged in ('DISABLED', 'ENABLED') and old.acknowledged not in ('DISABLED', 'ENABLED')
        and new.reservation_id is not null and new.is_wanted)
  execute function queue_code_message();

-- A spare code is in its lock already when a guest gets it.
create function queue_spare_code_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.given_to;
  perform queue_message(of, 'CODE_CHANGED', 'CODE:' || of.id || ':' || new.id, new.id);
  return null;
end $$;
create trigger access_codes_queue_message after update of given_to on access_codes for each row
  when (old.given_to is null and new.given_to is not null) execute function queue_spare_code_message();

create function queue_refund_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  select r.* into of from payments p join reservations r on r.store_id = p.store_id and r.id = p.reservation_id
  where p.store_id = new.store_id and p.id = new.payment_id;
  if of.id is not null then perform queue_message(of, 'REFUNDED', 'REFUNDED:' || new.id, new.id); end if;
  return null;
end $$;
create trigger payment_refunds_queue_message after insert on payment_refunds for each row
  when (new.state = 'DONE') execute function queue_refund_message();
create trigger payment_refunds_queue_message_later after update of state on payment_refunds for each row
  when (new.state = 'DONE' and old.state <> 'DONE') execute function queue_refund_message();
