-- Messages to staff (AU-8, decision 071): invitations, reset links, sign-ins from a new device, calls of the on-call
-- rules. Modules add them in the transaction of the cause; the sender of messages to guests sends them too.

create table staff_messages (
  product_id uuid not null references products,
  id uuid not null,
  -- The order in which the messages were queued.
  seq bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null check (kind in ('INVITATION', 'PASSWORD_RESET', 'NEW_DEVICE', 'ON_CALL')),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  language text not null check (language in ('ko', 'en')),
  -- Names the cause: one cause makes one message.
  dedupe_key text not null,
  -- Sealed like the data of guests, because a text can hold a one-time link. Empty once the message has ended.
  subject bytea not null,
  body bytea not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'ACCEPTED', 'DELIVERED', 'FAILED', 'EXPIRED', 'WITHDRAWN')),
  error text,
  tries integer not null default 0,
  queued_at timestamptz(3) not null,
  send_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- An attempt was committed and has no outcome yet.
  sending_since timestamptz(3),
  -- What the provider of the latest attempt knows the message by before it sends it, and after.
  reference text,
  provider_message_id text,
  primary key (product_id, id),
  foreign key (product_id, user_id) references users (product_id, id) on delete cascade,
  unique (product_id, dedupe_key),
  check ((state = 'QUEUED') = (ended_at is null)),
  check (state = 'QUEUED' or (length(subject) = 0 and length(body) = 0))
);
create index staff_messages_due on staff_messages (send_at, seq) where state = 'QUEUED';
create index staff_messages_expiring on staff_messages (expires_at) where state = 'QUEUED';
create index staff_messages_ended on staff_messages (ended_at) where ended_at is not null;
create index staff_messages_user on staff_messages (product_id, user_id);
create index staff_messages_provider on staff_messages (product_id, provider_message_id) where provider_message_id is not null;
alter table staff_messages enable row level security;
alter table staff_messages force row level security;
-- A person adds and withdraws messages; no person reads the text.
create policy of_the_product on staff_messages to munjigi_app using (product_id = (select actor_product()));
create policy sends on staff_messages to munjigi_system using (true);
grant select (product_id, id, user_id, kind, channel, dedupe_key, state, expires_at, sending_since), insert,
  update (subject, body, state, error, ended_at) on staff_messages to munjigi_app;
grant select, insert, update, delete on staff_messages to munjigi_system;
select let_backup_read('staff_messages');
