-- Messages to the guest of a moved or changed stay (MS-16, decision 093).

alter table messages
  -- Of EXTENDED, MOVED and CHANGED: what the guest knows about the stay, as `known_stay` writes it.
  add column before jsonb,
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS', 'ENDING_SOON', 'EXTENDED',
     'MOVED', 'CHANGED', 'CANCELLED', 'REFUNDED')) not valid;

create function known_stay(room uuid, starts timestamptz, ends timestamptz, people integer, price bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'roomId', room, 'roomName', (select o.name from rooms o where o.id = room),
    'startsAt', to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'headCount', people, 'priceAmount', price)
$$;

-- The kind of the message that a guest needs who knows one stay and has another one. Null: the guest knows it already.
-- A room with another name is the same room.
create function change_message_kind(state text, known jsonb, present jsonb) returns text language sql immutable as $$
  select case
    when state not in ('PENDING', 'CONFIRMED', 'IN_USE') then null
    when known->>'roomId' <> present->>'roomId' or known->>'startsAt' <> present->>'startsAt' then 'MOVED'
    when known->>'endsAt' < present->>'endsAt' and known->'headCount' = present->'headCount' and state <> 'PENDING' then 'EXTENDED'
    when known - 'roomName' <> present - 'roomName' then 'CHANGED'
  end
$$;

-- Adds the message of a change. A change before the message of the last one left makes that message say both, and the
-- guest gets none when the stay is again what they know. A confirmation that waits says the change too: the message names
-- it (`subject_id`), and is withdrawn after the confirmation was sent.
create function queue_message_of_change(was reservations, of reservations, waiting uuid, confirmation uuid) returns void language plpgsql as $$
declare
  cause text := 'CHANGE:' || of.id || ':' || of.version;
  present jsonb := known_stay(of.room_id, of.starts_at, of.ends_at, of.head_count, of.price_amount);
  known jsonb;
  needed text;
begin
  if waiting is not null then
    select m.before into known from messages m where m.store_id = of.store_id and m.id = waiting;
    -- Its times count from this change.
    update messages set kind = coalesce(change_message_kind(of.state, known, present), kind), is_new = true
    where store_id = of.store_id and id = waiting;
    return;
  end if;
  known := known_stay(was.room_id, was.starts_at, was.ends_at, was.head_count, was.price_amount);
  needed := change_message_kind(of.state, known, present);
  if needed is null then return; end if;
  perform queue_message(of, needed, cause, confirmation);
  update messages set before = known where store_id = of.store_id and dedupe_key = cause;
end $$;

create or replace function queue_messages_of_changed_reservation() returns trigger language plpgsql as $$
declare
  waiting uuid;
  confirmation uuid;
begin
  if old.state <> new.state and new.state = 'CANCELLED' then
    update messages set state = 'WITHDRAWN', error = 'RESERVATION_CANCELLED', ended_at = now()
    where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null
      and kind not in ('CANCELLED', 'REFUNDED');
  else
    -- What is queued follows the reservation. The row locks decide whether a message says this change or was begun before.
    with followed as (
      update messages set planned_at = null
      where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null
      returning id, kind, before, resend_of)
    select (select f.id from followed f where f.before is not null and f.resend_of is null order by f.id desc limit 1),
           (select f.id from followed f where f.kind in ('HELD', 'SLOT_OFFERED', 'CONFIRMED') order by f.id desc limit 1)
    into waiting, confirmation;
  end if;
  if old.state = 'PENDING' and new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  elsif old.state <> new.state and new.state = 'CANCELLED' then
    perform queue_message(new, 'CANCELLED', 'CANCELLED:' || new.id, null);
  elsif old.state = new.state then
    perform queue_message_of_change(old, new, waiting, confirmation);
    if old.ends_at <> new.ends_at and new.state in ('CONFIRMED', 'IN_USE') then
      -- The warning of the former end is withdrawn when its times are computed again.
      perform queue_message(new, 'ENDING_SOON', 'ENDING_SOON:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
    end if;
  end if;
  return null;
end $$;

drop trigger reservations_queue_messages_again on reservations;
create trigger reservations_queue_messages_again
  after update of state, room_id, starts_at, ends_at, head_count, price_amount, hold_expires_at on reservations for each row
  when (new.kind = 'GUEST' and (old.state <> new.state or old.room_id <> new.room_id or old.starts_at <> new.starts_at or old.ends_at <> new.ends_at
        or old.head_count <> new.head_count or old.price_amount <> new.price_amount or old.hold_expires_at is distinct from new.hold_expires_at))
  execute function queue_messages_of_changed_reservation();
