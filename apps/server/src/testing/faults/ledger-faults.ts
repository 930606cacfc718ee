import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/**
 * Checks the money of the visible stores with SQL only, without code of the product: entries that do not sum to zero,
 * payments and reservations that contradict the ledger, and parts that do not sum to the whole.
 */
export async function ledgerFaults(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with sales as (
      select t.store_id, t.payment_id, t.reservation_id,
        -- The sale of a pass is owed to the guest until stays use it (PS-6).
        -sum(e.amount) filter (where e.account like 'SALES_%'
          or (e.account = 'PREPAID_PASSES' and t.method <> 'PASS')) as amount,
        -coalesce(sum(e.amount) filter (where e.account = 'SALES_VAT'), 0) as vat
      from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
        group by 1, 2, 3),
    by_payment as materialized (select store_id, payment_id, sum(amount) as amount, sum(vat) as vat from sales
      group by 1, 2),
    by_reservation as materialized (select store_id, reservation_id, sum(amount) as amount from sales group by 1, 2),
    refunds as materialized (
      select store_id, payment_id, sum(amount) as amount, sum(vat_amount) as vat, sum(supply_amount) as supply
        from payment_refunds where state <> 'FAILED' group by 1, 2),
    open as materialized (
      select store_id, payment_id, sum(amount) as amount, sum(vat_amount) as vat from payment_refunds
        where state in ('REQUESTED', 'OWED') group by 1, 2)
    select 'does not sum to zero: ' || t.id as fault
      from ledger_transactions t left join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
      group by t.store_id, t.id having coalesce(sum(e.amount), 1) <> 0 or count(e.line) < 2
    union all
    select 'paid is not what the ledger received: ' || p.id from payments p left join by_payment s
      on s.store_id = p.store_id and s.payment_id = p.id
      left join open o on o.store_id = p.store_id and o.payment_id = p.id
      where p.paid_at is not null and coalesce(s.amount, 0) <> case when p.reversed_at is null
        then p.amount - p.refunded_amount + coalesce(o.amount, 0) else 0 end
    union all
    select 'the VAT is not that of the ledger: ' || p.id from payments p left join by_payment s
      on s.store_id = p.store_id and s.payment_id = p.id
      left join open o on o.store_id = p.store_id and o.payment_id = p.id
      where p.paid_at is not null and not (p.reservation_id is null and p.provider = 'MANUAL')
        and coalesce(s.vat, 0) <> case when p.reversed_at is null
        then p.vat_amount - p.refunded_vat_amount + coalesce(o.vat, 0) else 0 end
    union all
    select 'refunds are not what was counted: ' || p.id from payments p left join refunds f on f.store_id = p.store_id
      and f.payment_id = p.id
      where (coalesce(f.amount, 0), coalesce(f.vat, 0), coalesce(f.supply, 0)) <>
        (p.refunded_amount, p.refunded_vat_amount, p.refunded_supply_amount)
    union all
    select 'a reservation says something else than its ledger: ' || r.id
      from reservations r left join by_reservation s on s.store_id = r.store_id and s.reservation_id = r.id
      where coalesce(s.amount, 0) <> r.paid_amount`.execute(tx);
  return rows.map((row) => row.fault);
}
