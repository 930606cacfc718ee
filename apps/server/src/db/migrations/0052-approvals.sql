-- Acts that need a second person, and the requests for one (docs/decisions/039). Off until head office turns it on.

create table approval_rules (
  product_id uuid primary key references products,
  -- Won that one person may refund of one payment within a day. None: any amount.
  refund_limit integer check (refund_limit between 0 and 2000000000),
  fire_release boolean not null,
  lockdown boolean not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null
);
alter table approval_rules enable row level security;
alter table approval_rules force row level security;
create policy of_the_product on approval_rules to munjigi_app using (product_id = (select actor_product()));
grant select, insert, update on approval_rules to munjigi_app;
select let_backup_read('approval_rules');

create table approvals (
  product_id uuid not null references products,
  -- Null: the request is about the product's rules.
  store_id uuid,
  id uuid primary key,
  kind text not null check (kind in ('REFUND', 'REVERSAL', 'LOCKDOWN', 'FIRE_RELEASE', 'RULES')),
  state text not null default 'REQUESTED' check (state in ('REQUESTED', 'DONE', 'FAILED', 'REFUSED', 'EXPIRED', 'WITHDRAWN')),
  reason text not null,
  -- All that the act needs, and what the second person reads of it. It cannot be changed: no role has the grant.
  terms jsonb not null,
  -- The destination account of a virtual account's refund, sealed; deleted when the request ends.
  account bytea,
  asked_at timestamptz(3) not null,
  asked_by uuid not null,
  asked_by_name text not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Null: the request expired.
  ended_by uuid,
  ended_by_name text,
  note text,
  failure text,
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((kind = 'RULES') = (store_id is null)),
  check (expires_at > asked_at),
  check ((state = 'REQUESTED') = (ended_at is null)),
  check ((state in ('REQUESTED', 'EXPIRED')) = (ended_by is null) and (ended_by is null) = (ended_by_name is null)),
  -- Two people: the requester can end the request only by withdrawing it.
  constraint approvals_two_people check (ended_by is null or (state = 'WITHDRAWN') = (ended_by = asked_by)),
  check ((state = 'FAILED') = (failure is not null)),
  check (account is null or state = 'REQUESTED')
);
create index approvals_newest on approvals (product_id, id desc);
create index approvals_due on approvals (expires_at) where state = 'REQUESTED';
-- One open request at a time for the same subject.
create unique index approvals_waiting_payment on approvals ((terms ->> 'paymentId')) where state = 'REQUESTED' and kind in ('REFUND', 'REVERSAL');
create unique index approvals_waiting on approvals (product_id, coalesce(store_id, product_id), kind) where state = 'REQUESTED' and kind not in ('REFUND', 'REVERSAL');
alter table approvals enable row level security;
alter table approvals force row level security;
create policy of_the_product on approvals to munjigi_app
  using (product_id = (select actor_product()) and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
-- Expired requests are ended in every store.
create policy expiring on approvals to munjigi_system using (true);
grant select, insert, update (state, account, ended_at, ended_by, ended_by_name, note, failure) on approvals to munjigi_app;
grant select, insert, update (state, account, ended_at) on approvals to munjigi_system;
select let_backup_read('approvals');

-- A request that has ended does not change.
create trigger approvals_end_once before update on approvals for each row when (old.state <> 'REQUESTED') execute function refuse_change();
