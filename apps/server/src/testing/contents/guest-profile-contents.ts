import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';

/** A note about a guest, and a block of the store that holds for a month. Returns the id of the block. */
export function fillGuestProfiles(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  now: Date,
): string {
  const blockId = uuidv7();
  const keys = personalOf(tx);
  pipelineStatement(
    tx,
    tx.insertInto('blocked_guests').values({
      ...row,
      id: blockId,
      guest_phone: keys.seal('010-9999-0001'),
      phone_mark: Buffer.from(blockId),
      email_mark: null,
      reason: 'matrix',
      blocked_at: now,
      blocked_by_name: 'matrix',
      ends_at: new Date(now.getTime() + 30 * 24 * 3600_000),
      lifted_at: null,
      lifted_by_name: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('guest_notes').values({
      ...row,
      id: uuidv7(),
      guest_phone: keys.seal('010-9999-0001'),
      phone_mark: Buffer.from(blockId),
      note_text: keys.seal('matrix'),
      changed_at: now,
      changed_by_name: 'matrix',
    }),
  );
  return blockId;
}
