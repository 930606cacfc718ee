import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/**
 * Compares the sums of sales (hourly, above and narrowed) of the visible stores with the ledger's lines, with SQL only
 * and without code of the product: in both directions, figure by figure, and each sum in itself.
 */
export async function salesFaults(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with posted as (
      select t.store_id, t.business_date, extract(hour from t.occurred_at at time zone s.time_zone) as hour, t.room_id,
        t.method, t.provider, t.channel, t.kind,
        (select -sum(e.amount) from ledger_entries e where e.store_id = t.store_id and e.transaction_id = t.id
          and e.account = 'SALES_SUPPLY') as supply,
        (select -sum(e.amount) from ledger_entries e where e.store_id = t.store_id and e.transaction_id = t.id
          and e.account = 'SALES_VAT') as vat,
        (select -sum(e.amount) from ledger_entries e where e.store_id = t.store_id and e.transaction_id = t.id
          and e.account = 'SALES_TAX_FREE') as tax_free
      from ledger_transactions t join stores s on s.id = t.store_id),
    lines as (
      select store_id, business_date, hour, room_id, method, provider, channel, kind, coalesce(supply, 0) as supply,
        coalesce(vat, 0) as vat, coalesce(tax_free, 0) as tax_free
      from posted where coalesce(supply, vat, tax_free) is not null),
    wanted as (
      select store_id, business_date, hour, room_id, method, provider, channel,
        sum(case when kind = 'REFUND' then 0 else supply + vat + tax_free end) as gross,
          sum(case when kind = 'REFUND' then -supply - vat - tax_free else 0 end) as refund,
        sum(supply) as supply, sum(vat) as vat, sum(tax_free) as tax_free,
        sum(case kind when 'PAYMENT' then 1 when 'REVERSAL' then -1 else 0 end) as payments,
          sum(case kind when 'REFUND' then 1 else 0 end) as refunds
      from lines group by 1, 2, 3, 4, 5, 6, 7),
    kept as (
      select store_id, business_date, hour::numeric, room_id, method, provider, channel, gross_amount::numeric,
        refund_amount::numeric, supply_amount::numeric,
        vat_amount::numeric, tax_free_amount::numeric, payment_count::numeric, refund_count::numeric from sales_hours),
    wanted_above as (
      select store_id, 'DAY' as kind, business_date as starts_on, null::numeric as weekday, null::numeric as hour,
        null::uuid as room_id, null::text as method, null::text as channel,
        sum(gross) as gross, sum(refund) as refund, sum(supply) as supply, sum(vat) as vat, sum(tax_free) as tax_free,
          sum(payments) as payments, sum(refunds) as refunds
      from wanted group by 1, 3
      union all
      select store_id, 'HOUR', date_trunc('month', business_date)::date, extract(dow from business_date), hour, null,
        null, null,
        sum(gross), sum(refund), sum(supply), sum(vat), sum(tax_free), sum(payments), sum(refunds) from wanted
          group by 1, 3, 4, 5
      union all
      select store_id, 'ROOM', date_trunc('month', business_date)::date, null, null, room_id, null, null,
        sum(gross), sum(refund), sum(supply), sum(vat), sum(tax_free), sum(payments), sum(refunds) from wanted
          group by 1, 3, 6
      union all
      select store_id, 'METHOD', date_trunc('month', business_date)::date, null, null, null, method, channel,
        sum(gross), sum(refund), sum(supply), sum(vat), sum(tax_free), sum(payments), sum(refunds) from wanted
          group by 1, 3, 7, 8),
    kept_above as (
      select store_id, kind, starts_on, weekday::numeric, hour::numeric, room_id, method, channel,
        gross_amount::numeric, refund_amount::numeric, supply_amount::numeric,
        vat_amount::numeric, tax_free_amount::numeric, payment_count::numeric, refund_count::numeric from sales_sums),
    -- Each entry is in those of its method; where it has a channel, in those of the channel and of both.
    narrowings as (
      select *, method as of_method, null as of_channel from wanted
      union all
      select *, null, channel from wanted where channel is not null
      union all
      select *, method, channel from wanted where channel is not null),
    wanted_narrowed as (
      select store_id, 'DAY' as kind, of_method, of_channel, business_date as starts_on, null::numeric as weekday,
        null::numeric as hour, null::uuid as room_id,
        sum(gross) as gross, sum(refund) as refund, sum(supply) as supply, sum(vat) as vat, sum(tax_free) as tax_free,
          sum(payments) as payments, sum(refunds) as refunds
      from narrowings group by 1, 3, 4, 5
      union all
      select store_id, 'HOUR', of_method, of_channel, date_trunc('month', business_date)::date,
        extract(dow from business_date), hour, null,
        sum(gross), sum(refund), sum(supply), sum(vat), sum(tax_free), sum(payments), sum(refunds) from narrowings
          group by 1, 3, 4, 5, 6, 7
      union all
      select store_id, 'ROOM', of_method, of_channel, date_trunc('month', business_date)::date, null, null, room_id,
        sum(gross), sum(refund), sum(supply), sum(vat), sum(tax_free), sum(payments), sum(refunds) from narrowings
          group by 1, 3, 4, 5, 8),
    kept_narrowed as (
      select store_id, kind, method, channel, starts_on, weekday::numeric, hour::numeric, room_id,
        gross_amount::numeric, refund_amount::numeric, supply_amount::numeric,
        vat_amount::numeric, tax_free_amount::numeric, payment_count::numeric, refund_count::numeric
          from sales_sums_narrowed)
    select 'not in the sums: ' || x::text as fault from (select * from wanted except all select * from kept) as x
    union all
    select 'not in the ledger: ' || x::text from (select * from kept except all select * from wanted) as x
    union all
    select 'not in the sums above: ' || x::text from (select * from wanted_above except all select * from kept_above)
      as x
    union all
    select 'above, and not in the ledger: ' || x::text
      from (select * from kept_above except all select * from wanted_above) as x
    union all
    select 'not in the narrowed sums: ' || x::text
      from (select * from wanted_narrowed except all select * from kept_narrowed) as x
    union all
    select 'narrowed, and not in the ledger: ' || x::text
      from (select * from kept_narrowed except all select * from wanted_narrowed) as x
    union all
    select 'does not add up: ' || x::text from sales_hours x
      where gross_amount - refund_amount <> supply_amount + vat_amount + tax_free_amount`.execute(tx);
  return rows.map((row) => row.fault);
}
