-- Jobs run in lanes (decision 043): a due job is found by its kind, an outbound job by the peer that it calls.

alter table jobs
  -- The process that holds the lease.
  add column claimed_by uuid,
  -- What an outbound job calls: a webhook endpoint or a push subscription. Jobs of one peer share a small number of slots.
  add column peer uuid;

update jobs set peer = d.endpoint_id from webhook_deliveries d where jobs.kind = 'webhooks.deliver' and d.id = (jobs.payload ->> 'id')::uuid;
update jobs set peer = (payload ->> 'id')::uuid where kind = 'push.send';

drop index jobs_due;
create index jobs_due on jobs (kind, due_at) where peer is null;
create index jobs_of_peer on jobs (peer, due_at) where peer is not null;
create index jobs_running_at_peer on jobs (peer) where peer is not null and locked_until is not null;

-- Every insert of an outbound job gets its peer, also one by an older version of the program: a job without one would escape the limit per peer.
create function set_peer_of_job() returns trigger language plpgsql as $$
begin
  if new.kind = 'webhooks.deliver' then
    new.peer := (select endpoint_id from webhook_deliveries where id = (new.payload ->> 'id')::uuid);
  else
    new.peer := (new.payload ->> 'id')::uuid;
  end if;
  return new;
end $$;
create trigger jobs_peer before insert on jobs for each row
  when (new.peer is null and new.kind in ('webhooks.deliver', 'push.send')) execute function set_peer_of_job();

-- Peers that did not answer in time. A peer that answers has no row.
create table job_peers (
  peer uuid primary key,
  -- In succession.
  timeouts integer not null default 0,
  -- From the third time-out on: nothing is sent before this time, and then one request at a time.
  suspended_until timestamptz(3),
  changed_at timestamptz(3) not null
);
alter table job_peers enable row level security;
alter table job_peers force row level security;
create policy of_own_endpoints on job_peers to munjigi_app using (exists (select from webhook_endpoints e where e.id = job_peers.peer));
create policy running on job_peers to munjigi_system using (true);
grant select, update, delete on job_peers to munjigi_app;
grant select, insert, update, delete on job_peers to munjigi_system;
select let_backup_read('job_peers');
