-- A confirmation can say the code (MS-17), so a later code replaces what the guest has from it.

create or replace function queue_code_message() returns trigger language plpgsql as $$
declare
  of reservations;
begin
  update messages set planned_at = null
  where store_id = new.store_id and reservation_id = new.reservation_id and subject_id = new.code_id and state = 'QUEUED' and sending_since is null;
  if found then return null; end if;
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  -- Only a code is the subject of a confirmation.
  perform queue_message(of, case when exists (
      select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind in ('CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED')
        and m.subject_id <> new.code_id and (m.state in ('ACCEPTED', 'DELIVERED') or m.sending_since is not null))
    then 'CODE_CHANGED' else 'CODE_ACTIVE' end, 'CODE:' || of.id || ':' || new.code_id, new.code_id);
  return null;
end $$;
