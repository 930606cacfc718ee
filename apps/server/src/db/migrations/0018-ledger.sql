-- Money (PY-1, SL-3, NX-5): payments, their refunds, and the double-entry ledger that both are posted to.

create table payments (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- Null: it belongs to no reservation yet.
  reservation_id uuid,
  method text not null check (method in ('CARD', 'VIRTUAL_ACCOUNT', 'TRANSFER', 'CASH', 'EASY_PAY', 'ON_SITE')),
  provider text not null check (provider in ('MANUAL', 'TOSS', 'PORTONE')),
  state text not null check (state in ('READY', 'WAITING_FOR_DEPOSIT', 'DONE', 'PARTIAL_CANCELED', 'CANCELED', 'ABORTED', 'EXPIRED')),
  -- Won; split once, at creation.
  amount bigint not null check (amount between 1 and 1000000000000),
  supply_amount bigint not null check (supply_amount >= 0),
  vat_amount bigint not null check (vat_amount >= 0),
  tax_free_amount bigint not null check (tax_free_amount >= 0),
  -- The provider's fee, its VAT included.
  fee_amount bigint not null default 0 check (fee_amount between 0 and amount),
  fee_vat_amount bigint not null default 0 check (fee_vat_amount between 0 and fee_amount),
  -- Maintained by the refunds: see count_refund().
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
  refunded_supply_amount bigint not null default 0 check (refunded_supply_amount between 0 and supply_amount),
  refunded_vat_amount bigint not null default 0 check (refunded_vat_amount between 0 and vat_amount),
  refunded_tax_free_amount bigint not null default 0 check (refunded_tax_free_amount between 0 and tax_free_amount),
  receipt_url text,
  cash_receipt_number text,
  tax_invoice_number text,
  -- When the money was there.
  paid_at timestamptz(3),
  business_date date not null,
  created_at timestamptz(3) not null,
  -- The person who recorded it; null: the provider.
  created_by uuid,
  created_by_name text not null,
  reversed_at timestamptz(3),
  reversed_by uuid,
  reversed_by_name text,
  reverse_reason text,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check (supply_amount + vat_amount + tax_free_amount = amount),
  check (refunded_supply_amount + refunded_vat_amount + refunded_tax_free_amount = refunded_amount),
  check (state not in ('DONE', 'PARTIAL_CANCELED') or paid_at is not null),
  check (refunded_amount = 0 or paid_at is not null),
  check ((reversed_at is null) = (reverse_reason is null) and (reversed_at is null) = (reversed_by_name is null)),
  -- A reversed payment cannot be refunded.
  check (reversed_at is null or refunded_amount = 0)
);
create index payments_id on payments (id);
create index payments_reservation on payments (reservation_id) where reservation_id is not null;
create index payments_latest on payments (product_id, business_date desc, id desc);
create index payments_store_latest on payments (store_id, business_date desc, id desc);
select protect_store_table('payments');

create table payment_refunds (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  supply_amount bigint not null check (supply_amount >= 0),
  vat_amount bigint not null check (vat_amount >= 0),
  tax_free_amount bigint not null check (tax_free_amount >= 0),
  reason text not null,
  state text not null check (state in ('REQUESTED', 'DONE', 'FAILED')),
  at timestamptz(3) not null,
  made_by uuid,
  made_by_name text not null,
  primary key (store_id, id),
  foreign key (store_id, payment_id) references payments (store_id, id),
  check (supply_amount + vat_amount + tax_free_amount = amount)
);
create index payment_refunds_payment on payment_refunds (store_id, payment_id);
select protect_store_table('payment_refunds');
create trigger payment_refunds_kept before delete or truncate on payment_refunds for each statement execute function refuse_change();
create trigger payments_kept before delete or truncate on payments for each statement execute function refuse_change();

-- Legal transitions of a payment (docs/domain.md 2: a bank takes a deposit back, so DONE may wait again), and its
-- immutable columns.
create function keep_payment() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('READY', 'WAITING_FOR_DEPOSIT'), ('READY', 'DONE'), ('READY', 'CANCELED'), ('READY', 'ABORTED'), ('READY', 'EXPIRED'),
    ('WAITING_FOR_DEPOSIT', 'DONE'), ('WAITING_FOR_DEPOSIT', 'CANCELED'), ('WAITING_FOR_DEPOSIT', 'ABORTED'), ('WAITING_FOR_DEPOSIT', 'EXPIRED'),
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
create trigger payments_keep before update on payments for each row execute function keep_payment();

