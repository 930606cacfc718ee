-- The tablet at the door of a room (DP-1 to DP-5, decision 081). Its token reads the times of this room and nothing else.

create table door_displays (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid not null,
  -- SHA-256 of the whole token, of which 256 bits are random: it needs no slow hash.
  token_hash bytea not null unique,
  issued_at timestamptz(3) not null,
  issued_by uuid not null,
  issued_by_name text not null check (length(issued_by_name) <= 200),
  revoked_at timestamptz(3),
  -- Written at most once a minute.
  last_seen_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id)
);
create unique index door_displays_active on door_displays (store_id, room_id) where revoked_at is null;
create index door_displays_latest on door_displays (store_id, room_id, issued_at desc);
select protect_store_table('door_displays');
-- The hash is written by people and read only to find the tablet of a request.
revoke select, update on door_displays from munjigi_app, munjigi_system;
grant select (product_id, store_id, id, room_id, issued_at, issued_by, issued_by_name, revoked_at, last_seen_at), update (revoked_at)
  on door_displays to munjigi_app;
grant select, update (last_seen_at) on door_displays to munjigi_system;
-- A request with a token has no actor until the token is found.
create policy signs_in on door_displays to munjigi_system using ((select actor_product()) is null);
