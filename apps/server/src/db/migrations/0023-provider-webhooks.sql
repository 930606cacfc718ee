-- Messages of payment providers (PY-2): stored as received, and processed once.

create table provider_webhooks (
  product_id uuid not null references products,
  id uuid not null,
  provider text not null check (provider in ('TOSS', 'PORTONE')),
  -- SHA-256 of the parts that identify the same message when it is sent again.
  message_key bytea not null,
  headers jsonb not null,
  body bytea not null,
  type text,
  state text not null check (state in ('RECEIVED', 'WORKED', 'IGNORED', 'UNMATCHED', 'REJECTED')),
  reason text,
  payment_id uuid,
  received_at timestamptz(3) not null,
  last_received_at timestamptz(3) not null,
  times integer not null default 1,
  worked_at timestamptz(3),
  -- How often it was processed: more than once only after a person had it processed again.
  worked_times integer not null default 0,
  primary key (product_id, id),
  unique (product_id, provider, message_key)
);
create index provider_webhooks_state on provider_webhooks (product_id, state, id desc);
create index provider_webhooks_payment on provider_webhooks (product_id, payment_id) where payment_id is not null;
alter table provider_webhooks enable row level security;
alter table provider_webhooks force row level security;
create policy of_the_product on provider_webhooks to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy received on provider_webhooks to munjigi_system using (true);
grant select, update (state, reason) on provider_webhooks to munjigi_app;
grant select, insert, update on provider_webhooks to munjigi_system;

-- What an address sent in its latest minute. Unlogged: after a crash it counts from zero.
create unlogged table provider_webhook_uses (
  product_id uuid not null,
  provider text not null,
  address text not null,
  -- Minutes since 1970.
  minute integer not null,
  count integer not null,
  bytes bigint not null,
  primary key (product_id, provider, address)
) with (fillfactor = 50);
grant select, insert, update, delete on provider_webhook_uses to munjigi_system;
