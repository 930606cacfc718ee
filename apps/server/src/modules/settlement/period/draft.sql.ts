import type { Settlement } from '@munjigi/contract';
import type { SettledAdjustment, SettlementSum } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** Sums ledger transactions by the dimensions of a statement: date, kind, method and account. */
export async function sumHeld(tx: Tx, held: RawBuilder<unknown>): Promise<SettlementSum[]> {
  const { rows } = await sql<SettlementSum>`
    select t.business_date as date, t.kind, t.method, e.account, sum(e.amount)::bigint as amount,
      count(*)::integer as count
    from (${held}) t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
    group by 1, 2, 3, 4`.execute(tx);
  return rows;
}

/** Ordered by date, then by creation. */
export async function readAdjustments(tx: Tx, held: RawBuilder<unknown>): Promise<SettledAdjustment[]> {
  const { rows } = await sql<SettledAdjustment>`
    select a.id, a.dated_on as "datedOn", a.amount, a.reason
    from (${held}) t join settlement_adjustments a on a.store_id = t.store_id and a.transaction_id = t.id
    order by a.dated_on, a.id`.execute(tx);
  return rows;
}

/** Returns refunds and reversals of sales of other periods, by period: the link of a late refund (SL-4). */
export async function readEarlier(
  tx: Tx,
  held: RawBuilder<unknown>,
  settlementId: string,
): Promise<Settlement['earlier']> {
  const { rows } = await sql<Settlement['earlier'][number]>`
    select s.id as "settlementId", s.starts_on as "startsOn", s.ends_on as "endsOn", -sum(e.amount)::bigint as amount,
      count(distinct t.id)::integer as count
    from (${held}) t
    join lateral (
      select p.id from ledger_transactions p
      where p.store_id = t.store_id and p.payment_id = t.payment_id and p.kind = 'PAYMENT'
        and (t.reverses_id is null or p.id = t.reverses_id)
      order by p.id desc limit 1) p on true
    join settlement_entries m on m.store_id = t.store_id and m.transaction_id = p.id
    join settlements s on s.store_id = m.store_id and s.id = m.settlement_id
    join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
      and e.account in ('SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE')
    where t.kind in ('REFUND', 'REVERSAL') and m.settlement_id <> ${settlementId}
    group by s.id, s.starts_on, s.ends_on order by s.starts_on`.execute(tx);
  return rows;
}
