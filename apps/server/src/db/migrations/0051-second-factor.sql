-- A second factor after the password (AU-5), the rules of a role, and when an idle session ends (decision 038).

-- Of a person: at most one. The secret is sealed with a key that the database does not have.
create table second_factors (
  product_id uuid not null,
  user_id uuid primary key,
  secret bytea not null,
  begun_at timestamptz(3) not null,
  -- Null until the first code was entered: the factor is not required before.
  confirmed_at timestamptz(3),
  -- The latest accepted time step: codes of this step or an earlier one are refused (RFC 6238, 5.2).
  last_step bigint not null default 0,
  foreign key (product_id, user_id) references users (product_id, id) on delete cascade
);
alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy product_people on second_factors to munjigi_app using (product_id = (select actor_product()));
create policy sign_in on second_factors to munjigi_system using (true);
grant select (product_id, user_id, confirmed_at), delete on second_factors to munjigi_app;
grant select, insert, update, delete on second_factors to munjigi_system;
select let_backup_read('second_factors');

-- Each is valid once, instead of a code. Hashed with a key that the database does not have.
create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to munjigi_system;

-- Sign-ins with a correct password that wait for the code. They end with the sessions.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  tries integer not null default 0
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expires_at on sign_in_challenges (expires_at);
grant select, insert, update, delete on sign_in_challenges to munjigi_system;

-- The sign-in rules of a product's ADMIN. A product without a row has no rules.
create table sign_in_rules (
  product_id uuid primary key references products,
  second_factor_roles text[] not null default '{}' check (second_factor_roles <@ array['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER']),
  -- role → minutes without input after which a session ends. A role without an entry has no such end.
  idle_minutes jsonb not null default '{}' check (jsonb_typeof(idle_minutes) = 'object'),
  -- Idle time was not tracked before: a person who comes under a rule has the whole time.
  idle_since timestamptz(3) not null,
  version integer not null default 1
);
alter table sign_in_rules enable row level security;
alter table sign_in_rules force row level security;
create policy own_product on sign_in_rules to munjigi_app using (product_id = (select actor_product()));
create policy sign_in on sign_in_rules to munjigi_system using (true);
grant select, insert, update on sign_in_rules to munjigi_app;
grant select on sign_in_rules to munjigi_system;
select let_backup_read('sign_in_rules');

-- The last activity of a session. Separate from `sessions`, because a change there makes all processes reload.
create table session_activity (
  session_id uuid primary key references sessions on delete cascade,
  active_at timestamptz(3) not null
);
grant select on session_activity to munjigi_app;
grant select, insert, update, delete on session_activity to munjigi_system;

-- When an idle session ends, null without such a rule: the shortest time of the roles applies.
create function idle_end(of_session uuid, began_at timestamptz, of_product uuid, roles text[]) returns timestamptz language sql stable parallel safe
  return (
    select greatest(began_at, rule.idle_since, (select active_at from session_activity where session_id = of_session))
           + make_interval(mins => (select min(minutes::integer) from jsonb_each_text(rule.idle_minutes) as it (role, minutes) where role = any (roles)))
    from sign_in_rules rule where rule.product_id = of_product);

-- Both change what a session may do.
create function next_epoch_of_factors() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- An accepted code changes no rights.
  if tg_op <> 'UPDATE' or old.confirmed_at is distinct from new.confirmed_at then
    update session_epoch set epoch = epoch + 1;
  end if;
  return null;
end $$;
create trigger second_factors_epoch after update or delete on second_factors for each row execute function next_epoch_of_factors();
create trigger sign_in_rules_epoch after insert or update or delete on sign_in_rules for each statement execute function next_session_epoch();

create or replace function end_sessions_of_changed_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED' where user_id = new.id and ended_at is null;
  delete from sign_in_challenges where user_id = new.id;
  return null;
end $$;
