-- Fails a transaction that was written from rows which have changed since they were read (decision 116). A client sends it before
-- the statements that depend on these rows, and all of them together with the commit.
create function refuse_stale_rows(is_current boolean) returns void language plpgsql as $$
begin
  if is_current is not true then
    raise exception 'The rows have changed since they were read' using errcode = 'MJ001';
  end if;
end $$;
