-- Online booking (BK-1 to BK-9, decision 077): guests without a reservation book at a store that has switched it on.

alter table stores
  add column booking_is_open boolean not null default false,
  add column booking_terms text not null default '' check (length(booking_terms) <= 4000);
grant select (booking_is_open, booking_terms, guest_map_url) on stores to munjigi_system;

alter table reservations drop constraint reservations_channel_check;
alter table reservations add constraint reservations_channel_check
  check (channel in ('STAFF', 'WALK_IN', 'CHANNEL', 'ONLINE')) not valid;

-- One-time codes go to the phone of a guest who has no account and no reservation. The phone is sealed and, like the
-- text, emptied when the message has ended.
alter table staff_messages
  alter column user_id drop not null,
  add column recipient bytea not null default '',
  drop constraint staff_messages_kind_check,
  add constraint staff_messages_kind_check
    check (kind in ('INVITATION', 'PASSWORD_RESET', 'NEW_DEVICE', 'ON_CALL', 'PHONE_CODE')) not valid,
  add constraint staff_messages_recipient_check check ((kind = 'PHONE_CODE') = (user_id is null)) not valid,
  add constraint staff_messages_ended_recipient_check check (state = 'QUEUED' or length(recipient) = 0) not valid;
grant update (recipient) on staff_messages to munjigi_app;

-- Codes that were sent to phones, as keyed hashes (BK-4). Rows of the last day also count for the limits.
create table phone_codes (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  phone_mark bytea not null,
  address_mark bytea not null,
  code_hash bytea not null,
  sent_at timestamptz(3) not null,
  -- A right code is accepted until this time, and then a while longer from `proven_at` on.
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  proven_at timestamptz(3),
  -- The code made a reservation, so it makes no other one.
  used_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index phone_codes_phone on phone_codes (phone_mark, sent_at desc);
create index phone_codes_address on phone_codes (address_mark, sent_at desc);
create index phone_codes_store on phone_codes (store_id, sent_at desc);
create index phone_codes_sent on phone_codes (sent_at);
select protect_store_table('phone_codes');
-- The limits of a phone and of an address hold across stores.
create policy counts on phone_codes for select to munjigi_system using (true);
create policy sweeps on phone_codes for delete to munjigi_system using (true);
grant delete on phone_codes to munjigi_system;

-- Reservations that guests made online, for repeated requests and for the limits (BK-6, BK-7). Rows are deleted after a day.
create table online_bookings (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  phone_mark bytea not null,
  address_mark bytea not null,
  -- Keyed hashes of the Idempotency-Key and of the request with it. Null: the request had no key.
  request_mark bytea,
  body_mark bytea not null,
  -- Until when the reservation is held unpaid. Null: it is not held any more. The trigger below keeps to the reservation.
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, reservation_id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
create unique index online_bookings_request on online_bookings (store_id, request_mark) where request_mark is not null;
create index online_bookings_phone on online_bookings (phone_mark) where held_until is not null;
create index online_bookings_address on online_bookings (address_mark, created_at desc);
create index online_bookings_created on online_bookings (created_at);
select protect_store_table('online_bookings');
create policy counts on online_bookings for select to munjigi_system using (true);
create policy sweeps on online_bookings for delete to munjigi_system using (true);
grant delete on online_bookings to munjigi_system;

create function follow_online_hold() returns trigger language plpgsql as $$
begin
  update online_bookings set held_until = case when new.state = 'PENDING' then new.hold_expires_at end
  where store_id = new.store_id and reservation_id = new.id;
  return null;
end $$;
create trigger reservations_follow_online_hold after update of state, hold_expires_at on reservations for each row
  when (new.channel = 'ONLINE' and old.state = 'PENDING') execute function follow_online_hold();
