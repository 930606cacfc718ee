-- Booking: a store's settings, rooms' parts and photos, price policies, reservations, and the guard that prevents two
-- reservations of one room at the same time.

create extension if not exists btree_gist;

alter table stores
  add column business_number text not null default '',
  -- [{ weekday 1–7, opensAt, closesAt }]; none: the store cannot be booked.
  add column hours jsonb not null default '[]',
  add column slot_minutes integer not null default 30 check (slot_minutes between 10 and 120),
  add column min_minutes integer not null default 60,
  add column max_minutes integer not null default 720 check (max_minutes <= 10080),
  add column horizon_days integer not null default 60,
  add column buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 240),
  add column hold_minutes integer not null default 15,
  add column access_before_minutes integer not null default 10,
  add column access_after_minutes integer not null default 10,
  add column day_cutoff text not null default '06:00',
  add column cancellation_tiers jsonb not null default '[{"hoursBefore":24,"refundPercent":100},{"hoursBefore":2,"refundPercent":50}]',
  add column settlement_terms jsonb not null default '{"royaltyPercent":0,"feePercents":{},"cycle":"MONTHLY","payoutLagDays":5}',
  add constraint stores_lengths check (min_minutes <= max_minutes);

-- A period in which a store, or these rooms of it, cannot be booked.
create table closures (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- Empty: the whole store.
  room_ids uuid[] not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text not null,
  created_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check (starts_at < ends_at)
);
create index closures_coming on closures (store_id, ends_at) where withdrawn_at is null;
select protect_store_table('closures');

