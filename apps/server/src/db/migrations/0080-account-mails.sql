-- Accounts by e-mail (AU-9 to AU-11, decision 071).

-- A person requests a reset link on the sign-in screen, before there is an actor.
grant insert on password_resets to munjigi_system;

-- The browsers that an account has signed in with. The hash is keyed and of one account: the table says neither which
-- browser it was, nor that two accounts share one.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on known_devices to munjigi_system;
