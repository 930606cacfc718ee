import type { Settlement } from '@munjigi/contract';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { takeSettlement } from './settlements.sql.ts';
import { readStatementDraft, shapeSettlement } from './statement.ts';
import { tellOfChange } from './tell.ts';
import { keepVersion } from './versions.sql.ts';

/** Stores the present draft as a version for the store (NX-7). */
export async function shareVersion(work: UnitOfWork, settlementId: string): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await takeSettlement(tx, settlementId);
  const draft = await readStatementDraft(tx, row);
  if (row.state !== 'OPEN')
    throw new Problem('STATE_NOT_ALLOWED', { current: await shapeSettlement(tx, clock, row, draft) });
  await keepVersion(tx, row, draft, { name: actor.name, at: clock.now() });
  const { payoutAmount } = draft.figures;
  await tellOfChange(work, {
    storeId: row.store_id,
    action: 'settlement.shared',
    subjectId: row.id,
    detail: { startsOn: row.starts_on, payoutAmount },
  });
  return shapeSettlement(tx, clock, row, draft);
}
