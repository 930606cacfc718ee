-- Prepaid passes: minutes or credit that a guest buys before, and uses for stays (PS-1 to PS-7, decision 142).

-- What a store sells. The terms never change: a store withdraws an offer and adds another.
create table pass_offers (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  unit text not null check (unit in ('MINUTES', 'WON')),
  units bigint not null check (units between 1 and 2000000000),
  price_amount bigint not null check (price_amount between 1 and 2000000000),
  valid_days integer not null check (valid_days between 1 and 1096),
  -- Empty: every room of the store.
  room_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  created_by_name text not null,
  withdrawn_at timestamptz(3),
  withdrawn_by_name text,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check (unit = 'MINUTES' or units >= price_amount),
  check ((withdrawn_at is null) = (withdrawn_by_name is null))
);
create index pass_offers_latest on pass_offers (product_id, created_at desc, id desc);
select protect_store_table('pass_offers');
-- The page of a guest offers to pay with a pass only where the store sells passes.
create policy own_store on pass_offers for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]));
grant select (product_id, store_id) on pass_offers to munjigi_guest;
comment on table pass_offers is 'modules/passes: a prepaid pass that a store sells: its units, price and time';

-- A sold pass. `payment_id`: the payment that bought it, without a reservation. What is left follows from the payments.
create table passes (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  payment_id uuid not null,
  guest_name bytea not null,
  guest_phone bytea not null,
  phone_mark bytea,
  sold_at timestamptz(3) not null,
  sold_by_name text not null,
  ends_at timestamptz(3) not null check (ends_at > sold_at),
  -- The keyed hash of the code of a gift that has no guest yet.
  gift_mark bytea,
  claimed_at timestamptz(3),
  primary key (store_id, id),
  unique (store_id, payment_id),
  foreign key (store_id, offer_id) references pass_offers (store_id, id),
  foreign key (store_id, payment_id) references payments (store_id, id),
  check (gift_mark is null or claimed_at is null)
);
create index passes_latest on passes (product_id, sold_at desc, id desc);
create index passes_store_latest on passes (store_id, sold_at desc, id desc);
create index passes_phone on passes (store_id, phone_mark) where phone_mark is not null;
create unique index passes_gift on passes (store_id, gift_mark) where gift_mark is not null;
create index passes_ended on passes (ends_at);
select protect_store_table('passes');
comment on table passes is 'modules/passes: a prepaid pass of a guest, bought by a payment';

-- `id` is that of the payment with the method PASS. A refund of it returns units in proportion.
create table pass_uses (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  pass_id uuid not null,
  units bigint not null check (units > 0),
  -- What the pass covers of the price. The guest pays less, because they paid before.
  covered_amount bigint not null check (covered_amount > 0),
  primary key (store_id, id),
  foreign key (store_id, id) references payments (store_id, id),
  foreign key (store_id, pass_id) references passes (store_id, id)
);
create index pass_uses_pass on pass_uses (store_id, pass_id);
select protect_store_table('pass_uses');
comment on table pass_uses is 'modules/passes: the units of a pass that paid for a stay';
create trigger pass_uses_kept before delete or update or truncate on pass_uses
  for each statement execute function refuse_change();

alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check
  check (method in ('CARD', 'VIRTUAL_ACCOUNT', 'TRANSFER', 'CASH', 'EASY_PAY', 'ON_SITE', 'PASS')) not valid;

alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in (
  'MONEY_AT_PROVIDER', 'MONEY_AT_CHANNEL', 'MONEY_AT_STORE', 'MONEY_AT_STORE_MERCHANT', 'SALES_SUPPLY', 'SALES_VAT',
  'SALES_TAX_FREE', 'PREPAID_PASSES', 'PROVIDER_FEE', 'PROVIDER_FEE_VAT', 'CHANNEL_COMMISSION', 'CHANNEL_COMMISSION_VAT', 'COUPON_SUPPLY', 'COUPON_VAT',
  'ROYALTY', 'ROYALTY_VAT', 'DUE_FROM_HEAD_OFFICE', 'PAYOUT', 'WITHHOLDING', 'ADJUSTMENTS')) not valid;
