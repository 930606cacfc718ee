-- Sums of sales above those by hour (SL-1, decision 027): over a year of hundreds of stores nearly every payment has a
-- separate hour.

create table sales_sums (
  product_id uuid not null,
  store_id uuid not null,
  -- DAY: one business date. The others cover a month: by weekday and hour, by room, and by method and channel.
  kind text not null check (kind in ('DAY', 'HOUR', 'ROOM', 'METHOD')),
  -- The business date, or the first of the month.
  starts_on date not null,
  -- Of the business date; 0 is Sunday.
  weekday smallint check (weekday between 0 and 6),
  hour smallint check (hour between 0 and 23),
  room_id uuid,
  method text,
  channel text,
  -- Won, as by hour.
  gross_amount bigint not null,
  refund_amount bigint not null,
  supply_amount bigint not null,
  vat_amount bigint not null,
  tax_free_amount bigint not null,
  payment_count bigint not null,
  refund_count bigint not null,
  foreign key (product_id, store_id) references stores (product_id, id),
  unique nulls not distinct (store_id, kind, starts_on, weekday, hour, room_id, method, channel),
  check (gross_amount - refund_amount = supply_amount + vat_amount + tax_free_amount),
  check ((kind = 'HOUR') = (weekday is not null) and (kind = 'HOUR') = (hour is not null) and (kind = 'METHOD') = (method is not null))
) with (fillfactor = 80);
create index sales_sums_product on sales_sums (product_id, kind, starts_on);

-- As in 0020, plus the sums above. They are locked in one order too; those of a store's date come first.
create or replace function count_sales() returns trigger language plpgsql as $$
begin
  with posted as materialized (
    select t.product_id, t.store_id, t.business_date, extract(hour from t.occurred_at at time zone s.time_zone)::smallint as hour, t.room_id, t.method, t.provider, t.channel,
      date_trunc('month', t.business_date)::date as month, extract(dow from t.business_date)::smallint as weekday,
      coalesce(-sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind <> 'REFUND'), 0) as gross_amount,
      coalesce(sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind = 'REFUND'), 0) as refund_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0) as supply_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0) as vat_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0) as tax_free_amount,
      coalesce(sum(case t.kind when 'PAYMENT' then 1 when 'REVERSAL' then -1 end) filter (where e.line = 1), 0) as payment_count,
      count(*) filter (where e.line = 1 and t.kind = 'REFUND') as refund_count
    from added e
    join ledger_transactions t on t.store_id = e.store_id and t.id = e.transaction_id
    join stores s on s.id = t.store_id
    group by 1, 2, 3, 4, 5, 6, 7, 8
    -- Leaves out transactions that are no sale.
    having bool_or(e.account like 'SALES\_%')),
  hours as (
    insert into sales_hours as sums (product_id, store_id, business_date, hour, room_id, method, provider, channel,
      gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
    select product_id, store_id, business_date, hour, room_id, method, provider, channel,
      gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count
    from posted order by 2, 3, 4, 5, 6, 7, 8
    on conflict (store_id, business_date, hour, room_id, method, provider, channel) do update set
      gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
      supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
      tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
      payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count)
  insert into sales_sums as sums (product_id, store_id, kind, starts_on, weekday, hour, room_id, method, channel,
    gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
  select product_id, store_id,
    case when grouping(business_date) = 0 then 'DAY' when grouping(hour) = 0 then 'HOUR' when grouping(room_id) = 0 then 'ROOM' else 'METHOD' end,
    coalesce(business_date, month), weekday, hour, room_id, method, channel,
    sum(gross_amount), sum(refund_amount), sum(supply_amount), sum(vat_amount), sum(tax_free_amount), sum(payment_count), sum(refund_count)
  from posted
  group by grouping sets (
    (product_id, store_id, business_date), (product_id, store_id, month, weekday, hour), (product_id, store_id, month, room_id), (product_id, store_id, month, method, channel))
  order by 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (store_id, kind, starts_on, weekday, hour, room_id, method, channel) do update set
    gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
    supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
    tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
    payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count;
  return null;
end $$;

-- The existing ledger, as it is summed by hour. The owner of the tables cannot see their rows either.
alter table sales_hours no force row level security;
insert into sales_sums (product_id, store_id, kind, starts_on, weekday, hour, room_id, method, channel,
  gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
select product_id, store_id,
  case when grouping(business_date) = 0 then 'DAY' when grouping(hour) = 0 then 'HOUR' when grouping(room_id) = 0 then 'ROOM' else 'METHOD' end,
  coalesce(business_date, month), weekday, hour, room_id, method, channel,
  sum(gross_amount), sum(refund_amount), sum(supply_amount), sum(vat_amount), sum(tax_free_amount), sum(payment_count), sum(refund_count)
from (select *, date_trunc('month', business_date)::date as month, extract(dow from business_date)::smallint as weekday from sales_hours) as posted
group by grouping sets (
  (product_id, store_id, business_date), (product_id, store_id, month, weekday, hour), (product_id, store_id, month, room_id), (product_id, store_id, month, method, channel));
alter table sales_hours force row level security;
select protect_store_table('sales_sums');
create trigger sales_sums_kept before insert or update or delete or truncate on sales_sums for each statement execute function keep_sales();
