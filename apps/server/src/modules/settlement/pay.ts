import type { BodyOf, paySettlement, Settlement } from '@munjigi/contract';
import { invalidInput, Problem, type UnitOfWork } from '../../http/index.ts';
import { postSettlement } from '../payments/index.ts';
import { readClosedDraft } from './period/draft.ts';
import { accountLine, readPayee } from './period/payees.ts';
import { selectSettlementForUpdate } from './period/settlements.sql.ts';
import { statementOf, storeToday } from './statement.ts';
import { recordSettlementChange } from './period/publish-settlement.ts';

/** Marks a closed period as paid out and posts the payout. A repeated or concurrent call returns the first result. */
export async function recordPayout(
  work: UnitOfWork,
  settlementId: string,
  { paidOn, reference }: BodyOf<typeof paySettlement>,
): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await selectSettlementForUpdate(tx, settlementId);
  if (row.state === 'PAID') return statementOf(tx, clock, settlementId);
  if (row.state !== 'CLOSED')
    throw new Problem('STATE_NOT_ALLOWED', { current: await statementOf(tx, clock, settlementId) });
  const now = clock.now();
  const businessDate = storeToday(row, now);
  if (paidOn <= row.ends_on || paidOn > businessDate) {
    throw invalidInput([
      { path: 'paidOn', code: 'outside_period', message: `must be after ${row.ends_on} and not after ${businessDate}` },
    ]);
  }
  const paidTo = accountLine(await readPayee(tx, row.store_id));
  await tx
    .updateTable('settlements')
    .set({
      state: 'PAID',
      paid_on: paidOn,
      paid_reference: reference,
      paid_at: now,
      paid_by_name: actor.name,
      ...(paidTo !== null && { paid_to: paidTo }),
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  const { payoutAmount } = readClosedDraft(row).figures;
  if (payoutAmount > 0) {
    postSettlement(tx, {
      productId: row.product_id,
      storeId: row.store_id,
      kind: 'PAYOUT',
      settlementId: row.id,
      at: now,
      businessDate,
      lines: [
        { account: 'MONEY_AT_STORE', amount: payoutAmount },
        { account: 'PAYOUT', amount: -payoutAmount },
      ],
    });
  }
  await recordSettlementChange(work, {
    storeId: row.store_id,
    action: 'settlement.paid',
    subjectId: row.id,
    detail: { paidOn, reference, payoutAmount },
  });
  return statementOf(tx, clock, settlementId);
}