-- A refund reserves its part of the payment from the request until it fails. The update locks the payment: a concurrent
-- refund waits, and then gets what is left.
create function count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update payments p set
    refunded_amount = p.refunded_amount + sign * new.amount,
    refunded_supply_amount = p.refunded_supply_amount + sign * new.supply_amount,
    refunded_vat_amount = p.refunded_vat_amount + sign * new.vat_amount,
    refunded_tax_free_amount = p.refunded_tax_free_amount + sign * new.tax_free_amount
  where p.store_id = new.store_id and p.id = new.payment_id;
  return null;
end $$;
create trigger payment_refunds_count after insert on payment_refunds for each row when (new.state <> 'FAILED') execute function count_refund();
create trigger payment_refunds_release after update on payment_refunds for each row when (old.state <> 'FAILED' and new.state = 'FAILED') execute function count_refund();

create function keep_refund() returns trigger language plpgsql as $$
begin
  if (old.state <> new.state and old.state <> 'REQUESTED')
     or (new.product_id, new.store_id, new.id, new.payment_id, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.reason)
        is distinct from (old.product_id, old.store_id, old.id, old.payment_id, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.reason) then
    raise exception 'payment_refunds: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger payment_refunds_keep before update on payment_refunds for each row execute function keep_refund();

-- One money event. It copies the grouping columns of sales, so that past figures do not change when a room or a method
-- is renamed.
create table ledger_transactions (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('PAYMENT', 'REFUND', 'REVERSAL')),
  payment_id uuid,
  refund_id uuid,
  -- The transaction that a reversal reverses.
  reverses_id uuid,
  reservation_id uuid,
  room_id uuid,
  method text,
  provider text,
  channel text,
  occurred_at timestamptz(3) not null,
  -- Of that moment, by the cut-off that the store had then.
  business_date date not null,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, payment_id) references payments (store_id, id),
  foreign key (store_id, refund_id) references payment_refunds (store_id, id),
  foreign key (store_id, reverses_id) references ledger_transactions (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check ((kind = 'REFUND') = (refund_id is not null)),
  check ((kind = 'REVERSAL') = (reverses_id is not null)),
  -- Each refund is posted once, and each entry reversed once.
  unique (store_id, refund_id),
  unique (store_id, reverses_id)
);
create index ledger_transactions_payment on ledger_transactions (store_id, payment_id);
create index ledger_transactions_reservation on ledger_transactions (store_id, reservation_id);
create index ledger_transactions_date on ledger_transactions (store_id, business_date);
select protect_store_table('ledger_transactions');

-- Won: debit above zero, credit below.
create table ledger_entries (
  product_id uuid not null,
  store_id uuid not null,
  transaction_id uuid not null,
  line smallint not null check (line > 0),
  account text not null check (account in
    ('MONEY_AT_PROVIDER', 'MONEY_AT_STORE', 'SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE', 'PROVIDER_FEE', 'PROVIDER_FEE_VAT')),
  amount bigint not null check (amount <> 0 and amount between -1000000000000 and 1000000000000),
  primary key (store_id, transaction_id, line),
  foreign key (store_id, transaction_id) references ledger_transactions (store_id, id)
);
select protect_store_table('ledger_entries');

-- Append-only, for every writer: a wrong entry is corrected by its reversal.
revoke update on ledger_transactions, ledger_entries from munjigi_app, munjigi_system;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- At commit, each new ledger transaction has at least two lines, and they sum to zero.
create function ledger_must_balance() returns trigger language plpgsql as $$
declare
  lines bigint;
  total numeric;
begin
  select count(*), coalesce(sum(amount), 0) into lines, total from ledger_entries where store_id = new.store_id and transaction_id = new.id;
  if lines < 2 or total <> 0 then
    raise exception 'ledger: % has % lines that sum to %', new.id, lines, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_must_balance();

-- Lines are inserted together with their transaction: nothing is added to a checked transaction later, not even lines
-- that sum to zero.
create function ledger_lines_come_at_once() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct store_id, transaction_id from added) as a join ledger_transactions t on t.store_id = a.store_id and t.id = a.transaction_id
    where t.xmin <> pg_current_xact_id()::xid) then
    raise exception 'ledger: a line comes too late' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_at_once after insert on ledger_entries referencing new table as added
  for each statement execute function ledger_lines_come_at_once();

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'EDITED', 'REVEALED',
   'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED'));
