-- The history at 100,000,000 rows (docs/decisions/017). Ids contain the time of the request, so an index that ends in
-- the id orders its rows by age; the primary key does so for a store.

drop index device_history_store_newest;

-- History of a person or a reservation. Begins with the product: the id of another product must find no rows instead of
-- millions to refuse.
create index device_history_cause on device_history (product_id, cause_id, store_id, id) where cause_id is not null;

-- Failures of a store and of all stores: a frequent query for rare rows.
create index device_history_failed on device_history (store_id, id) where status in ('FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE');
create index device_history_failed_of_product on device_history (product_id, id) where status in ('FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE');

create index device_links_of_target on device_links (target_id);

-- Rows are only added. A command moves; what it was asked by, for what and when is not even the program's to change, beside the
-- trigger of 0003 that keeps its end.
revoke update on device_history from munjigi_app, munjigi_system;
grant update (status, sent_at, deadline_at, state_when_sent, has_answered, acknowledged_at, finished_at, latency_ms, error_code, error_message)
  on device_history to munjigi_app, munjigi_system;

create function keep_history_words() returns trigger language plpgsql as $$
begin
  if (new.product_id, new.target_kind) is distinct from (old.product_id, old.target_kind)
     or (old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at)
     or (old.state_when_sent is not null and new.state_when_sent is distinct from old.state_when_sent)
     or (old.has_answered and not new.has_answered) then
    raise exception 'device_history: % only goes forward', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger device_history_words before update on device_history for each row execute function keep_history_words();
