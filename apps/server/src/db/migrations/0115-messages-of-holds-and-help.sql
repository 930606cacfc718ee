-- Messages to the guest of a hold that ended without payment, and of a help case that staff answered (MS-1, decision 099).

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'HOLD_EXPIRED', 'CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS', 'ENDING_SOON',
     'EXTENDED', 'MOVED', 'CHANGED', 'HELP_ANSWERED', 'CANCELLED', 'REFUNDED')) not valid;

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
    if old.ends_at <> new.ends_at and new.state in ('CONFIRMED', 'IN_USE') then
      -- The warning of the former end is withdrawn when its times are computed again.
      perform queue_message(new, 'ENDING_SOON', 'ENDING_SOON:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
    end if;
  end if;
  return null;
end $$;

create function queue_answer_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  perform queue_message(of, 'HELP_ANSWERED', 'HELP_ANSWERED:' || new.id, new.id);
  return null;
end $$;

create trigger guest_answers_queue_message after insert on guest_answers for each row execute function queue_answer_message();
