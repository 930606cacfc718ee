import type { listSettlements, QueryOf, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { payDay } from './pay-day.ts';
import { findSettlements } from './settlements.sql.ts';
import { summaryOf } from './statement.ts';
import { readTermsOfAll } from './terms.ts';

export async function listMatchingSettlements(
  tx: Tx,
  clock: Clock,
  query: QueryOf<typeof listSettlements>,
): Promise<ReplyOf<typeof listSettlements>> {
  const { total, rows } = await findSettlements(tx, query);
  const terms = await readTermsOfAll(tx, [...new Set(rows.map((row) => row.store_id))]);
  return {
    total,
    items: rows.map((row) => summaryOf(row, clock.now(), row.pay_on ?? payDay(row, terms.get(row.store_id) ?? []))),
  };
}
