import type { Settlement } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import type { SettlementRow } from './settlements.sql.ts';

/** Oldest first. */
export async function readComments(
  tx: Tx,
  { store_id: storeId, id }: Pick<SettlementRow, 'store_id' | 'id'>,
): Promise<Settlement['comments']> {
  const rows = await tx
    .selectFrom('settlement_comments')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('settlement_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    line: row.line,
    text: row.text,
    at: row.at.toISOString(),
    by: row.by_name,
    isHeadOffice: row.is_head_office,
  }));
}
