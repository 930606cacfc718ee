-- Codes with which guests open doors (DR-5): one for each reservation, stored in the locks only for its time.

-- When a reservation's access must be reviewed. Triggers of the reservation write it, so that no code can forget to.
create table access_reviews (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation's.
  id uuid not null,
  due_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id)
);
create index access_reviews_due on access_reviews (due_at) where due_at is not null;
select protect_store_table('access_reviews');
create policy due on access_reviews for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

create function has_access(kind text, state text) returns boolean language sql immutable parallel safe
  return kind = 'GUEST' and state in ('CONFIRMED', 'IN_USE');

create function review_access() returns trigger language plpgsql as $$
begin
  if has_access(new.kind, new.state) then
    insert into access_reviews (product_id, store_id, id, due_at)
    select new.product_id, new.store_id, new.id, 'epoch' where exists (select from doors d where d.store_id = new.store_id)
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  elsif tg_op = 'UPDATE' then
    update access_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $$;
create trigger reservations_review_access after insert on reservations for each row
  when (has_access(new.kind, new.state)) execute function review_access();
create trigger reservations_review_access_again after update of state, room_id, starts_at, ends_at, buffer_ends_at on reservations for each row
  when (new.kind = 'GUEST' and (old.state, old.room_id, old.starts_at, old.ends_at) is distinct from (new.state, new.room_id, new.starts_at, new.ends_at))
  execute function review_access();

-- Other doors, or another access window: affects all coming guests of the store.
create function review_access_of_store() returns trigger language plpgsql as $$
declare
  -- A store's own row has no other id of it.
  its_store uuid := coalesce(to_jsonb(new) ->> 'store_id', to_jsonb(new) ->> 'id')::uuid;
begin
  insert into access_reviews (product_id, store_id, id, due_at)
  -- Those that are over have no end that is due.
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = its_store and r.due_at is not null and has_access(r.kind, r.state) and exists (select from doors d where d.store_id = its_store)
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger doors_review_access after insert on doors for each row execute function review_access_of_store();
create trigger doors_review_access_again after update of room_id, link_id, access_before_minutes, access_after_minutes on doors for each row
  when ((old.room_id, old.link_id, old.access_before_minutes, old.access_after_minutes)
        is distinct from (new.room_id, new.link_id, new.access_before_minutes, new.access_after_minutes))
  execute function review_access_of_store();
create trigger stores_review_access after update of access_before_minutes, access_after_minutes on stores for each row
  when ((old.access_before_minutes, old.access_after_minutes) is distinct from (new.access_before_minutes, new.access_after_minutes))
  execute function review_access_of_store();

create table access_codes (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  -- AES-256-GCM under a key of the server's: nonce, tag, code. Forgotten when the code is withdrawn.
  sealed bytea,
  made_at timestamptz(3) not null,
  -- When the channel that made the reservation got the code: once.
  told_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check ((sealed is null) = (withdrawn_at is not null))
);
create unique index access_codes_present on access_codes (store_id, reservation_id) where withdrawn_at is null;
select protect_store_table('access_codes');

-- A code in a lock. A row is one code in one place of one lock for ever: another code gets another row, so that a late
-- answer cannot be applied to the wrong code.
create table access_code_places (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  code_id uuid not null,
  reservation_id uuid not null,
  door_id uuid not null,
  link_id uuid not null,
  -- A keyed hash of the door and the code.
  fingerprint bytea not null,
  opens_at timestamptz(3) not null,
  closes_at timestamptz(3) not null,
  -- False: the lock must delete the code, at any time.
  is_wanted boolean not null default true,
  acknowledged text not null default 'ABSENT' check (acknowledged in ('ABSENT', 'DISABLED', 'ENABLED', 'UNKNOWN')),
  acknowledged_at timestamptz(3),
  -- The number of its place in the lock, from the first push on.
  slot integer,
  -- The last command to the lock that is not answered yet, and its deadline.
  pushed text check (pushed in ('ABSENT', 'DISABLED', 'ENABLED')),
  push_until timestamptz(3),
  -- The lock has reported a write since then; the server reads the place back.
  is_written boolean not null default false,
  -- Failed attempts in a row.
  attempts integer not null default 0,
  retry_at timestamptz(3),
  error text check (error in ('DEVICE_OFFLINE', 'BROKER_UNREACHABLE', 'NO_ANSWER', 'NO_PLACE_FREE', 'SEND_FAILED')),
  -- When the next step is due; null: none.
  due_at timestamptz(3),
  -- The code is not wanted any more, and the lock has confirmed its deletion: code and place are free again.
  gone_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, code_id) references access_codes (store_id, id),
  foreign key (store_id, door_id) references doors (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check (opens_at < closes_at),
  check ((pushed is null) = (push_until is null)),
  check (pushed is null or slot is not null)
);
-- Unique at a door for as long as its lock may have it.
create unique index access_code_places_unique on access_code_places (store_id, door_id, fingerprint) where gone_at is null;
create unique index access_code_places_slot on access_code_places (store_id, link_id, slot) where gone_at is null and slot is not null;
-- One command at a time to a lock: an answer without a reference belongs to the last command.
create unique index access_code_places_pushed on access_code_places (store_id, link_id) where pushed is not null;
create index access_code_places_link on access_code_places (store_id, link_id) where gone_at is null;
create index access_code_places_reservation on access_code_places (store_id, reservation_id);
create index access_code_places_due on access_code_places (due_at) where due_at is not null;
select protect_store_table('access_code_places');
create policy due on access_code_places for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

-- The last write that a lock reported. A lock repeats it in every message: only a different one is new.
create table access_code_stamps (
  product_id uuid not null,
  store_id uuid not null,
  -- The link's.
  id uuid not null,
  set_stamp text,
  cleared_stamp text,
  primary key (store_id, id),
  foreign key (store_id, id) references device_links (store_id, id)
);
select protect_store_table('access_code_stamps');

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'EDITED', 'REVEALED',
   'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT'));
