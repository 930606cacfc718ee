-- People, their sessions, the audit log, rooms, payment notifications.

create table users (
  id uuid primary key,
  product_id uuid not null references products,
  email text not null,
  name text not null,
  password_hash text not null,
  roles text[] not null check (roles <@ array['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER']),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PENDING', 'DISABLED')),
  locale text not null default 'kr' check (locale in ('kr', 'en')),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  unique (product_id, id)
);
create unique index users_email on users (lower(email));
alter table users enable row level security;
alter table users force row level security;
create policy product_people on users to munjigi_app using (product_id = (select actor_product()));
create policy sign_in on users to munjigi_system using (true);
-- Only the sign-in may read the hash of a password.
grant select (id, product_id, email, name, roles, state, locale, created_at, version) on users to munjigi_app;
grant select, insert, update on users to munjigi_system;

create table user_stores (
  product_id uuid not null,
  user_id uuid not null,
  store_id uuid not null,
  primary key (user_id, store_id),
  foreign key (product_id, user_id) references users (product_id, id) on delete cascade,
  foreign key (product_id, store_id) references stores (product_id, id)
);
alter table user_stores enable row level security;
alter table user_stores force row level security;
create policy store_rows on user_stores to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy sign_in on user_stores to munjigi_system using (true);
grant select on user_stores to munjigi_app;
grant select, insert, delete on user_stores to munjigi_system;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  address text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id) where ended_at is null;
grant select, insert, update on sessions to munjigi_system;

-- A changed role, store or state, or a new password, ends the person's sessions at once (AU-3), for every writer.
create function end_sessions_of_changed_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED' where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger users_end_sessions after update of roles, state, password_hash on users for each row
  when (old.roles is distinct from new.roles or old.state is distinct from new.state or old.password_hash is distinct from new.password_hash)
  execute function end_sessions_of_changed_user();
create function end_sessions_of_changed_stores() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED'
  where user_id = coalesce(new.user_id, old.user_id) and ended_at is null;
  return null;
end $$;
create trigger user_stores_end_sessions after insert or delete or update on user_stores for each row
  execute function end_sessions_of_changed_stores();

-- Incremented by every change of a session's person or validity, in the transaction of the change. A session that was
-- read at one epoch is still valid at the same epoch: one small row to read for any number of sessions.
create table session_epoch (
  only_row boolean primary key default true check (only_row),
  epoch bigint not null
);
insert into session_epoch (epoch) values (1);
grant select on session_epoch to munjigi_system;

create function next_session_epoch() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update session_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger sessions_epoch after update or delete on sessions for each statement execute function next_session_epoch();
create trigger users_epoch after update or delete on users for each statement execute function next_session_epoch();
create trigger user_stores_epoch after insert or update or delete on user_stores for each statement execute function next_session_epoch();
create trigger products_epoch after update or delete on products for each statement execute function next_session_epoch();

-- Every failed sign-in, by account (a keyed hash of the typed e-mail, known or not) and by address (AU-2).
create table sign_in_failures (
  id uuid primary key,
  email_hash text not null,
  address text not null,
  at timestamptz(3) not null
);
create index sign_in_failures_email on sign_in_failures (email_hash, at);
create index sign_in_failures_address on sign_in_failures (address, at);
create index sign_in_failures_at on sign_in_failures (at);
grant select, insert, delete on sign_in_failures to munjigi_system;

-- Who did what (PD-2). Each row carries the hash of the previous row of its product; no row can be changed or deleted.
create table audit_log (
  product_id uuid not null references products,
  seq bigint not null,
  id uuid not null unique,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id uuid,
  actor_label text not null,
  address text,
  store_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (product_id, seq)
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy append on audit_log for insert to munjigi_app, munjigi_system with check (product_id = (select actor_product()));
create policy store_rows on audit_log for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
grant select, insert on audit_log to munjigi_app, munjigi_system;

-- The end of each product's chain; locking its row serialises the appends of a product.
create table audit_heads (
  product_id uuid primary key references products,
  seq bigint not null,
  hash bytea not null
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy own_product on audit_heads to munjigi_app, munjigi_system using (product_id = (select actor_product()));
grant select, insert, update on audit_heads to munjigi_app, munjigi_system;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table rooms (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null,
  capacity integer not null check (capacity > 0),
  description text not null default '',
  amenities text[] not null default '{}',
  sort_order integer not null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index rooms_id on rooms (id);
select protect_store_table('rooms');

create table notifications (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('PAID', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'CANCELED', 'REFUND_FAILED', 'WEBHOOK_REJECTED')),
  reservation_id uuid,
  amount bigint,
  text text not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  confirmed_by uuid,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index notifications_newest on notifications (product_id, id desc);
create index notifications_store_newest on notifications (store_id, id desc);
create index notifications_unconfirmed on notifications (product_id, id) where confirmed_at is null;
select protect_store_table('notifications');

-- Total and unconfirmed notifications of a store (NT-3): maintained by the transaction that changes a notification, so
-- the counts are exact for every reader and cost the same at ten rows and at ten million.
create table notification_counts (
  product_id uuid not null,
  store_id uuid not null,
  total bigint not null,
  unconfirmed bigint not null,
  primary key (store_id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index notification_counts_product on notification_counts (product_id) include (total, unconfirmed);
select protect_store_table('notification_counts');

-- Stores are locked in one order, so that two bulk confirmations cannot deadlock.
create function count_new_notifications() returns trigger language plpgsql as $$
begin
  insert into notification_counts as counts (product_id, store_id, total, unconfirmed)
  select product_id, store_id, count(*), count(*) filter (where confirmed_at is null)
  from added group by product_id, store_id order by store_id
  on conflict (store_id) do update
    set total = counts.total + excluded.total, unconfirmed = counts.unconfirmed + excluded.unconfirmed;
  return null;
end $$;
create trigger notifications_counted_new after insert on notifications
  referencing new table as added for each statement execute function count_new_notifications();

create function count_changed_notifications() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select store_id, sum(delta) as delta from (
      select store_id, 1 as delta from after_rows where confirmed_at is null
      union all
      select store_id, -1 from before_rows where confirmed_at is null
    ) as deltas group by store_id having sum(delta) <> 0 order by store_id
  loop
    update notification_counts set unconfirmed = unconfirmed + change.delta where store_id = change.store_id;
  end loop;
  return null;
end $$;
create trigger notifications_counted_changed after update on notifications
  referencing old table as before_rows new table as after_rows for each statement execute function count_changed_notifications();
