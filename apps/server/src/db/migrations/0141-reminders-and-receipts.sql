-- Messages two hours before a stay and of a payment that no other message mentions, and the switches of a store (MS-20 to MS-22).

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'HOLD_EXPIRED', 'CONFIRMED', 'PAYMENT_RECEIVED', 'DAY_BEFORE', 'STARTS_SOON', 'CODE_ACTIVE',
     'CODE_CHANGED', 'ACCESS_OPENS', 'ENDING_SOON', 'EXTENDED', 'MOVED', 'CHANGED', 'UNAVAILABLE', 'HELP_ANSWERED', 'CANCELLED', 'REFUNDED',
     'RATING_INVITED')) not valid;

alter table message_opt_outs
  drop constraint message_opt_outs_kind_check,
  add constraint message_opt_outs_kind_check check (kind in
    ('PAYMENT_REMINDER', 'SLOT_OFFERED', 'DAY_BEFORE', 'STARTS_SOON', 'ACCESS_OPENS', 'ENDING_SOON', 'RATING_INVITED')) not valid;

-- `id` is the store's: one row of a store. A store without one sends all of them.
create table message_reminders (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  is_day_before_on boolean not null,
  is_starts_soon_on boolean not null,
  is_rating_on boolean not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('message_reminders');
comment on table message_reminders is
  'modules/messages: which reminders and invitations the guests of a store get';

-- Queues the reminders of a confirmed stay that are not in the outbox yet. One that waits follows the stay, so a moved stay needs a
-- further one only after its reminder has ended.
create function queue_reminders(of reservations, cause text) returns void language plpgsql as $$
begin
  -- The guest of a walk-in is at the door already. With less time than this the confirmation is the reminder.
  if of.channel = 'WALK_IN' then return; end if;
  if of.starts_at - of.created_at >= interval '36 hours'
     and not exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind = 'DAY_BEFORE' and m.state = 'QUEUED') then
    perform queue_message(of, 'DAY_BEFORE', 'DAY_BEFORE:' || of.id || cause, null);
  end if;
  if of.starts_at - of.created_at >= interval '3 hours'
     and not exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind = 'STARTS_SOON' and m.state = 'QUEUED') then
    perform queue_message(of, 'STARTS_SOON', 'STARTS_SOON:' || of.id || cause, null);
  end if;
end $$;

create or replace function queue_messages_of_confirmation(of reservations) returns void language plpgsql as $$
begin
  perform queue_message(of, 'CONFIRMED', 'CONFIRMED:' || of.id, null);
  perform queue_reminders(of, '');
  -- The guest of a walk-in is at the door already.
  if of.channel <> 'WALK_IN' then perform queue_message(of, 'ACCESS_OPENS', 'ACCESS_OPENS:' || of.id, null); end if;
  perform queue_message(of, 'ENDING_SOON', 'ENDING_SOON:' || of.id || ':' || extract(epoch from of.ends_at)::bigint, null);
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
  elsif old.state = 'PENDING' and new.state = 'EXPIRED' then
    perform queue_message(new, 'HOLD_EXPIRED', 'HOLD_EXPIRED:' || new.id, null);
  elsif old.state = new.state then
    perform queue_message_of_change(old, new, waiting, confirmation);
    if old.starts_at <> new.starts_at and new.state = 'CONFIRMED' then
      perform queue_reminders(new, ':' || extract(epoch from new.starts_at)::bigint);
    end if;
    if old.ends_at <> new.ends_at and new.state in ('CONFIRMED', 'IN_USE') then
      -- The warning of the former end is withdrawn when its times are computed again.
      perform queue_message(new, 'ENDING_SOON', 'ENDING_SOON:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
    end if;
  end if;
  return null;
end $$;

-- Queues the message of a payment that arrived, unless the confirmation or the extension that it caused in the same transaction says so.
-- Money of a booking channel is the channel's to confirm, and money that came too late is returned, which REFUNDED says.
create function queue_payment_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  if of.id is null or of.state in ('CANCELLED', 'EXPIRED') then return null; end if;
  if exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind in ('CONFIRMED', 'EXTENDED')
             and m.is_new and m.queued_at = now()::timestamptz(3)) then return null; end if;
  perform queue_message(of, 'PAYMENT_RECEIVED', 'PAYMENT_RECEIVED:' || new.id, new.id);
  return null;
end $$;

-- At the commit: the payment is written before the reservation that it confirms.
create constraint trigger payments_queue_message after insert on payments deferrable initially deferred for each row
  when (new.paid_at is not null and new.reservation_id is not null and new.provider <> 'CHANNEL')
  execute function queue_payment_message();
create constraint trigger payments_queue_message_later after update of paid_at on payments deferrable initially deferred for each row
  when (old.paid_at is null and new.paid_at is not null and new.reservation_id is not null and new.provider <> 'CHANNEL')
  execute function queue_payment_message();

-- The reviews of incidents look for guests who do not know of a change (MS-26) every few seconds, however far away their stay is.
create index messages_failed on messages (store_id, reservation_id) where state = 'FAILED';
create index reservations_without_contact on reservations (store_id, starts_at)
  where kind = 'GUEST' and guest_phone = '' and guest_email = '' and channel <> 'WALK_IN';
