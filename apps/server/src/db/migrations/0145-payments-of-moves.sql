-- A payment that makes the move of a guest has the message about the move, and no second one about the money (MS-22, GT-32).

create or replace function queue_payment_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  if of.id is null or of.state in ('CANCELLED', 'EXPIRED') then return null; end if;
  if exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id
             and m.kind in ('CONFIRMED', 'EXTENDED', 'MOVED', 'CHANGED') and m.is_new and m.queued_at = now()::timestamptz(3)) then return null; end if;
  perform queue_message(of, 'PAYMENT_RECEIVED', 'PAYMENT_RECEIVED:' || new.id, new.id);
  return null;
end $$;
