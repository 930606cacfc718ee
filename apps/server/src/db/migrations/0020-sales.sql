-- Sales (SL-1, SL-2): sums of the ledger by the columns that are queried, maintained by the transaction that posts to
-- it (decision 027).

create table sales_hours (
  product_id uuid not null,
  store_id uuid not null,
  business_date date not null,
  -- That the store's clocks showed.
  hour smallint not null check (hour between 0 and 23),
  -- Null: without a room or a reservation.
  room_id uuid,
  method text not null,
  provider text not null,
  channel text,
  -- Won: payments without reversed ones, and refunds as a positive amount.
  gross_amount bigint not null,
  refund_amount bigint not null,
  supply_amount bigint not null,
  vat_amount bigint not null,
  tax_free_amount bigint not null,
  payment_count bigint not null,
  refund_count bigint not null,
  foreign key (product_id, store_id) references stores (product_id, id),
  unique nulls not distinct (store_id, business_date, hour, room_id, method, provider, channel),
  check (gross_amount - refund_amount = supply_amount + vat_amount + tax_free_amount)
) with (fillfactor = 80);
create index sales_hours_product on sales_hours (product_id, business_date);

-- The lines of a statement belong to entries that exist. An entry is counted by its first line: once, for any number of
-- lines. Rows are locked in one order, so that two large postings cannot deadlock.
create function count_sales() returns trigger language plpgsql as $$
begin
  insert into sales_hours as sums (product_id, store_id, business_date, hour, room_id, method, provider, channel,
    gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
  select t.product_id, t.store_id, t.business_date, extract(hour from t.occurred_at at time zone s.time_zone), t.room_id, t.method, t.provider, t.channel,
    coalesce(-sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind <> 'REFUND'), 0),
    coalesce(sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind = 'REFUND'), 0),
    coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0),
    coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0),
    coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0),
    coalesce(sum(case t.kind when 'PAYMENT' then 1 when 'REVERSAL' then -1 end) filter (where e.line = 1), 0),
    count(*) filter (where e.line = 1 and t.kind = 'REFUND')
  from added e
  join ledger_transactions t on t.store_id = e.store_id and t.id = e.transaction_id
  join stores s on s.id = t.store_id
  group by 1, 2, 3, 4, 5, 6, 7, 8
  -- Leaves out transactions that are no sale.
  having bool_or(e.account like 'SALES\_%')
  order by 2, 3, 4, 5, 6, 7, 8
  on conflict (store_id, business_date, hour, room_id, method, provider, channel) do update set
    gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
    supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
    tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
    payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count;
  return null;
end $$;
create trigger ledger_entries_counted after insert on ledger_entries
  referencing new table as added for each statement execute function count_sales();

-- The existing ledger. The owner of the tables cannot see their rows either.
alter table ledger_transactions no force row level security;
alter table ledger_entries no force row level security;
alter table stores no force row level security;
insert into sales_hours (product_id, store_id, business_date, hour, room_id, method, provider, channel,
  gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
select t.product_id, t.store_id, t.business_date, extract(hour from t.occurred_at at time zone s.time_zone), t.room_id, t.method, t.provider, t.channel,
  coalesce(-sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind <> 'REFUND'), 0),
  coalesce(sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind = 'REFUND'), 0),
  coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0),
  coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0),
  coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0),
  coalesce(sum(case t.kind when 'PAYMENT' then 1 when 'REVERSAL' then -1 end) filter (where e.line = 1), 0),
  count(*) filter (where e.line = 1 and t.kind = 'REFUND')
from ledger_entries e
join ledger_transactions t on t.store_id = e.store_id and t.id = e.transaction_id
join stores s on s.id = t.store_id
group by 1, 2, 3, 4, 5, 6, 7, 8
having bool_or(e.account like 'SALES\_%');
alter table stores force row level security;
alter table ledger_entries force row level security;
alter table ledger_transactions force row level security;
select protect_store_table('sales_hours');

-- Only the ledger writes to the sums. Trigger depth 1 is a direct write; depth 2 comes from the ledger.
create function keep_sales() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is kept by the ledger', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger sales_hours_kept before insert or update or delete or truncate on sales_hours for each statement execute function keep_sales();

-- The order of the export, for all stores and for one.
create index ledger_transactions_latest on ledger_transactions (product_id, business_date desc, id desc);
create index ledger_transactions_store_latest on ledger_transactions (store_id, business_date desc, id desc);
drop index ledger_transactions_date;
