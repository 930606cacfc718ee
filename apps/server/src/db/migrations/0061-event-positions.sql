-- Committed events get consecutive positions, one short transaction after the other (decision 044). The order depends on no
-- other transaction, and an ordinary commit sends no NOTIFY.

drop trigger events_notify on events;
drop function notify_event();

-- Null until the event is sequenced.
alter table events add column position bigint check (position > 0);
update events e set position = placed.position
from (select tx, id, row_number() over (order by tx, id) as position from events) placed
where e.tx = placed.tx and e.id = placed.id;

create table event_sequence (
  only_row boolean primary key default true check (only_row),
  last_position bigint not null,
  -- Which history the positions belong to. A restored database begins a new one: places in the old one are refused.
  epoch text not null check (epoch ~ '^[0-9a-f]{12}$')
);
insert into event_sequence (last_position, epoch)
select coalesce(max(position), 0), left(replace(gen_random_uuid()::text, '-', ''), 12) from events;
grant select, update on event_sequence to munjigi_system;

-- A place that lies after every event that is committed now. It counts those that are still to be sequenced.
create function event_position_now() returns bigint language sql stable security definer set search_path = public as $$
  select last_position + (select count(*) from events where position is null) from event_sequence
$$;
revoke execute on function event_position_now() from public;
grant execute on function event_position_now() to munjigi_app, munjigi_system;

-- The places of those who follow the stream.
alter table webhook_endpoints no force row level security;
alter table webhook_endpoints add column after_position bigint not null default event_position_now();
update webhook_endpoints w
set after_position = coalesce((select max(e.position) from events e where (e.tx, e.id) <= (w.after_tx, w.after_id)), 0);
alter table webhook_endpoints drop column after_tx, drop column after_id;
alter table webhook_endpoints force row level security;

alter table push_place add column after_position bigint not null default 0;
update push_place p
set after_position = coalesce((select max(e.position) from events e where (e.tx, e.id) <= (p.after_tx, p.after_id)), 0);
alter table push_place alter column after_position drop default, drop column after_tx, drop column after_id;

-- The newest position that was swept. A place before it must be read again from the start.
alter table events_floor add column position bigint not null default 0, drop column tx;

-- An insert maintains one small index. The other two hold sequenced events only.
alter table events drop constraint events_pkey;
drop index events_created_at;
alter table events drop column tx;
create unique index events_unsequenced on events (id) where position is null;
create unique index events_position on events (position) where position is not null;
create index events_of_product on events (product_id, position) where position is not null;
-- Every row is updated once, soon after it is inserted.
alter table events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- The program publishes; only sequence_events() gives positions.
revoke insert on events from munjigi_app, munjigi_system;
grant insert (product_id, store_id, name, data) on events to munjigi_app, munjigi_system;
grant update (position) on events to munjigi_system;

-- Gives positions to at most so many committed events, in the order of their insertion, and wakes the readers. Calls of all
-- processes wait for one another. Each statement has its own snapshot (READ COMMITTED): what committed before this call got the
-- lock is seen. An event that was inserted after another one had committed has the larger id, so it gets the later position.
create function sequence_events(at_most integer, out sequenced integer, out last_position bigint) language plpgsql volatile
set search_path = public set lock_timeout = '2s' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  sequenced := 0;
  if not exists (select from events where position is null) then
    select s.last_position into strict last_position from event_sequence s;
    return;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sequence_events() takes the isolation level READ COMMITTED';
  end if;
  -- A client that stops here keeps the lock for two seconds at most.
  perform set_config('idle_in_transaction_session_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtextextended('munjigi.sequence_events', 0));
  select s.last_position into strict last_position from event_sequence s;
  with page as materialized (select id from events where position is null order by id limit at_most),
    placed as materialized (select id, row_number() over (order by id) as place from page)
  update events e set position = sequence_events.last_position + placed.place from placed where e.id = placed.id and e.position is null;
  get diagnostics sequenced = row_count;
  if sequenced = 0 then return; end if;
  last_position := last_position + sequenced;
  update event_sequence s set last_position = sequence_events.last_position;
  perform pg_notify('munjigi_events', last_position::text);
end $$;
revoke execute on function sequence_events(integer) from public;
grant execute on function sequence_events(integer) to munjigi_system;
