-- Requests for an account, and rights with an optional end (AU-4); every granted and revoked right is recorded.

alter table users
  -- What the person entered in the request.
  add column phone text not null default '',
  add column requested_store text not null default '',
  -- role → the instant from which on it is not the person's any more. A role without one is theirs until it is taken.
  add column role_ends jsonb not null default '{}',
  -- When a request was approved or declined, or an account disabled or enabled, and the remark about it.
  add column decided_at timestamptz(3),
  add column decision text not null default '',
  drop constraint users_state_check,
  add constraint users_state_check check (state in ('PENDING', 'ACTIVE', 'DISABLED', 'DECLINED')),
  add constraint users_role_ends_check check (jsonb_typeof(role_ends) = 'object' and role_ends - roles = '{}');
create index users_waiting on users (product_id, created_at) where state = 'PENDING';
-- ADMINs write as themselves; only the sign-in may read a password's hash.
grant select (phone, requested_store, role_ends, decided_at, decision), update (name, locale, roles, role_ends, state, decided_at, decision, version) on users to munjigi_app;
grant delete on users to munjigi_system;
grant insert, delete on user_stores to munjigi_app;

create function roles_at(roles text[], ends jsonb, at timestamptz) returns text[] language sql stable parallel safe
  return array(select role from unnest(roles) with ordinality as it (role, place) where ends ->> role is null or (ends ->> role)::timestamptz > at order by place);

drop trigger users_end_sessions on users;
create trigger users_end_sessions after update of roles, role_ends, state, password_hash on users for each row
  when (old.roles is distinct from new.roles or old.role_ends is distinct from new.role_ends or old.state is distinct from new.state
        or old.password_hash is distinct from new.password_hash)
  execute function end_sessions_of_changed_user();

-- A product that had an ADMIN whose right has no end keeps one, for every writer. Concurrent changes wait for each
-- other here, and the later one counts what the earlier one left.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(old.product_id::text, 32));
  if not exists (select from users where product_id = old.product_id and state = 'ACTIVE' and 'ADMIN' = any (roles) and not role_ends ? 'ADMIN') then
    raise exception 'The last ADMIN stays' using errcode = 'check_violation', constraint = 'users_last_admin';
  end if;
  return null;
end $$;
create trigger users_last_admin_changed after update on users for each row
  when (old.state = 'ACTIVE' and 'ADMIN' = any (old.roles) and not old.role_ends ? 'ADMIN'
        and not (new.state = 'ACTIVE' and 'ADMIN' = any (new.roles) and not new.role_ends ? 'ADMIN'))
  execute function keep_an_admin();
create trigger users_last_admin_deleted after delete on users for each row
  when (old.state = 'ACTIVE' and 'ADMIN' = any (old.roles) and not old.role_ends ? 'ADMIN')
  execute function keep_an_admin();

-- The history of granted and revoked rights. A trigger writes it, so that no code can bypass it; it outlives the
-- account.
create table right_changes (
  product_id uuid not null references products,
  user_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default now(),
  -- Null: the command line, or the person's own request for an account.
  by_id uuid,
  by_name text,
  change text not null check (change in ('STATE', 'ROLE_GIVEN', 'ROLE_TAKEN', 'ROLE_UNTIL', 'STORE_GIVEN', 'STORE_TAKEN')),
  state text,
  role text,
  until timestamptz(3),
  given_store_id uuid,
  primary key (user_id, id)
);
alter table right_changes enable row level security;
alter table right_changes force row level security;
create policy own_product on right_changes to munjigi_app using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy changes_of_anybody on right_changes to munjigi_system using (true);
grant select, insert on right_changes to munjigi_app, munjigi_system;
create trigger right_changes_append_only before update or delete or truncate on right_changes
  for each statement execute function refuse_change();

create function record_right_changes() returns trigger language plpgsql as $$
declare
  by_whom uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  roles_before text[] := '{}';
  ends_before jsonb := '{}';
  state_before text;
begin
  if tg_op = 'UPDATE' then
    roles_before := old.roles;
    ends_before := old.role_ends;
    state_before := old.state;
  end if;
  insert into right_changes (product_id, user_id, by_id, by_name, change, state, role, until)
  select new.product_id, new.id, by_whom, (select name from users where id = by_whom), it.change, it.state, it.role, it.until
  from (
    select 'STATE' as change, new.state as state, null as role, null::timestamptz as until where state_before is distinct from new.state
    union all
    select case when role <> all (roles_before) then 'ROLE_GIVEN' when role <> all (new.roles) then 'ROLE_TAKEN' else 'ROLE_UNTIL' end,
           null, role, (new.role_ends ->> role)::timestamptz
    from (select distinct unnest(roles_before || new.roles) as role) as named
    where (role = any (roles_before)) <> (role = any (new.roles)) or ends_before ->> role is distinct from new.role_ends ->> role
  ) as it
  order by it.change desc, it.role;
  return null;
end $$;
create trigger users_right_changes after insert or update of roles, role_ends, state on users for each row execute function record_right_changes();

create function record_store_changes() returns trigger language plpgsql as $$
declare
  by_whom uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  insert into right_changes (product_id, user_id, by_id, by_name, change, given_store_id)
  values (coalesce(new.product_id, old.product_id), coalesce(new.user_id, old.user_id), by_whom, (select name from users where id = by_whom),
          case tg_op when 'INSERT' then 'STORE_GIVEN' else 'STORE_TAKEN' end, coalesce(new.store_id, old.store_id));
  return null;
end $$;
create trigger user_stores_right_changes after insert or delete on user_stores for each row execute function record_store_changes();

-- The rights that existed before this history.
insert into right_changes (product_id, user_id, at, change, state) select product_id, id, created_at, 'STATE', state from users;
insert into right_changes (product_id, user_id, at, change, role) select product_id, id, created_at, 'ROLE_GIVEN', unnest(roles) from users;
insert into right_changes (product_id, user_id, at, change, given_store_id)
  select s.product_id, s.user_id, u.created_at, 'STORE_GIVEN', s.store_id from user_stores s join users u on u.id = s.user_id;

-- People see their own sessions and end them; ADMINs those of their product. Sessions are hidden with their person.
alter table sessions enable row level security;
create policy of_the_product on sessions to munjigi_app
  using (user_id in (select id from users)
         and ((select actor_sees_all_stores()) or user_id = nullif(current_setting('app.user_id', true), '')::uuid));
create policy sign_in on sessions to munjigi_system using (true);
grant select (id, user_id, created_at, expires_at, ended_at, end_reason, address, user_agent), update (ended_at, end_reason) on sessions to munjigi_app;
create index sessions_user_newest on sessions (user_id, created_at desc);

-- Requests for an account, by address, for a rate limit.
create table sign_up_attempts (
  id uuid primary key,
  address text not null,
  at timestamptz(3) not null
);
create index sign_up_attempts_address on sign_up_attempts (address, at);
create index sign_up_attempts_at on sign_up_attempts (at);
grant select, insert, delete on sign_up_attempts to munjigi_system;

-- A request with an e-mail that has an account gets the same reply as every request, and so does a sign-in with the
-- password of that request: neither reveals whether there was an account. Both columns are keyed hashes.
create table repeated_sign_ups (
  email_hash text not null,
  proof bytea not null,
  at timestamptz(3) not null,
  primary key (email_hash, proof)
);
create index repeated_sign_ups_at on repeated_sign_ups (at);
grant select, insert, delete on repeated_sign_ups to munjigi_system;
