import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

/** A pending request to refund 10,000 won; the person who made it does not exist. */
export function fillApproval(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  now: Date,
): string {
  const id = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('approvals').values({
      ...row,
      id,
      kind: 'REFUND',
      reason: 'test',
      terms: JSON.stringify({
        storeName: 'Store',
        paymentId: uuidv7(),
        version: 1,
        amount: 10_000,
        of: 10_000,
        reservationId: null,
        reservationCode: null,
      }),
      account: null,
      asked_at: now,
      asked_by: uuidv7(),
      asked_by_name: 'test',
      expires_at: new Date(now.getTime() + 24 * 3600_000),
      ended_by: null,
      ended_by_name: null,
      note: null,
      failure: null,
    }),
  );
  return id;
}
