-- What providers pay out, compared with the ledger (MC-11 to MC-14, docs/decisions/140).

create table provider_payout_lines (
  product_id uuid not null references products,
  id uuid not null,
  provider text not null check (provider in ('TOSS', 'PORTONE')),
  -- The id of the account at the provider.
  merchant_id text not null,
  -- The store whose own merchant it is. Null: the merchant of the chain.
  merchant_store_id uuid,
  -- The provider's key of the payment or refund; of a missing one, our id of it.
  line_key text not null,
  order_id text not null,
  state text not null check (state in ('MATCHED', 'AMOUNT_DIFFERS', 'FEE_DIFFERS', 'UNKNOWN', 'MISSING')),
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  -- The store of the payment. Null: not known.
  store_id uuid,
  payment_id uuid,
  refund_id uuid,
  amount bigint not null,
  fee_amount bigint not null,
  payout_amount bigint not null,
  expected_amount bigint,
  expected_fee_amount bigint,
  sold_on date not null,
  -- Null: the provider does not list it.
  paid_out_on date,
  read_at timestamptz(3) not null,
  primary key (product_id, id),
  check ((state = 'MISSING') = (paid_out_on is null))
);
-- When the payouts of a merchant were read last.
create table provider_payout_reads (
  product_id uuid not null references products,
  provider text not null check (provider in ('TOSS', 'PORTONE')),
  merchant_id text not null,
  read_on date not null,
  primary key (product_id, provider, merchant_id)
);
alter table provider_payout_reads enable row level security;
alter table provider_payout_reads force row level security;
create policy read_daily on provider_payout_reads to munjigi_system using (true);
select let_backup_read('provider_payout_reads');
grant select, insert, update on provider_payout_reads to munjigi_system;
comment on table provider_payout_reads is
  'modules/payments: the day on which the payouts of a merchant were read last';

create unique index provider_payout_lines_key on provider_payout_lines
  (product_id, provider, merchant_id, line_key);
create index provider_payout_lines_sold on provider_payout_lines (product_id, sold_on desc, id desc);
create index provider_payout_lines_payment on provider_payout_lines (product_id, payment_id);
alter table provider_payout_lines enable row level security;
alter table provider_payout_lines force row level security;
create policy read_of_the_reach on provider_payout_lines for select to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy read_and_compare on provider_payout_lines to munjigi_system using (true);
select let_backup_read('provider_payout_lines');
grant select on provider_payout_lines to munjigi_app;
grant select, insert, update, delete on provider_payout_lines to munjigi_system;
comment on table provider_payout_lines is
  'modules/payments: a payment or refund in a payout of a provider, compared with the ledger';

-- The daily reading looks for the merchants of all products.
create policy found on store_merchants for select to munjigi_system using ((select actor_product()) is null);
