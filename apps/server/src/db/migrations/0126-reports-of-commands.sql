-- The command that caused a report of a device (DH-20). Null: no command can have caused it, the row is a command itself, or it
-- is older than this column.
alter table device_history add column command_id uuid;

-- Accounts of devices at the embedded broker, which people create for a store (DR-80, decision 108).
create table device_accounts (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  user_name text not null unique,
  -- SHA-256 of the password, of which 192 bits are random: it needs no slow hash.
  password_hash bytea not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  created_by_name text not null check (length(created_by_name) <= 200),
  revoked_at timestamptz(3),
  primary key (store_id, id)
);
create index device_accounts_newest on device_accounts (store_id, created_at desc);
select protect_store_table('device_accounts');
-- The hash is written by people and read only when a device connects.
revoke select, update on device_accounts from munjigi_app, munjigi_system;
grant select (product_id, store_id, id, name, user_name, created_at, created_by, created_by_name, revoked_at), update (revoked_at)
  on device_accounts to munjigi_app;
grant select on device_accounts to munjigi_system;
-- A device that connects has no actor until its account is found.
create policy signs_in on device_accounts for select to munjigi_system using ((select actor_product()) is null);
