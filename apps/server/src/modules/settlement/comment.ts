import { reachOf, type BodyOf, type commentOnSettlement, type Settlement } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { invalidInput, Problem, type UnitOfWork } from '../../http/index.ts';
import { selectSettlementForUpdate } from './period/settlements.sql.ts';
import { readStatementDraft, toSettlement, statementOf } from './statement.ts';
import { recordSettlementChange } from './period/publish-settlement.ts';

/** Adds a comment to a line of a draft (NX-7). A closed statement is agreed on, so a comment is refused. */
export async function addComment(
  work: UnitOfWork,
  settlementId: string,
  { line, text }: BodyOf<typeof commentOnSettlement>,
): Promise<Settlement> {
  const { tx, clock, actor } = work;
  const row = await selectSettlementForUpdate(tx, settlementId);
  const draft = await readStatementDraft(tx, row);
  if (row.state !== 'OPEN')
    throw new Problem('STATE_NOT_ALLOWED', { current: await toSettlement(tx, clock, row, draft) });
  if (!draft.lines.some((item) => item.key === line))
    throw invalidInput([{ path: 'line', code: 'unknown_line', message: 'The statement has no such line' }]);
  await tx
    .insertInto('settlement_comments')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      settlement_id: row.id,
      line,
      text,
      at: clock.now(),
      by_id: actor.userId,
      by_name: actor.name,
      is_head_office: reachOf(actor.roles, 'settlement:comment') === 'all',
    })
    .execute();
  await recordSettlementChange(work, {
    storeId: row.store_id,
    action: 'settlement.commented',
    subjectId: row.id,
    detail: { line },
  });
  return statementOf(tx, clock, settlementId);
}
