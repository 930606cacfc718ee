-- Push notifications to browsers that are closed (NT-4, decision 040).

-- The key pair that identifies the sender to push services (RFC 8292): one for the installation. A browser's
-- subscription is bound to it.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  -- Sealed under the server's secret.
  private_key bytea not null,
  made_at timestamptz(3) not null
);
grant select, insert, update on push_keys to munjigi_system;

create table push_subscriptions (
  product_id uuid not null,
  user_id uuid not null,
  id uuid primary key,
  -- The session in which it was made or last seen: when the session row is deleted, so is this row.
  session_id uuid not null references sessions on delete cascade,
  -- A keyed hash of the address: a browser has one row, for all its users.
  mark bytea not null unique check (length(mark) = 32),
  -- Address and keys, sealed: they allow anyone to send to the browser.
  sealed bytea not null,
  kinds text[] not null check (kinds <> '{}' and kinds <@ array['MONEY', 'ALARM', 'APPROVAL']),
  user_agent text not null check (length(user_agent) <= 400),
  created_at timestamptz(3) not null,
  -- When the person was last there with it.
  renewed_at timestamptz(3) not null,
  last_delivered_at timestamptz(3),
  foreign key (product_id, user_id) references users (product_id, id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy own on push_subscriptions to munjigi_app
  using (product_id = (select actor_product()) and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
create policy sending on push_subscriptions to munjigi_system using (true);
grant select (product_id, user_id, id, kinds, user_agent, created_at, last_delivered_at), delete on push_subscriptions to munjigi_app;
grant select, insert, update, delete on push_subscriptions to munjigi_system;
select let_backup_read('push_subscriptions');

-- The pending notifications of a browser, by the id of their subject.
create table push_notices (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('MONEY', 'ALARM', 'APPROVAL')),
  subject_id uuid not null,
  at timestamptz(3) not null,
  primary key (subscription_id, kind, subject_id)
);
grant select, insert, delete on push_notices to munjigi_system;

-- The message that is being built from the notices: one at a time for each browser and kind.
create table push_turns (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  kind text not null,
  turn integer not null default 1,
  attempts integer not null default 0,
  -- Null: nothing waits.
  due_at timestamptz(3),
  sent_at timestamptz(3),
  primary key (subscription_id, kind)
);
grant select, insert, update on push_turns to munjigi_system;

-- The position in the event stream up to which notices were created.
create table push_place (
  only_row boolean primary key default true check (only_row),
  after_tx xid8 not null,
  after_id bigint not null
);
grant select, insert, update on push_place to munjigi_system;
