import type { adjustSettlement, BodyOf, Settlement } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement } from '../../db/index.ts';
import { invalidInput, Problem, type UnitOfWork } from '../../http/index.ts';
import { postSettlement } from '../payments/index.ts';
import { selectSettlementForUpdate } from './period/settlements.sql.ts';
import { statementOf } from './statement.ts';
import { recordSettlementChange } from './period/publish-settlement.ts';

/** Adds a dated line with a reason to an open period (NX-7). It is posted to the ledger at once and never changes. */
export async function addAdjustment(
  work: UnitOfWork,
  settlementId: string,
  { datedOn, amount, reason }: BodyOf<typeof adjustSettlement>,
): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await selectSettlementForUpdate(tx, settlementId);
  if (row.state !== 'OPEN')
    throw new Problem('STATE_NOT_ALLOWED', { current: await statementOf(tx, clock, settlementId) });
  if (datedOn < row.starts_on || datedOn > row.ends_on) {
    throw invalidInput([
      { path: 'datedOn', code: 'outside_period', message: `must be from ${row.starts_on} to ${row.ends_on}` },
    ]);
  }
  const [productId, storeId] = [row.product_id, row.store_id];
  const transactionId = postSettlement(tx, {
    productId,
    storeId,
    kind: 'ADJUSTMENT',
    settlementId: null,
    at: clock.now(),
    businessDate: datedOn,
    lines: [
      { account: 'DUE_FROM_HEAD_OFFICE', amount },
      { account: 'ADJUSTMENTS', amount: -amount },
    ],
  });
  const adjustment = {
    product_id: productId,
    store_id: storeId,
    id: uuidv7(),
    transaction_id: transactionId,
    dated_on: datedOn,
    amount,
    reason,
    created_at: clock.now(),
    created_by_name: actor.name,
  };
  pipelineStatement(tx, tx.insertInto('settlement_adjustments').values(adjustment));
  await recordSettlementChange(work, {
    storeId,
    action: 'settlement.adjusted',
    subjectId: row.id,
    detail: { datedOn, amount, reason },
  });
  return statementOf(tx, clock, settlementId);
}
