import type pg from 'pg';

/** What a correct ledger never has: entries, sales, fees and paid amounts that do not agree. */
export async function findLedgerFaults(database: pg.Pool | pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ what: string; count: number }>(`
    select 'entries that do not sum to zero' as what, count(*)::int as count from (select transaction_id from ledger_entries group by 1 having sum(amount) <> 0) as it
    union all select 'payments whose sales are not what is left of them', count(*)::int from payments p
      left join (select t.payment_id, -sum(e.amount) as sales from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where e.account like 'SALES%' group by 1) as l on l.payment_id = p.id
      where coalesce(l.sales, 0) <> case when p.paid_at is null then 0 else p.amount - p.refunded_amount end
    union all select 'payments that are all back, of which the fee is not', count(*)::int from payments p
      join (select t.payment_id, sum(e.amount) as fee from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where e.account like 'PROVIDER_FEE%' group by 1) as l on l.payment_id = p.id
      where p.state = 'CANCELED' and l.fee <> 0
    union all select 'reservations whose paid amount is another', count(*)::int from reservations r
      where r.paid_amount <> (select coalesce(sum(p.amount - p.refunded_amount) filter (where p.paid_at is not null), 0) from payments p where p.reservation_id = r.id)`);
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `ledger: ${count} ${what}`);
}