-- A store's edits of the gazette's holidays.
create table store_holidays (
  product_id uuid not null,
  store_id uuid not null,
  date date not null,
  name text not null,
  is_holiday boolean not null,
  primary key (store_id, date),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('store_holidays');
grant delete on store_holidays to munjigi_app;

-- A room that consists of others. One level: a part has no parts.
create table room_parts (
  product_id uuid not null,
  store_id uuid not null,
  room_id uuid not null,
  part_room_id uuid not null,
  primary key (store_id, room_id, part_room_id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  foreign key (store_id, part_room_id) references rooms (store_id, id),
  check (room_id <> part_room_id)
);
create index room_parts_part on room_parts (store_id, part_room_id);
select protect_store_table('room_parts');
grant delete on room_parts to munjigi_app;

-- Does a closure of these rooms (none: of the whole store) close this room? Also when it closes a part of the room, or
-- a room that this one is a part of.
create function closes_room(its_store uuid, closed uuid[], its_room uuid) returns boolean language sql stable parallel safe
  return closed = '{}' or its_room = any (closed) or exists (
    with mine as (select part_room_id as id from room_parts where store_id = its_store and room_id = its_room union select its_room)
    select from mine where id = any (closed)
    union all select from mine join room_parts p on p.store_id = its_store and p.part_room_id = mine.id where p.room_id = any (closed));

create table room_photos (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid not null,
  sort_order integer not null,
  width integer not null,
  height integer not null,
  -- image/webp, at most 480 × 480 and 1600 × 1600
  small bytea not null,
  large bytea not null,
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id)
);
create index room_photos_room on room_photos (store_id, room_id, sort_order);
select protect_store_table('room_photos');
grant delete on room_photos to munjigi_app;

create table price_policies (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null,
  room_ids uuid[] not null,
  weekdays smallint[] not null,
  holidays boolean not null,
  starts_on date,
  ends_on date,
  from_time text not null,
  to_time text not null,
  unit text not null check (unit in ('SLOT', 'PACKAGE')),
  amount bigint not null check (amount >= 0),
  package_minutes integer check ((unit = 'PACKAGE') = (package_minutes is not null)),
  included_head_count integer not null check (included_head_count > 0),
  extra_person_amount bigint not null check (extra_person_amount >= 0),
  priority integer not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index price_policies_id on price_policies (id);
select protect_store_table('price_policies');

create table reservation_series (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  rule jsonb not null,
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('reservation_series');

-- When the next automatic transition of a reservation is due; null: none.
create function reservation_due_at(state text, kind text, starts_at timestamptz, ends_at timestamptz, hold_expires_at timestamptz)
  returns timestamptz language sql immutable parallel safe
  return case when state = 'PENDING' then hold_expires_at
              when state = 'CONFIRMED' and kind = 'BLOCK' then starts_at
              when state in ('CONFIRMED', 'IN_USE') then ends_at end;

create table reservations (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid not null,
  code text not null,
  kind text not null check (kind in ('GUEST', 'BLOCK')),
  state text not null check (state in ('PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  buffer_ends_at timestamptz(3) not null,
  business_date date not null,
  guest_name text not null,
  guest_phone text not null,
  -- Digits only, in national format: the form that searches use.
  guest_phone_digits text not null,
  -- A separate column: row-level security prevents an index on an expression from being used.
  phone_last_four text not null generated always as (right(guest_phone_digits, 4)) stored,
  head_count integer not null,
  channel text not null check (channel in ('STAFF', 'WALK_IN', 'CHANNEL')),
  block_reason text check (block_reason in ('CLEANING', 'REPAIR', 'OTHER')),
  memo text not null,
  price_amount bigint not null check (price_amount >= 0),
  price_lines jsonb not null,
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  hold_expires_at timestamptz(3),
  series_id uuid,
  -- When a guest who was moved during the stay got the present room; null: at the start.
  keeps_from timestamptz(3),
  cancelled_at timestamptz(3),
  refund_percent integer check (refund_percent between 0 and 100),
  refund_amount bigint check (refund_amount >= 0),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  due_at timestamptz(3) generated always as (reservation_due_at(state, kind, starts_at, ends_at, hold_expires_at)) stored,
  primary key (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  check (starts_at < ends_at and ends_at <= buffer_ends_at),
  check (keeps_from >= starts_at and keeps_from < ends_at),
  check ((kind = 'BLOCK') = (block_reason is not null)),
  check ((state = 'PENDING') = (hold_expires_at is not null))
);
-- Rows of the board: a few for each room, at any table size (a btree: 0.7 ms where the guard's GiST took 1.8 ms).
create index reservations_board on reservations (store_id, room_id, starts_at) where state not in ('CANCELLED', 'EXPIRED');
create index reservations_id on reservations (id);
create index reservations_latest on reservations (product_id, starts_at desc, id desc);
create index reservations_store_latest on reservations (store_id, starts_at desc, id desc);
-- By the code first: a search by code names no store.
create unique index reservations_code on reservations (code, store_id);
create index reservations_by_last_four on reservations (product_id, phone_last_four, starts_at desc) where phone_last_four <> '';
create index reservations_by_name on reservations (product_id, guest_name text_pattern_ops) where guest_name <> '';
create index reservations_series on reservations (store_id, series_id, starts_at) where series_id is not null;
create index reservations_due on reservations (due_at) where due_at is not null;
select protect_store_table('reservations');
-- An actor without a store finds the due reservations of every store; one with a store sees only that store.
create policy due on reservations for select to munjigi_system using (due_at is not null and (select actor_product()) is null);

-- Rooms that a reservation occupies, with its buffer: the guard against double booking (RV-2). A combined room occupies
-- its parts, so it conflicts with every reservation of a part; its parts do not conflict with each other.
create table reservation_holds (
  product_id uuid not null,
  store_id uuid not null,
  room_id uuid not null,
  reservation_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- For the guard alone, so that no question is answered by its index, which takes fifty times as long as the one below.
  guarded_room_id uuid not null generated always as (room_id) stored,
  period tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  -- No foreign key: the reservation's own triggers write these rows, and reservations are never deleted.
  primary key (store_id, reservation_id, room_id),
  constraint reservation_holds_no_overlap exclude using gist (store_id with =, guarded_room_id with =, period with &&)
);
-- Serves `ends_at > from and starts_at < to`. (Under row-level security `&&` could not use the guard's index anyway.)
create index reservation_holds_room on reservation_holds (store_id, room_id, ends_at);
select protect_store_table('reservation_holds');
grant delete on reservation_holds to munjigi_app, munjigi_system;
create index room_parts_room on room_parts (room_id);

create function keeps_room(state text) returns boolean language sql immutable parallel safe
  return state in ('PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED');

-- The rooms that a reservation of this one keeps.
create function rooms_kept_by(its_store uuid, its_room uuid) returns setof uuid language plpgsql stable as $$
begin
  return query select part_room_id from room_parts where store_id = its_store and room_id = its_room;
  if not found then return next its_room; end if;
end $$;

-- One writer for a room at a time, until its transaction ends: a later writer sees what the earlier one did, and can
-- rely on the free time that it reads. Taken before any row is locked, and in one order, to avoid deadlocks: combined
-- rooms first, because from then on their parts cannot change.
create function take_room(room uuid) returns void language sql volatile
  return pg_advisory_xact_lock(hashtextextended(room::text, 0));

create function take_rooms(rooms uuid[]) returns void language plpgsql as $$
declare
  wholes uuid[] := array(select distinct room_id from room_parts where room_id = any (rooms) order by room_id);
  room uuid;
begin
  foreach room in array wholes loop
    perform take_room(room);
  end loop;
  if cardinality(wholes) > 0 then
    rooms := array(select it from unnest(rooms) as it where not it = any (wholes) union select part_room_id from room_parts where room_id = any (wholes));
  end if;
  foreach room in array array(select it from unnest(rooms) as it order by it) loop
    perform take_room(room);
  end loop;
end $$;

-- A writer of a reservation has read the room's parts: they change only while no such transaction is open.
create function take_room_of_part() returns trigger language plpgsql as $$
begin
  perform take_room(coalesce(new.room_id, old.room_id));
  return coalesce(new, old);
end $$;
create trigger room_parts_take before insert or update or delete on room_parts for each row execute function take_room_of_part();

-- Every writer has taken the rooms. One that has not cannot double-book either, but may fail with a deadlock.
create function keep_new_room_time() returns trigger language plpgsql as $$
begin
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select new.product_id, new.store_id, coalesce(part.part_room_id, new.room_id), new.id, coalesce(new.keeps_from, new.starts_at), new.buffer_ends_at
  from (values (1)) as one left join room_parts as part on part.store_id = new.store_id and part.room_id = new.room_id;
  return null;
end $$;

create function keep_room_time() returns trigger language plpgsql as $$
declare
  kept uuid[] := '{}';
  kept_from timestamptz := coalesce(new.keeps_from, new.starts_at);
begin
  if keeps_room(new.state) then
    kept := array(select rooms_kept_by(new.store_id, new.room_id));
  end if;
  delete from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and not h.room_id = any (kept);
  update reservation_holds h set starts_at = kept_from, ends_at = new.buffer_ends_at
  where h.store_id = new.store_id and h.reservation_id = new.id and (h.starts_at, h.ends_at) <> (kept_from, new.buffer_ends_at);
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select new.product_id, new.store_id, it, new.id, kept_from, new.buffer_ends_at
  from unnest(kept) as it
  where not exists (select from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and h.room_id = it);
  return null;
end $$;
create trigger reservations_keep_new after insert on reservations for each row when (keeps_room(new.state)) execute function keep_new_room_time();
create trigger reservations_keep_changed after update of state, room_id, starts_at, ends_at, buffer_ends_at, keeps_from on reservations for each row
  when ((keeps_room(old.state), old.room_id, coalesce(old.keeps_from, old.starts_at), old.buffer_ends_at)
        is distinct from (keeps_room(new.state), new.room_id, coalesce(new.keeps_from, new.starts_at), new.buffer_ends_at))
  execute function keep_room_time();

-- Recomputes the holds of coming reservations after the parts of these rooms changed. Fails as the guard does.
-- Reservations that end before `since` keep their holds.
create function rebuild_holds(its_store uuid, its_rooms uuid[], since timestamptz) returns void language plpgsql as $$
begin
  perform take_rooms(its_rooms || array(
    select h.room_id from reservation_holds h join reservations r on r.store_id = h.store_id and r.id = h.reservation_id
    where r.store_id = its_store and r.room_id = any (its_rooms) and h.ends_at > since));
  delete from reservation_holds h using reservations r
  where r.store_id = its_store and r.room_id = any (its_rooms) and h.store_id = r.store_id and h.reservation_id = r.id and h.ends_at > since;
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select r.product_id, r.store_id, kept, r.id, coalesce(r.keeps_from, r.starts_at), r.buffer_ends_at
  from reservations r, lateral rooms_kept_by(r.store_id, r.room_id) as kept
  where r.store_id = its_store and r.room_id = any (its_rooms) and keeps_room(r.state) and r.buffer_ends_at > since;
end $$;

-- RV-1: no other transitions, for any writer.
create function keep_reservation_states() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('PENDING', 'CONFIRMED'), ('PENDING', 'CANCELLED'), ('PENDING', 'EXPIRED'),
    ('CONFIRMED', 'IN_USE'), ('CONFIRMED', 'CANCELLED'), ('CONFIRMED', 'NO_SHOW'),
    ('IN_USE', 'COMPLETED')) then
    raise exception 'reservations: % cannot become %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.store_id, new.id, new.code, new.kind, new.created_at) is distinct from (old.store_id, old.id, old.code, old.kind, old.created_at) then
    raise exception 'reservations: what % is does not change', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger reservations_states before update on reservations for each row execute function keep_reservation_states();
create trigger reservations_kept before delete or truncate on reservations for each statement execute function refuse_change();

-- The history of a reservation: person, action, time and reason (RV-1).
create table reservation_events (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  at timestamptz(3) not null,
  kind text not null check (kind in
    ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'EDITED', 'REVEALED')),
  actor_kind text not null check (actor_kind in ('PERSON', 'CHANNEL', 'SYSTEM')),
  actor_id uuid,
  actor_label text not null,
  reason text,
  amount bigint,
  before jsonb,
  primary key (store_id, reservation_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
select protect_store_table('reservation_events');
revoke update on reservation_events from munjigi_app, munjigi_system;
create trigger reservation_events_append_only before update or delete or truncate on reservation_events
  for each statement execute function refuse_change();

create table waitlist (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  head_count integer not null,
  guest_name text not null,
  guest_phone text not null,
  memo text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'FREE', 'DONE', 'EXPIRED')),
  free_since timestamptz(3),
  free_room_id uuid,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  check (starts_at < ends_at)
);
create index waitlist_id on waitlist (id);
create index waitlist_waiting on waitlist (store_id, starts_at) where state in ('WAITING', 'FREE');
select protect_store_table('waitlist');

create table calendar_feeds (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid,
  -- SHA-256; the secret itself is shown once and not stored.
  secret_hash bytea not null,
  created_at timestamptz(3) not null,
  last_read_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index calendar_feeds_id on calendar_feeds (id);
select protect_store_table('calendar_feeds');
-- A feed is read without a sign-in: its store is found by its id.
create policy by_id on calendar_feeds for select to munjigi_system using (true);

-- Timers of a store (the end of an unpaid hold or a reservation) use its settings; a calendar feed has its name.
grant select (name, slot_minutes, min_minutes, max_minutes, buffer_minutes, access_before_minutes, access_after_minutes, day_cutoff, hours, horizon_days,
  cancellation_tiers) on stores to munjigi_system;
