-- Guests who book through an API (RV-9): the keys of channels, and the reservations that each key made.

create table api_keys (
  product_id uuid not null references products,
  id uuid primary key,
  name text not null,
  -- The first characters of the secret, to distinguish keys.
  prefix text not null,
  -- SHA-256 of the whole secret, of which 256 bits are random: it needs no slow hash.
  secret_hash bytea not null unique,
  -- Null: every store of the product.
  store_ids uuid[] check (store_ids <> '{}'),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_latest on api_keys (product_id, created_at desc, id);
alter table api_keys enable row level security;
alter table api_keys force row level security;
-- A key may cover any store, so only people who see all stores have access.
create policy of_the_product on api_keys to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
-- A request with a key has no actor until the key is found.
create policy signs_in on api_keys to munjigi_system using (true);
grant select (product_id, id, name, prefix, store_ids, created_at, last_used_at, revoked_at), insert, update (revoked_at) on api_keys to munjigi_app;
grant select, update (last_used_at) on api_keys to munjigi_system;

-- How often a key was used in its latest minute. Unlogged: after a crash it counts from zero.
create unlogged table api_key_uses (
  key_id uuid primary key references api_keys,
  -- Minutes since 1970.
  minute integer not null,
  count integer not null
) with (fillfactor = 50);
grant select, insert, update on api_key_uses to munjigi_system;

-- A reservation that a channel made; `id` is the reservation's.
create table channel_reservations (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  key_id uuid not null references api_keys,
  -- The channel's own id of the reservation.
  external_id text,
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  unique (store_id, key_id, external_id)
);
create index channel_reservations_id on channel_reservations (id);
create index channel_reservations_external on channel_reservations (key_id, external_id);
select protect_store_table('channel_reservations');
revoke update on channel_reservations from munjigi_app, munjigi_system;
