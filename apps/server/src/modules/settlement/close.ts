import type { BodyOf, closeSettlement, Settlement } from '@munjigi/contract';
import { addDays, closingLines, periodFrom } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { postSettlement } from '../payments/index.ts';
import { computeDraft, type ComputedDraft } from './period/draft.ts';
import { heldBy, heldFor, selectSettlementForUpdate, type SettlementRow } from './period/settlements.sql.ts';
import { hasPeriodEnded, toSettlement, statementOf, storeToday } from './statement.ts';
import { recordSettlementChange } from './period/publish-settlement.ts';
import { cycleOn, readSettlementTerms } from './period/terms.ts';
import { keepVersion } from './period/versions.sql.ts';

/**
 * Closes a period that is over (SL-4). It assigns the ledger transactions to the period first and computes the figures
 * from them, so that concurrent entries go into the next period. A concurrent second call waits, and returns the closed
 * period. Throws STALE when the payout is not the one that the person saw.
 */
export async function closeStatement(
  work: UnitOfWork,
  settlementId: string,
  { payoutAmount }: BodyOf<typeof closeSettlement>,
): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await selectSettlementForUpdate(tx, settlementId);
  if (row.state !== 'OPEN') return statementOf(tx, clock, settlementId);
  if (!hasPeriodEnded(row, clock.now()))
    throw new Problem('STATE_NOT_ALLOWED', {
      current: await statementOf(tx, clock, settlementId),
      detail: `It ends on ${row.ends_on}`,
    });
  await sql`
    insert into settlement_entries (product_id, store_id, transaction_id, settlement_id)
    select t.product_id, t.store_id, t.id, ${row.id}::uuid from (${heldBy(row)}) t`.execute(tx);
  const draft = await computeDraft(tx, row, heldFor(row));
  if (draft.figures.payoutAmount !== payoutAmount) throw staleProblem(await toSettlement(tx, clock, row, draft));
  await keepVersion(tx, row, draft, { name: actor.name, at: clock.now() });
  await fix(work, row, draft);
  await openNext(tx, row);
  const { payoutAmount: paysOut, carriedForwardAmount } = draft.figures;
  await recordSettlementChange(work, {
    storeId: row.store_id,
    action: 'settlement.closed',
    subjectId: row.id,
    detail: { startsOn: row.starts_on, endsOn: row.ends_on, payoutAmount: paysOut, carriedForwardAmount },
  });
  return statementOf(tx, clock, settlementId);
}

/** Stores the lines and figures of the closed period, and posts them to the ledger. */
async function fix(
  { tx, clock, actor }: UnitOfWork,
  row: SettlementRow,
  { lines, figures, heldByChannelsAmount, payOn }: ComputedDraft,
): Promise<void> {
  const now = clock.now();
  await tx
    .updateTable('settlements')
    .set({
      state: 'CLOSED',
      pay_on: payOn,
      lines: JSON.stringify(lines),
      gross_amount: figures.grossAmount,
      refund_amount: figures.refundAmount,
      fee_amount: figures.feeAmount,
      royalty_amount: figures.royaltyAmount,
      withheld_amount: figures.withheldAmount,
      payout_amount: figures.payoutAmount,
      carried_forward_amount: figures.carriedForwardAmount,
      closed_at: now,
      closed_by_name: actor.name,
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  const posted = closingLines(lines, { ...figures, heldByChannelsAmount });
  if (posted.length === 0) return;
  postSettlement(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    kind: 'SETTLEMENT',
    settlementId: row.id,
    at: now,
    businessDate: storeToday(row, now),
    lines: posted,
  });
}

async function openNext(tx: Tx, row: SettlementRow): Promise<void> {
  const from = addDays(row.ends_on, 1);
  const { startsOn, endsOn } = periodFrom(from, cycleOn(await readSettlementTerms(tx, row.store_id), from));
  await tx
    .insertInto('settlements')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      number: row.number + 1,
      starts_on: startsOn,
      ends_on: endsOn,
    })
    .execute();
}
