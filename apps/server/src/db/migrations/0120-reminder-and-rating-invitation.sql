-- A reminder a day before the stay, and an invitation to rate it afterwards (MS-18).

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'HOLD_EXPIRED', 'CONFIRMED', 'DAY_BEFORE', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS',
     'ENDING_SOON', 'EXTENDED', 'MOVED', 'CHANGED', 'HELP_ANSWERED', 'CANCELLED', 'REFUNDED', 'RATING_INVITED')) not valid;

alter table message_opt_outs
  drop constraint message_opt_outs_kind_check,
  add constraint message_opt_outs_kind_check check (kind in
    ('PAYMENT_REMINDER', 'SLOT_OFFERED', 'DAY_BEFORE', 'ACCESS_OPENS', 'ENDING_SOON', 'RATING_INVITED')) not valid;

create or replace function queue_messages_of_confirmation(of reservations) returns void language plpgsql as $$
begin
  perform queue_message(of, 'CONFIRMED', 'CONFIRMED:' || of.id, null);
  -- With less time than this the confirmation is the reminder.
  if of.starts_at - of.created_at >= interval '36 hours' then perform queue_message(of, 'DAY_BEFORE', 'DAY_BEFORE:' || of.id, null); end if;
  -- The guest of a walk-in is at the door already.
  if of.channel <> 'WALK_IN' then perform queue_message(of, 'ACCESS_OPENS', 'ACCESS_OPENS:' || of.id, null); end if;
  perform queue_message(of, 'ENDING_SOON', 'ENDING_SOON:' || of.id || ':' || extract(epoch from of.ends_at)::bigint, null);
end $$;

create function queue_rating_message() returns trigger language plpgsql as $$
begin
  perform queue_message(new, 'RATING_INVITED', 'RATING_INVITED:' || new.id, null);
  return null;
end $$;

create trigger reservations_queue_rating_message after update of state on reservations for each row
  when (new.kind = 'GUEST' and old.state = 'IN_USE' and new.state = 'COMPLETED')
  execute function queue_rating_message();
