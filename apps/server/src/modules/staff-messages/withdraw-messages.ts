import type { Tx } from '../../db/index.ts';

const EMPTY = Buffer.alloc(0);

interface Withdrawal {
  readonly productId: string;
  readonly ids: readonly string[];
  readonly error: string;
  readonly now: Date;
}

/** Withdraws messages that are not under way yet. Resolves with the ids of those that are never sent. */
export async function withdrawMessages(tx: Tx, { productId, ids, error, now }: Withdrawal): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('staff_messages')
    .set({ state: 'WITHDRAWN', error, ended_at: now, subject: EMPTY, body: EMPTY })
    .where('product_id', '=', productId)
    .where('id', 'in', [...ids])
    .where('state', '=', 'QUEUED')
    .where('sending_since', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
