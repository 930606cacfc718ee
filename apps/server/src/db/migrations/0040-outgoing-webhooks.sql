-- Webhooks to the chain's own systems (AP-7): the endpoints, and the result of each delivery.

create table webhook_endpoints (
  product_id uuid not null references products,
  id uuid primary key,
  url text not null check (length(url) <= 2000),
  description text not null default '',
  types text[] not null check (types <> '{}'),
  -- Sealed under the server's secret: the database alone reveals none of them.
  secret bytea not null,
  -- Signs in addition to the new one until then.
  previous_secret bytea,
  previous_until timestamptz(3),
  -- FAILING: disabled by the server, because no delivery succeeded for long.
  state text not null default 'ENABLED' check (state in ('ENABLED', 'DISABLED', 'FAILING')),
  -- The position in the event stream up to which deliveries were created for the endpoint.
  after_tx xid8 not null default pg_current_xact_id(),
  after_id bigint not null default 0,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  last_delivered_at timestamptz(3),
  removed_at timestamptz(3),
  version integer not null default 1,
  unique (product_id, id)
);
create index webhook_endpoints_present on webhook_endpoints (product_id, created_at) where removed_at is null;
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
-- Endpoints receive events of every store, so only people who see all stores have access.
create policy of_the_product on webhook_endpoints to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy sent on webhook_endpoints to munjigi_system using (true);
grant select, insert, update on webhook_endpoints to munjigi_app, munjigi_system;

create table webhook_deliveries (
  product_id uuid not null,
  id uuid primary key,
  endpoint_id uuid not null,
  -- The event's: the same at every endpoint and for each attempt, so that a receiver recognises a message that it has
  -- processed.
  message_id text not null,
  type text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED', 'DROPPED')),
  attempts integer not null default 0,
  -- Incremented by the first delivery and by each replay.
  round integer not null default 1,
  created_at timestamptz(3) not null,
  next_at timestamptz(3),
  ended_at timestamptz(3),
  -- The latest attempts: when, how long, with which answer.
  tries jsonb not null default '[]',
  foreign key (product_id, endpoint_id) references webhook_endpoints (product_id, id),
  unique (endpoint_id, message_id),
  check ((state = 'PENDING') = (ended_at is null))
);
create index webhook_deliveries_latest on webhook_deliveries (product_id, id desc);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy of_the_product on webhook_deliveries to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy sent on webhook_deliveries to munjigi_system using (true);
grant select, insert, update on webhook_deliveries to munjigi_app;
grant select, insert, update, delete on webhook_deliveries to munjigi_system;
