-- Products and stores, the rows that each actor may see (row-level security), and the foundation's tables: events,
-- jobs, idempotency keys. Two roles without a login; the program switches to one of them in every transaction:
--   munjigi_app     people. Store rows are filtered by the product and the stores of the person.
--   munjigi_system  device messages, timers. Store rows are filtered by the store worked on; only this role reads
--                   the foundation's tables, which belong to no store.

do $$
begin
  if not exists (select from pg_roles where rolname = 'munjigi_app') then create role munjigi_app nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;
do $$
begin
  if not exists (select from pg_roles where rolname = 'munjigi_system') then create role munjigi_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
-- The login of the program must be able to switch to both roles.
do $$ begin execute format('grant munjigi_app, munjigi_system to %I', current_user); end $$;

revoke create on schema public from public;
grant usage on schema public to munjigi_app, munjigi_system;

-- The actor that withActor() set for this transaction. Without settings no row is visible.
create function actor_product() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.product_id', true), '')::uuid;
create function actor_sees_all_stores() returns boolean language sql stable parallel safe
  return current_setting('app.store_ids', true) = '*';
create function actor_stores() returns uuid[] language sql stable parallel safe
  return case when current_setting('app.store_ids', true) in ('*', '') then '{}'::uuid[]
              else current_setting('app.store_ids', true)::uuid[] end;

-- Called once for each table with rows of a store. The sub-selects make PostgreSQL evaluate the settings once for each
-- statement.
create function protect_store_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$
    create policy store_rows on %I to munjigi_app, munjigi_system
    using (product_id = (select actor_product())
           and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])))
    $p$, name);
  execute format('grant select, insert, update on %I to munjigi_app, munjigi_system', name);
end $$;

create table products (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{1,38}$'),
  name text not null,
  created_at timestamptz(3) not null
);
grant select on products to munjigi_app, munjigi_system;
grant insert on products to munjigi_system;

create table stores (
  product_id uuid not null references products,
  id uuid primary key,
  name text not null,
  address text not null default '',
  phone text not null default '',
  time_zone text not null default 'Asia/Seoul',
  -- All topics of the store's devices are below `<mqtt_prefix>/`.
  mqtt_prefix text not null unique check (mqtt_prefix ~ '^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$' and length(mqtt_prefix) <= 80),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  unique (product_id, id)
);
alter table stores enable row level security;
alter table stores force row level security;
create policy store_rows on stores to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or id = any ((select actor_stores())::uuid[])));
-- The directory of stores: the system must know which there are, and reads no more of them than where they listen.
create policy directory on stores to munjigi_system using (true);
grant select, insert, update on stores to munjigi_app;
grant select (product_id, id, time_zone, mqtt_prefix) on stores to munjigi_system;

-- Published events, for every process's reader (AP-6). Ids are assigned before the commit, so a later id can become
-- visible first; (tx, id) with tx below the oldest open transaction is the order in which nothing can be skipped.
create table events (
  tx xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  product_id uuid not null,
  store_id uuid,
  name text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (tx, id)
);
create index events_created_at on events (created_at);
-- The newest transaction whose events were swept: a reader behind it must read everything again.
create table events_floor (
  only_row boolean primary key default true check (only_row),
  tx xid8 not null
);
insert into events_floor (tx) values ('0');
grant select, update on events_floor to munjigi_system;
grant insert on events to munjigi_app;
grant select, insert, delete on events to munjigi_system;

create function notify_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('munjigi_events', '');
  return null;
end $$;
create trigger events_notify after insert on events for each statement execute function notify_event();

-- Due work. The transaction that causes it inserts it; processes claim it with a lease, so that each job runs once.
create table jobs (
  id uuid primary key,
  kind text not null,
  -- Only one job of a kind for each key: a second one is not inserted.
  dedupe_key text,
  payload jsonb not null,
  due_at timestamptz(3) not null,
  locked_until timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  unique (kind, dedupe_key)
);
create index jobs_due on jobs (due_at);
grant insert on jobs to munjigi_app;
grant select (kind, dedupe_key) on jobs to munjigi_app; -- what ON CONFLICT needs
grant select, insert, update, delete on jobs to munjigi_system;

create table idempotency_keys (
  product_id uuid not null,
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  body_hash text not null,
  -- Empty while the first request is still at it.
  status integer,
  reply jsonb,
  created_at timestamptz(3) not null,
  locked_until timestamptz(3) not null,
  primary key (product_id, user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_keys on idempotency_keys to munjigi_app
  using (product_id = (select actor_product()) and user_id = nullif(current_setting('app.user_id', true), '')::uuid);
create policy system_cleans on idempotency_keys to munjigi_system using (true);
grant select, insert, update on idempotency_keys to munjigi_app;
grant select, delete on idempotency_keys to munjigi_system;
