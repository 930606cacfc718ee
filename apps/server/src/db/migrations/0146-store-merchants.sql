-- A merchant for each store (MC-1 to MC-10, docs/decisions/140). A store without a running one uses `payment_providers`.

-- One account of a store at a provider. A store has one running account at a provider; an ended one is kept for the
-- payments that were begun with it.
create table store_merchants (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('TOSS', 'PORTONE')),
  base_url text not null,
  -- For the provider's window in the guest's browser: public.
  client_key text not null,
  -- The id of the account at the provider. Another id is another row.
  merchant_id text not null check (merchant_id <> ''),
  -- Sealed under the server's secret: the database alone reveals none of them.
  api_secret bytea not null,
  webhook_secret bytea,
  previous_webhook_secret bytea,
  fee_terms jsonb not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  unique (store_id, provider, merchant_id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create unique index store_merchants_running on store_merchants (store_id, provider) where ended_at is null;
alter table store_merchants enable row level security;
alter table store_merchants force row level security;
create policy read_of_the_reach on store_merchants for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy add_by_the_chain on store_merchants for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy change_by_the_chain on store_merchants for update to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
select let_backup_read('store_merchants');
grant select, insert, update on store_merchants to munjigi_app;
grant select on store_merchants to munjigi_system;
comment on table store_merchants is
  'modules/payments: an account of a store at a payment provider, with its sealed secrets';

-- `id` is the payment's. A payment without a row belongs to the merchant of the chain.
create table payment_merchants (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  primary key (store_id, id),
  foreign key (store_id, id) references payments (store_id, id),
  foreign key (store_id, merchant_id) references store_merchants (store_id, id)
);
create index payment_merchants_merchant on payment_merchants (store_id, merchant_id);
select protect_store_table('payment_merchants');
comment on table payment_merchants is
  'modules/payments: the account of a store that a payment was begun with, until everything of it is done';

-- `id` is the step's. A receipt is cancelled by the merchant that issued it; a step without a row is the chain's.
create table cash_receipt_merchants (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  primary key (store_id, id),
  foreign key (store_id, id) references cash_receipt_steps (store_id, id),
  foreign key (store_id, merchant_id) references store_merchants (store_id, id)
);
select protect_store_table('cash_receipt_merchants');
comment on table cash_receipt_merchants is
  'modules/cash-receipts: the account of a store that a cash receipt is issued with';

-- The store whose address a message of a provider came to. A message without a row came to that of the chain.
create table provider_webhook_stores (
  product_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  primary key (product_id, id),
  foreign key (product_id, id) references provider_webhooks (product_id, id) on delete cascade
);
alter table provider_webhook_stores enable row level security;
alter table provider_webhook_stores force row level security;
create policy read_of_the_reach on provider_webhook_stores for select to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy received on provider_webhook_stores to munjigi_system using (true);
select let_backup_read('provider_webhook_stores');
grant select on provider_webhook_stores to munjigi_app;
grant select, insert, delete on provider_webhook_stores to munjigi_system;
comment on table provider_webhook_stores is
  'modules/payments: the store whose address a message of a provider came to';

-- What a store's own merchant holds is the store's: it is paid out by the provider, not by head office.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in (
  'MONEY_AT_PROVIDER', 'MONEY_AT_CHANNEL', 'MONEY_AT_STORE', 'MONEY_AT_STORE_MERCHANT', 'SALES_SUPPLY', 'SALES_VAT',
  'SALES_TAX_FREE', 'PROVIDER_FEE', 'PROVIDER_FEE_VAT', 'CHANNEL_COMMISSION', 'CHANNEL_COMMISSION_VAT', 'COUPON_SUPPLY',
  'COUPON_VAT', 'ROYALTY', 'ROYALTY_VAT', 'DUE_FROM_HEAD_OFFICE', 'PAYOUT', 'WITHHOLDING', 'ADJUSTMENTS')) not valid;
