-- Guests reach their own reservation with a token (GT-1 to GT-8, decision 066). A third role reads for them:
--   munjigi_guest   one guest. It reads the rows of one reservation and what leads to its room, and changes nothing but
--                   the guest's own idempotency keys.

do $$
begin
  if not exists (select from pg_roles where rolname = 'munjigi_guest') then create role munjigi_guest nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster was quicker
end $$;
do $$ begin execute format('grant munjigi_guest to %I', current_user); end $$;
grant usage on schema public to munjigi_guest;

-- The reservation that withActor() set for this transaction. Without the setting no row is visible.
create function actor_reservation() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.reservation_id', true), '')::uuid;

create table guest_tokens (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  -- Names the guest in logs of acts; it never changes.
  reservation_code text not null,
  -- SHA-256 of the whole token, of which 256 bits are random: it needs no slow hash.
  token_hash bytea not null unique,
  issued_at timestamptz(3) not null,
  issued_by uuid not null,
  issued_by_name text not null check (length(issued_by_name) <= 200),
  -- A day after the end of the reservation; it follows changes of the end.
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- Written at most once a minute.
  last_used_at timestamptz(3),
  -- The latest command with which the guest opened a door: a second one waits for its end.
  command_id uuid,
  primary key (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
create unique index guest_tokens_valid on guest_tokens (store_id, reservation_id) where revoked_at is null;
create index guest_tokens_latest on guest_tokens (store_id, reservation_id, issued_at desc);
select protect_store_table('guest_tokens');
-- The hash is written by people and read only to find the guest of a request.
revoke select, update on guest_tokens from munjigi_app, munjigi_system;
grant select (product_id, store_id, id, reservation_id, reservation_code, issued_at, issued_by, issued_by_name, expires_at, revoked_at, last_used_at, command_id)
  on guest_tokens to munjigi_app;
grant update (revoked_at, expires_at) on guest_tokens to munjigi_app;
grant select, update (revoked_at, expires_at, last_used_at, command_id) on guest_tokens to munjigi_system;
-- A request with a token has no actor until the token is found.
create policy signs_in on guest_tokens to munjigi_system using ((select actor_product()) is null);

-- A token ends with its reservation and follows its end.
create function follow_reservation_with_guest_token() returns trigger language plpgsql as $$
begin
  update guest_tokens set
    expires_at = new.ends_at + interval '24 hours',
    revoked_at = case when new.state in ('CANCELLED', 'EXPIRED') then coalesce(new.cancelled_at, old.hold_expires_at, issued_at) end
  where store_id = new.store_id and reservation_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger reservations_end_guest_token after update of state, ends_at on reservations for each row
  when (old.ends_at <> new.ends_at or (old.state <> new.state and new.state in ('CANCELLED', 'EXPIRED')))
  execute function follow_reservation_with_guest_token();

-- What a guest reads.
create policy own_reservation on reservations for select to munjigi_guest
  using (product_id = (select actor_product()) and store_id = any ((select actor_stores())::uuid[]) and id = (select actor_reservation()));
create policy own_reservation on reservation_events for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
create policy own_store on stores for select to munjigi_guest
  using (product_id = (select actor_product()) and id = any ((select actor_stores())::uuid[]));
create policy own_room on room_parts for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and room_id in (select room_id from reservations));
create policy own_room on rooms for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and (id in (select room_id from reservations) or id in (select part_room_id from room_parts)));
create policy own_way on doors for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and (room_id is null or room_id in (select id from rooms)));
create policy own_way on device_links for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and id in (select link_id from doors));
create policy own_code on access_codes for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and (reservation_id = (select actor_reservation()) or given_to = (select actor_reservation())));
create policy own_code on access_code_places for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and code_id in (select id from access_codes));
create policy own_case on help_desk_cases for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
create policy own_token on guest_tokens for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
create policy own_keys_of_guest on idempotency_keys to munjigi_guest
  using (product_id = (select actor_product()) and user_id = nullif(current_setting('app.user_id', true), '')::uuid);

grant select on reservations, reservation_events, room_parts, device_links, access_codes, access_code_places to munjigi_guest;
grant select (product_id, id, name, address, phone, time_zone, access_before_minutes, access_after_minutes, cancellation_tiers) on stores to munjigi_guest;
grant select (product_id, store_id, id, name) on rooms to munjigi_guest;
grant select on doors to munjigi_guest;
grant select (product_id, store_id, id, reservation_id, opened_at, resolved_at) on help_desk_cases to munjigi_guest;
grant select (product_id, store_id, id, reservation_id, issued_at, expires_at, revoked_at) on guest_tokens to munjigi_guest;
grant select (broker_name, until) on device_listeners to munjigi_guest;
grant select, insert, update on idempotency_keys to munjigi_guest;

-- What a guest does is recorded as an act of a guest.
alter table reservation_events drop constraint reservation_events_actor_kind_check;
alter table reservation_events add constraint reservation_events_actor_kind_check
  check (actor_kind in ('PERSON', 'CHANNEL', 'GUEST', 'SYSTEM')) not valid;
alter table device_history drop constraint device_history_cause_kind_check;
alter table device_history add constraint device_history_cause_kind_check
  check (cause_kind in ('PERSON', 'RESERVATION', 'GUEST', 'AUTOMATION', 'DEVICE', 'UNKNOWN')) not valid;

-- A guest opens a case too: it has no person, and there is one at a time.
alter table help_desk_cases
  alter column person_id drop not null,
  alter column person_name drop not null,
  add check ((person_id is null) = (person_name is null));
create unique index help_desk_cases_of_guest on help_desk_cases (store_id, reservation_id) where resolved_at is null and person_id is null;

-- A guest's cancellation runs for the store (decision 066) and keeps to the limit of one person's refunds.
create policy of_the_worked_on on approval_rules for select to munjigi_system using (product_id = (select actor_product()));
grant select on approval_rules to munjigi_system;
