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
