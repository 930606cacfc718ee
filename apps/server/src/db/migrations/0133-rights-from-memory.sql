-- Refuses a transaction of a person whose rights were read at an earlier epoch of the sessions (decision 118). It is part of the
-- statement that begins the transaction, so nothing is read or written with outdated rights.
create function refuse_stale_rights(known_epoch bigint) returns void language plpgsql stable as $$
begin
  if (select epoch from session_epoch) is distinct from known_epoch then
    raise exception 'The sessions have changed since the rights were read' using errcode = 'MJ002';
  end if;
end $$;
