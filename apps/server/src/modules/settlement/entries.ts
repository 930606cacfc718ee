import type { listSettlementEntries, QueryOf, ReplyOf, settlementEntry, SettlementLine } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../db/index.ts';
import { invalidInput } from '../../http/index.ts';
import { heldBy, readSettlement } from './period/settlements.sql.ts';
import { readStatementDraft } from './statement.ts';
import { readSettlementTerms } from './period/terms.ts';

type Entry = z.output<typeof settlementEntry>;

/**
 * Returns a page of the ledger entries that a line is the sum of (SL-4). Throws for a line that the statement does not
 * have.
 */
export async function entriesOf(
  tx: Tx,
  settlementId: string,
  { line: key, after, limit }: QueryOf<typeof listSettlementEntries>,
): Promise<ReplyOf<typeof listSettlementEntries>> {
  const row = await readSettlement(tx, settlementId);
  const line = (await readStatementDraft(tx, row)).lines.find((line) => line.key === key);
  if (!line) throw invalidInput([{ path: 'line', code: 'unknown_line', message: 'The statement has no such line' }]);
  const of = await entriesIn(tx, row.store_id, line);
  if (of === null) return { items: [], hasMore: false };
  const further =
    after === undefined
      ? sql``
      : sql`and (t.business_date, t.id) > (select x.business_date, x.id from ledger_transactions x
        where x.store_id = ${row.store_id} and x.id = ${after})`;
  const { rows } = await sql<Omit<Entry, 'occurredAt'> & { occurredAt: Date }>`
    select t.id as "transactionId", t.store_id as "storeId", t.kind, t.occurred_at as "occurredAt",
      t.business_date as "businessDate", r.code as "reservationCode",
      t.payment_id as "paymentId", t.method, json_agg(json_build_object('account', e.account, 'amount', e.amount)
        order by e.line) as entries
    from (${heldBy(row)}) t
    join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
    left join reservations r on r.store_id = t.store_id and r.id = t.reservation_id
    where ${of} ${further}
    group by t.store_id, t.id, t.kind, t.occurred_at, t.business_date, r.code, t.payment_id, t.method
    order by t.business_date, t.id limit ${limit + 1}`.execute(tx);
  return {
    items: rows.slice(0, limit).map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() })),
    hasMore: rows.length > limit,
  };
}

const SALES = sql`e.account in ('SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE')`;

/**
 * Returns the condition for the entries `e` of transactions `t` in a line. `null`: the line comes from the period
 * before, or from other lines.
 */
async function entriesIn(tx: Tx, storeId: string, line: SettlementLine): Promise<RawBuilder<unknown> | null> {
  switch (line.kind) {
    case 'GROSS':
      return sql`${SALES} and t.kind <> 'REFUND'`;
    case 'REFUND':
      return sql`${SALES} and t.kind = 'REFUND'`;
    case 'FEE':
      return sql`e.account in ('PROVIDER_FEE', 'PROVIDER_FEE_VAT') and t.method is not distinct from ${line.method}`;
    case 'COMMISSION':
      return sql`e.account in ('CHANNEL_COMMISSION', 'CHANNEL_COMMISSION_VAT')`;
    case 'COUPON':
      return sql`e.account in ('COUPON_SUPPLY', 'COUPON_VAT')`;
    case 'ROYALTY':
      return termsHold(tx, storeId, line.validFrom);
    case 'ADJUSTMENT':
      return sql`e.account = 'DUE_FROM_HEAD_OFFICE'
        and t.id = (select a.transaction_id from settlement_adjustments a where a.store_id = t.store_id
        and 'ADJUSTMENT.' || a.id = ${line.key})`;
    case 'PREPAID_PASSES':
      return sql`e.account = 'PREPAID_PASSES'`;
    case 'RECEIVED_AT_STORE':
      return sql`e.account = 'MONEY_AT_STORE'`;
    case 'RECEIVED_BY_MERCHANT':
      return sql`e.account = 'MONEY_AT_STORE_MERCHANT'`;
    case 'CARRY_OVER':
    case 'INCOME_TAX':
    case 'LOCAL_INCOME_TAX':
      return null;
  }
}

/** Returns the condition for sales on dates to which the terms of a royalty apply. */
async function termsHold(tx: Tx, storeId: string, validFrom: string | null): Promise<RawBuilder<unknown>> {
  const dates = (await readSettlementTerms(tx, storeId)).map((term) => term.validFrom).sort();
  const next = dates.find((date) => date > (validFrom ?? ''));
  const isFirst = dates[0] === validFrom;
  return sql`${SALES} and ${isFirst ? sql`true` : sql`t.business_date >= ${validFrom}::date`}
    and ${next === undefined ? sql`true` : sql`t.business_date < ${next}::date`}`;
}
