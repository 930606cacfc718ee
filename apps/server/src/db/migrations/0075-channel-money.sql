-- Money that a booking channel collects from its guest (CH-2): a payment with the provider CHANNEL, its commission in the
-- ledger, and the channel's reference, by which its monthly statement is matched.
alter table payments drop constraint payments_provider_check;
alter table payments add constraint payments_provider_check
  check (provider in ('MANUAL', 'TOSS', 'PORTONE', 'CHANNEL')) not valid;

do $$
declare
  list text;
begin
  select pg_get_constraintdef(oid) into strict list from pg_constraint
  where conrelid = 'ledger_entries'::regclass and conname = 'ledger_entries_account_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_account_check, add constraint ledger_entries_account_check '
    || replace(list, 'ARRAY[', 'ARRAY[''MONEY_AT_CHANNEL''::text, ''CHANNEL_COMMISSION''::text, ''CHANNEL_COMMISSION_VAT''::text, ')
    || ' not valid';
end $$;

create table channel_payments (
  product_id uuid not null,
  store_id uuid not null,
  -- The payment.
  id uuid not null,
  key_id uuid not null,
  -- What the channel calls the payment; it reports each once.
  reference text not null check (length(reference) between 1 and 100),
  primary key (store_id, id),
  foreign key (store_id, id) references payments (store_id, id),
  unique (product_id, key_id, reference)
);
select protect_store_table('channel_payments');

-- What a channel says in its monthly statement (CH-4). It is compared with the ledger when it is read.
create table channel_statements (
  product_id uuid not null references products,
  id uuid not null primary key,
  key_id uuid not null,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  file_name text not null check (length(file_name) <= 120),
  imported_at timestamptz(3) not null,
  imported_by_name text not null check (length(imported_by_name) <= 200),
  unique (product_id, key_id, starts_on, ends_on)
);
create table channel_statement_lines (
  product_id uuid not null,
  statement_id uuid not null references channel_statements on delete cascade,
  reference text not null check (length(reference) between 1 and 100),
  amount bigint not null,
  refunded_amount bigint not null,
  commission_amount bigint not null,
  payout_amount bigint not null,
  primary key (statement_id, reference)
);
alter table channel_statements enable row level security;
alter table channel_statements force row level security;
alter table channel_statement_lines enable row level security;
alter table channel_statement_lines force row level security;
-- A statement is about every store, so only people who see all stores have access.
create policy of_the_product on channel_statements to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy of_the_product on channel_statement_lines to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
grant select, insert, delete on channel_statements, channel_statement_lines to munjigi_app;
select let_backup_read('channel_statements');
select let_backup_read('channel_statement_lines');
