import type { listSettlements, QueryOf, ReplyOf, SettlementTotals } from '@munjigi/contract';
import type { SettlementFigures } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { payDay } from './period/pay-day.ts';
import { findOpenSettlements, findSettlements, sumSettlements } from './period/settlements.sql.ts';
import { readStatementDraft, summaryOf } from './statement.ts';
import { readTermsOfAll } from './period/terms.ts';

type Query = QueryOf<typeof listSettlements>;

/** Lists a page of the periods of a filter, and sums all of them (SL-30). */
export async function listMatchingSettlements(
  tx: Tx,
  clock: Clock,
  query: Query,
): Promise<ReplyOf<typeof listSettlements>> {
  const now = clock.now();
  const [{ total, rows }, closed, drafts] = await Promise.all([
    findSettlements(tx, query, now),
    sumSettlements(tx, query, now),
    query.figures === 'ALL' ? computeOpenFigures(tx, query, now) : new Map<string, SettlementFigures>(),
  ]);
  const terms = await readTermsOfAll(tx, [...new Set(rows.map((row) => row.store_id))]);
  return {
    total,
    items: rows.map((row) => {
      const summary = summaryOf(row, now, row.pay_on ?? payDay(row, terms.get(row.store_id) ?? []));
      return { ...summary, figures: drafts.get(row.id) ?? summary.figures };
    }),
    totals: [...drafts.values()].reduce(addFigures, closed),
  };
}

async function computeOpenFigures(tx: Tx, query: Query, now: Date): Promise<ReadonlyMap<string, SettlementFigures>> {
  const open = await findOpenSettlements(tx, query, now);
  return new Map(
    await Promise.all(open.map(async (row) => [row.id, (await readStatementDraft(tx, row)).figures] as const)),
  );
}

function addFigures(totals: SettlementTotals, figures: SettlementFigures): SettlementTotals {
  return {
    grossAmount: totals.grossAmount + figures.grossAmount,
    refundAmount: totals.refundAmount + figures.refundAmount,
    netAmount: totals.netAmount + figures.netAmount,
    feeAmount: totals.feeAmount + figures.feeAmount,
    royaltyAmount: totals.royaltyAmount + figures.royaltyAmount,
    withheldAmount: totals.withheldAmount + figures.withheldAmount,
    payoutAmount: totals.payoutAmount + figures.payoutAmount,
    carriedForwardAmount: totals.carriedForwardAmount + figures.carriedForwardAmount,
    count: totals.count + 1,
    withoutFigures: totals.withoutFigures - 1,
  };
}
