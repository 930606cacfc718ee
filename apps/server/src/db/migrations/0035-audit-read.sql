-- Indexes for reading the audit log (docs/decisions/033): by time, person, store, action, group of actions, and
-- subject; each index orders its rows by age, and `seq` orders the rows of one millisecond.
create index audit_log_at on audit_log (product_id, at, seq);
create index audit_log_actor on audit_log (product_id, actor_id, at, seq) where actor_id is not null;
create index audit_log_store on audit_log (product_id, store_id, at, seq) where store_id is not null;
create index audit_log_action on audit_log (product_id, action, at, seq);
create index audit_log_group on audit_log (product_id, split_part(action, '.', 1), at, seq);
create index audit_log_subject on audit_log (product_id, subject_id, at, seq) where subject_id is not null;

-- Verifications of the chain: when, how far, and the result. Not part of the evidence: the owner of the database can
-- change it. `hash` is the chain's at `seq`.
create table audit_verifications (
  product_id uuid not null references products,
  id uuid not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  seq bigint not null,
  hash bytea not null,
  fault_seq bigint,
  fault_what text check (fault_what in ('MISSING', 'CHANGED', 'HEAD_DIFFERS', 'ANCHOR_DIFFERS')),
  primary key (product_id, id),
  check ((fault_seq is null) = (fault_what is null))
);
create unique index audit_verifications_under_way on audit_verifications (product_id) where finished_at is null;
alter table audit_verifications enable row level security;
alter table audit_verifications force row level security;
create policy own_product on audit_verifications to munjigi_app, munjigi_system using (product_id = (select actor_product()));
grant select, insert, update on audit_verifications to munjigi_app;
