import type { Settlement } from '@munjigi/contract';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { selectSettlementForUpdate } from './period/settlements.sql.ts';
import { readStatementDraft, toSettlement } from './statement.ts';
import { recordSettlementChange } from './period/publish-settlement.ts';
import { keepVersion } from './period/versions.sql.ts';

/** Stores the present draft as a version for the store (NX-7). */
export async function shareVersion(work: UnitOfWork, settlementId: string): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await selectSettlementForUpdate(tx, settlementId);
  const draft = await readStatementDraft(tx, row);
  if (row.state !== 'OPEN')
    throw new Problem('STATE_NOT_ALLOWED', { current: await toSettlement(tx, clock, row, draft) });
  await keepVersion(tx, row, draft, { name: actor.name, at: clock.now() });
  const { payoutAmount } = draft.figures;
  await recordSettlementChange(work, {
    storeId: row.store_id,
    action: 'settlement.shared',
    subjectId: row.id,
    detail: { startsOn: row.starts_on, payoutAmount },
  });
  return toSettlement(tx, clock, row, draft);
}
