-- Payments through providers (PY-1, PY-4): a product's settings for each provider, and the provider's side of a
-- payment.

create table payment_providers (
  product_id uuid not null references products,
  provider text not null check (provider in ('TOSS', 'PORTONE')),
  base_url text not null,
  -- For the provider's window in the guest's browser: public.
  client_key text not null,
  merchant_id text not null,
  -- Sealed under the server's secret: the database alone reveals none of them.
  api_secret bytea not null,
  webhook_secret bytea,
  -- Still valid while the provider gets its successor.
  previous_webhook_secret bytea,
  fee_terms jsonb not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (product_id, provider)
);
alter table payment_providers enable row level security;
alter table payment_providers force row level security;
-- The settings apply to every store, so only people who see all stores have access.
create policy of_the_product on payment_providers to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
-- A payer, or a provider that sends a message, has no sign-in.
create policy read_to_call on payment_providers for select to munjigi_system using (true);
grant select, insert, update on payment_providers to munjigi_app;
grant select on payment_providers to munjigi_system;

-- `id` is the payment's, and the order id that the provider knows.
create table provider_payments (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The provider's own id of the payment.
  payment_key text,
  -- SHA-256 of the secret that the provider gave with a virtual account, to recognise its messages about deposits.
  deposit_secret_hash bytea,
  -- When the provider was asked to confirm the payment.
  confirm_asked_at timestamptz(3),
  -- When it is looked up next; null: nothing more is expected.
  look_at timestamptz(3),
  -- Incremented by each reason to look the payment up; a lookup that began before the latest increment is followed by
  -- another.
  wanted integer not null default 0,
  -- Incremented by each applied answer; an answer requested before the latest increment is discarded (decision 028).
  epoch integer not null default 0,
  -- Consecutive failed lookups.
  failures integer not null default 0,
  last_error text,
  looked_at timestamptz(3),
  fault text check (fault in ('AMOUNT_DIFFERS', 'NOT_OURS', 'OUT_OF_STEP')),
  dispute_opened_at timestamptz(3),
  dispute_closed_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references payments (store_id, id)
);
create index provider_payments_id on provider_payments (id);
create index provider_payments_due on provider_payments (look_at) where look_at is not null;
select protect_store_table('provider_payments');
-- Finds due lookups in every store, and the store of a provider's message.
create policy found on provider_payments for select to munjigi_system using ((select actor_product()) is null);

-- The key under which the provider knows the refund, and its reason when it refused.
alter table payment_refunds add column provider_key text, add column failure text;
create unique index payment_refunds_provider_key on payment_refunds (store_id, payment_id, provider_key) where provider_key is not null;

-- As in 0018, and: a guest whose card was refused tries another on the same order, and money can come after its time.
create or replace function keep_payment() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('READY', 'WAITING_FOR_DEPOSIT'), ('READY', 'DONE'), ('READY', 'CANCELED'), ('READY', 'ABORTED'), ('READY', 'EXPIRED'),
    ('WAITING_FOR_DEPOSIT', 'DONE'), ('WAITING_FOR_DEPOSIT', 'CANCELED'), ('WAITING_FOR_DEPOSIT', 'ABORTED'), ('WAITING_FOR_DEPOSIT', 'EXPIRED'),
    ('ABORTED', 'READY'), ('ABORTED', 'WAITING_FOR_DEPOSIT'), ('ABORTED', 'DONE'), ('ABORTED', 'CANCELED'), ('ABORTED', 'EXPIRED'),
    ('EXPIRED', 'READY'), ('EXPIRED', 'WAITING_FOR_DEPOSIT'), ('EXPIRED', 'DONE'), ('EXPIRED', 'CANCELED'), ('EXPIRED', 'ABORTED'),
    ('DONE', 'PARTIAL_CANCELED'), ('DONE', 'CANCELED'), ('DONE', 'WAITING_FOR_DEPOSIT'), ('PARTIAL_CANCELED', 'CANCELED')) then
    raise exception 'payments: % cannot become %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.product_id, new.store_id, new.id, new.provider, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.created_at)
     is distinct from (old.product_id, old.store_id, old.id, old.provider, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.created_at)
     or (old.reservation_id is not null and new.reservation_id is distinct from old.reservation_id)
     or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at) then
    raise exception 'payments: what % is does not change', old.id using errcode = 'insufficient_privilege';
  end if;
  -- One deep is this trigger; two deep, a refund counts itself.
  if pg_trigger_depth() < 2
     and (new.refunded_amount, new.refunded_supply_amount, new.refunded_vat_amount, new.refunded_tax_free_amount)
         is distinct from (old.refunded_amount, old.refunded_supply_amount, old.refunded_vat_amount, old.refunded_tax_free_amount) then
    raise exception 'payments: refunds are counted by themselves' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
