-- Settlement (SL-4, NX-7): terms with dates, periods of stores, and which transactions of the ledger each of them holds (decision 029).

create table settlement_terms (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  valid_from date not null,
  -- Of 10,000.
  royalty_rate integer not null check (royalty_rate between 0 and 10000),
  royalty_base text not null check (royalty_base in ('GROSS_PAID', 'NET_OF_REFUND', 'NET_OF_REFUND_EX_VAT', 'NET_OF_REFUND_AND_PG_FEE')),
  royalty_vat text not null check (royalty_vat in ('INCLUSIVE', 'EXCLUSIVE')),
  cycle text not null check (cycle in ('WEEKLY', 'HALF_MONTHLY', 'MONTHLY')),
  pay_after_bank_days integer not null check (pay_after_bank_days between 0 and 60),
  created_at timestamptz(3) not null,
  created_by_name text not null,
  primary key (store_id, id),
  unique (store_id, valid_from),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('settlement_terms');

create table settlements (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  number integer not null,
  -- Business dates, both included.
  starts_on date not null,
  ends_on date not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED', 'PAID')),
  pay_on date,
  -- As of the closing: the lines in the contract's shape, and their sum in won.
  lines jsonb,
  gross_amount bigint,
  refund_amount bigint,
  fee_amount bigint,
  royalty_amount bigint,
  payout_amount bigint check (payout_amount >= 0),
  carried_forward_amount bigint check (carried_forward_amount <= 0),
  closed_at timestamptz(3),
  closed_by_name text,
  paid_on date,
  paid_reference text,
  paid_at timestamptz(3),
  paid_by_name text,
  primary key (store_id, id),
  unique (store_id, number),
  foreign key (product_id, store_id) references stores (product_id, id),
  check (starts_on <= ends_on),
  exclude using gist (store_id with =, daterange(starts_on, ends_on, '[]') with &&),
  check ((state = 'OPEN') = (closed_at is null)),
  check (num_nulls(pay_on, lines, gross_amount, refund_amount, fee_amount, royalty_amount, payout_amount, carried_forward_amount, closed_at, closed_by_name) in (0, 10)),
  check ((state = 'PAID') = (paid_at is not null)),
  check (num_nulls(paid_on, paid_reference, paid_at, paid_by_name) in (0, 4)),
  -- An amount is either paid out or carried forward.
  check (payout_amount = 0 or carried_forward_amount = 0)
);
create index settlements_id on settlements (id);
create unique index settlements_one_open on settlements (store_id) where state = 'OPEN';
create index settlements_latest on settlements (product_id, ends_on desc, id desc);
select protect_store_table('settlements');

-- A closed period does not change, for any writer: it can only be paid, once.
create function keep_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'OPEN' then
      raise exception 'settlements: one begins open' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (new.product_id, new.store_id, new.id, new.number, new.starts_on) is distinct from (old.product_id, old.store_id, old.id, old.number, old.starts_on)
     or not (old.state, new.state) in (('OPEN', 'OPEN'), ('OPEN', 'CLOSED'), ('CLOSED', 'PAID'))
     or (old.state = 'CLOSED' and (to_jsonb(new) - '{state,paid_on,paid_reference,paid_at,paid_by_name}'::text[])
                                  <> (to_jsonb(old) - '{state,paid_on,paid_reference,paid_at,paid_by_name}'::text[])) then
    raise exception 'settlements: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger settlements_keep before insert or update on settlements for each row execute function keep_settlement();
create trigger settlements_kept before delete or truncate on settlements for each statement execute function refuse_change();

-- Which transactions of the ledger a period holds: each is in one period at most, for ever.
create table settlement_entries (
  product_id uuid not null,
  store_id uuid not null,
  transaction_id uuid not null,
  settlement_id uuid not null,
  primary key (store_id, transaction_id),
  foreign key (store_id, transaction_id) references ledger_transactions (store_id, id),
  foreign key (store_id, settlement_id) references settlements (store_id, id)
);
create index settlement_entries_settlement on settlement_entries (store_id, settlement_id);
select protect_store_table('settlement_entries');
revoke update on settlement_entries from munjigi_app, munjigi_system;
create trigger settlement_entries_append_only before update or delete or truncate on settlement_entries
  for each statement execute function refuse_change();

-- Only an open period accepts entries. It is locked meanwhile, so that it cannot be closed at the same moment.
create function keep_settlement_entries() returns trigger language plpgsql as $$
begin
  perform from settlements s where (s.store_id, s.id) in (select store_id, settlement_id from added) and s.state = 'OPEN' for no key update;
  if exists (select from added a left join settlements s on s.store_id = a.store_id and s.id = a.settlement_id where s.state is distinct from 'OPEN') then
    raise exception 'settlement_entries: the period is closed' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger settlement_entries_keep after insert on settlement_entries referencing new table as added
  for each statement execute function keep_settlement_entries();
-- Entries are attached only in the transaction that closes the settlement: a draft has none.
create function settlement_must_be_closed() returns trigger language plpgsql as $$
begin
  if exists (select from settlements s where s.store_id = new.store_id and s.id = new.settlement_id and s.state = 'OPEN') then
    raise exception 'settlement_entries: % is not closed', new.settlement_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger settlement_entries_closed after insert on settlement_entries
  deferrable initially deferred for each row execute function settlement_must_be_closed();

-- A correction outside of sales, with its date and reason. It is in the ledger; a wrong one is corrected by its
-- reversal.
create table settlement_adjustments (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  dated_on date not null,
  amount bigint not null check (amount <> 0 and amount between -2000000000 and 2000000000),
  reason text not null,
  created_at timestamptz(3) not null,
  created_by_name text not null,
  primary key (store_id, id),
  unique (store_id, transaction_id),
  foreign key (store_id, transaction_id) references ledger_transactions (store_id, id)
);
select protect_store_table('settlement_adjustments');

create table settlement_comments (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  line text not null,
  text text not null,
  at timestamptz(3) not null,
  by_id uuid not null,
  by_name text not null,
  is_head_office boolean not null,
  primary key (store_id, id),
  foreign key (store_id, settlement_id) references settlements (store_id, id)
);
create index settlement_comments_settlement on settlement_comments (store_id, settlement_id);
select protect_store_table('settlement_comments');

-- Drafts as they were shared, and the version that a period was closed with.
create table settlement_versions (
  product_id uuid not null,
  store_id uuid not null,
  settlement_id uuid not null,
  number integer not null check (number > 0),
  at timestamptz(3) not null,
  by_name text not null,
  lines jsonb not null,
  payout_amount bigint not null,
  primary key (store_id, settlement_id, number),
  foreign key (store_id, settlement_id) references settlements (store_id, id)
);
select protect_store_table('settlement_versions');

do $$
declare
  name text;
begin
  foreach name in array '{settlement_adjustments,settlement_comments,settlement_versions}'::text[] loop
    execute format('revoke update on %I from munjigi_app, munjigi_system', name);
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()', name || '_append_only', name);
  end loop;
end $$;

-- The postings of a settlement. Existing kinds and accounts stay.
alter table ledger_transactions add column settlement_id uuid;
do $$
declare
  list text;
begin
  select pg_get_constraintdef(oid) into strict list from pg_constraint where conrelid = 'ledger_transactions'::regclass and conname = 'ledger_transactions_kind_check';
  execute 'alter table ledger_transactions drop constraint ledger_transactions_kind_check, add constraint ledger_transactions_kind_check '
    || replace(list, 'ARRAY[', 'ARRAY[''ADJUSTMENT''::text, ''SETTLEMENT''::text, ''PAYOUT''::text, ');
  select pg_get_constraintdef(oid) into strict list from pg_constraint where conrelid = 'ledger_entries'::regclass and conname = 'ledger_entries_account_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_account_check, add constraint ledger_entries_account_check '
    || replace(list, 'ARRAY[', 'ARRAY[''ROYALTY''::text, ''ROYALTY_VAT''::text, ''DUE_FROM_HEAD_OFFICE''::text, ''PAYOUT''::text, ''ADJUSTMENTS''::text, ');
end $$;
alter table ledger_transactions
  add foreign key (store_id, settlement_id) references settlements (store_id, id),
  add check ((kind in ('SETTLEMENT', 'PAYOUT')) = (settlement_id is not null)),
  -- A period is posted once, and paid once.
  add unique (store_id, settlement_id, kind);
