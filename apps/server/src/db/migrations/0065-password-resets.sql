-- A one-time link that an ADMIN issues for a person who has forgotten the password (decision 047). One row per person: a new link
-- replaces the one before. Only the hash of its secret is kept. A used one stays, for the notice on the person's account screen.
create table password_resets (
  product_id uuid not null,
  user_id uuid primary key,
  token_hash bytea not null unique,
  issued_by uuid not null references users,
  issued_by_name text not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (product_id, user_id) references users (product_id, id) on delete cascade
);
alter table password_resets enable row level security;
-- Not forced: the trigger below deletes as the owner, as it does with sessions.
create policy product_people on password_resets to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or user_id = nullif(current_setting('app.user_id', true), '')::uuid));
create policy sign_in on password_resets to munjigi_system using (true);
grant select (product_id, user_id, issued_by_name, issued_at, expires_at, used_at), insert, update on password_resets to munjigi_app;
grant select, update on password_resets to munjigi_system;
select let_backup_read('password_resets');

-- A changed role, state or password ends the person's sessions (0002, 0051), and a link that was not used.
create or replace function end_sessions_of_changed_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED' where user_id = new.id and ended_at is null;
  delete from sign_in_challenges where user_id = new.id;
  delete from password_resets where user_id = new.id and used_at is null;
  return null;
end $$;
