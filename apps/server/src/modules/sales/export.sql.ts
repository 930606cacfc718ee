import type { SalesKind } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { matchSales, type SalesQuery } from './filter.ts';

/** A ledger transaction as a line of sales. Refunds and reversals are negative. Won. */
export interface SalesLine {
  readonly id: string;
  readonly business_date: string;
  readonly occurred_at: Date;
  readonly store_id: string;
  readonly room_id: string | null;
  readonly reservation_code: string | null;
  readonly kind: SalesKind;
  readonly method: string;
  readonly provider: string;
  readonly channel: string | null;
  readonly supply_amount: number;
  readonly vat_amount: number;
  readonly tax_free_amount: number;
}

/** Reads the lines after a line, ordered by business date and id, latest first. */
export async function readLines(
  tx: Tx,
  actor: Person,
  { filter, after }: { readonly filter: SalesQuery; readonly after: SalesLine | null },
  limit: number,
): Promise<SalesLine[]> {
  const further =
    after === null ? sql`` : sql`and (t.business_date, t.id) < (${after.business_date}::date, ${after.id}::uuid)`;
  const { rows } = await sql<SalesLine>`
    select t.id, t.business_date, t.occurred_at, t.store_id, t.room_id, r.code as reservation_code, t.kind, t.method,
      t.provider, t.channel,
      e.supply_amount, e.vat_amount, e.tax_free_amount
    from (select * from ledger_transactions t where ${matchSales(actor, filter)}
      and t.kind in ('PAYMENT', 'REFUND', 'REVERSAL') ${further} order by t.business_date desc, t.id desc
      limit ${limit}) as t
    left join reservations r on r.store_id = t.store_id and r.id = t.reservation_id
    cross join lateral (
      select coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0)::bigint as supply_amount,
        coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0)::bigint as vat_amount,
        coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0)::bigint as tax_free_amount
      from ledger_entries e where e.store_id = t.store_id and e.transaction_id = t.id) as e
    order by t.business_date desc, t.id desc`.execute(tx);
  return rows;
}
