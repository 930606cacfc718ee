-- Add-ons of a store (BK-13), and coupons of a chain (CP-1 to CP-6, decision 083).

create table add_ons (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null check (length(name) <= 60),
  description text not null check (length(description) <= 200),
  unit text not null check (unit in ('STAY', 'HOUR')),
  amount bigint not null check (amount between 0 and 10000000),
  max_quantity integer not null check (max_quantity between 1 and 99),
  room_ids uuid[] not null,
  is_offered boolean not null,
  sort_order integer not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index add_ons_id on add_ons (id);
select protect_store_table('add_ons');

create table coupons (
  product_id uuid not null references products,
  id uuid not null,
  code text not null check (code ~ '^[0-9A-Z][0-9A-Z-]{2,18}[0-9A-Z]$'),
  name text not null check (length(name) <= 60),
  kind text not null check (kind in ('PERCENT', 'AMOUNT')),
  percent integer check (percent between 1 and 100),
  amount bigint check (amount > 0),
  max_discount_amount bigint check (max_discount_amount > 0),
  min_price_amount bigint not null check (min_price_amount >= 0),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  -- Empty: every store of the chain.
  store_ids uuid[] not null,
  max_uses integer check (max_uses > 0),
  max_uses_per_guest integer check (max_uses_per_guest > 0),
  bearer text not null check (bearer in ('STORE', 'HEAD_OFFICE')),
  created_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  version integer not null default 1,
  primary key (product_id, id),
  unique (product_id, code),
  check ((kind = 'PERCENT') = (percent is not null)),
  check ((kind = 'AMOUNT') = (amount is not null)),
  check (kind = 'PERCENT' or max_discount_amount is null)
);
alter table coupons enable row level security;
alter table coupons force row level security;
-- A franchisee sees the coupons that their stores accept. Only people who see all stores write.
create policy of_the_product on coupons for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_ids = '{}' or store_ids && (select actor_stores())::uuid[]));
create policy added on coupons for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy changed on coupons for update to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
-- A booking locks the coupon that it redeems.
create policy redeemed on coupons for update to munjigi_system
  using (product_id = (select actor_product())) with check (false);
grant select, insert, update on coupons to munjigi_app;
grant select, update (version) on coupons to munjigi_system;
create policy swept on coupons for select to munjigi_system using ((select actor_product()) is null);
select let_backup_read('coupons');

-- The stays of each coupon, for its limits, which count all stores of the chain. A store reads these rows while it books, so
-- they name no store.
create table coupon_uses (
  product_id uuid not null,
  reservation_id uuid not null,
  coupon_id uuid not null,
  -- The keyed hash of the guest's phone.
  phone_mark bytea not null,
  -- The stay was cancelled or expired, so the use counts no more.
  ended_at timestamptz(3),
  primary key (product_id, reservation_id),
  foreign key (product_id, coupon_id) references coupons (product_id, id)
);
create index coupon_uses_open on coupon_uses (product_id, coupon_id, phone_mark) where ended_at is null;
alter table coupon_uses enable row level security;
alter table coupon_uses force row level security;
create policy of_the_product on coupon_uses to munjigi_app, munjigi_system using (product_id = (select actor_product()));
create policy sweeps on coupon_uses for delete to munjigi_system using ((select actor_product()) is null);
create policy swept on coupon_uses for select to munjigi_system using ((select actor_product()) is null);
grant select, update (ended_at) on coupon_uses to munjigi_app;
grant select, insert, update (ended_at), delete on coupon_uses to munjigi_system;
select let_backup_read('coupon_uses');

alter table reservations
  add column add_on_lines jsonb not null default '[]',
  add column coupon_id uuid,
  -- The agreed terms of the coupon, and its discount.
  add column discount jsonb,
  -- What head office was booked to owe the store for the discount. Null: nothing, or not yet.
  add column compensated_amount bigint check (compensated_amount > 0),
  add constraint reservations_discount check ((coupon_id is null) = (discount is null)),
  add constraint reservations_coupon foreign key (product_id, coupon_id) references coupons (product_id, id) not valid;
create index reservations_coupon on reservations (product_id, coupon_id, starts_at desc, id desc) where coupon_id is not null;

-- Whether head office owes the store the discount of a stay that is over and paid (CP-5).
create function compensation_is_due(state text, discount jsonb, price_amount bigint, paid_amount bigint, compensated_amount bigint)
  returns boolean language sql immutable parallel safe
  return discount is not null and compensated_amount is null and state in ('COMPLETED', 'NO_SHOW')
    and discount ->> 'bearer' = 'HEAD_OFFICE' and (discount ->> 'amount')::bigint > 0 and paid_amount >= price_amount;
create index reservations_compensation on reservations (store_id, id)
  where discount is not null and compensation_is_due(state, discount, price_amount, paid_amount, compensated_amount);
create policy compensated on reservations for select to munjigi_system
  using (discount is not null and compensation_is_due(state, discount, price_amount, paid_amount, compensated_amount)
         and (select actor_product()) is null);

-- A stay that is cancelled or expires gives its coupon back.
create function end_coupon_use() returns trigger language plpgsql as $$
begin
  update coupon_uses set ended_at = now()
  where product_id = new.product_id and reservation_id = new.id and ended_at is null;
  return null;
end $$;
create trigger reservations_coupon_ends after update of state on reservations for each row
  when (new.coupon_id is not null and new.state in ('CANCELLED', 'EXPIRED') and old.state <> new.state)
  execute function end_coupon_use();

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('PAYMENT', 'REFUND', 'REVERSAL', 'COUPON', 'ADJUSTMENT', 'SETTLEMENT', 'PAYOUT')) not valid;
create unique index ledger_transactions_coupon on ledger_transactions (store_id, reservation_id) where kind = 'COUPON';
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in (
  'MONEY_AT_PROVIDER', 'MONEY_AT_CHANNEL', 'MONEY_AT_STORE', 'SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE', 'PROVIDER_FEE',
  'PROVIDER_FEE_VAT', 'CHANNEL_COMMISSION', 'CHANNEL_COMMISSION_VAT', 'COUPON_SUPPLY', 'COUPON_VAT', 'ROYALTY', 'ROYALTY_VAT',
  'DUE_FROM_HEAD_OFFICE', 'PAYOUT', 'WITHHOLDING', 'ADJUSTMENTS')) not valid;
