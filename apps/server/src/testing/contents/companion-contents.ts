import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

interface StoreKey {
  readonly product_id: string;
  readonly store_id: string;
}

interface CompanionOf {
  /** The reservation whose guest has a token. */
  readonly keptId: string;
  /** The note for help, which has the id of its reservation. */
  readonly noteId: string;
  readonly now: Date;
}

/** Inserts the link of a companion, and their request in the case of the note. */
export async function fillCompanion(tx: Tx, row: StoreKey, { keptId, noteId, now }: CompanionOf): Promise<void> {
  const token = await tx
    .selectFrom('guest_tokens')
    .select('id')
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', keptId)
    .executeTakeFirstOrThrow();
  const note = await tx
    .selectFrom('guest_help_notes')
    .select(['case_id', 'reservation_id'])
    .where('store_id', '=', row.store_id)
    .where('id', '=', noteId)
    .executeTakeFirstOrThrow();
  const companionId = uuidv7();
  await tx
    .insertInto('companion_links')
    .values({
      ...row,
      id: companionId,
      guest_token_id: token.id,
      reservation_id: keptId,
      number: 1,
      token_hash: randomBytes(32),
      key_mark: 'test',
      issued_at: now,
      revoked_at: null,
      last_used_at: null,
      command_id: null,
    })
    .execute();
  await tx
    .insertInto('companion_requests')
    .values({
      ...row,
      ...note,
      id: uuidv7(),
      companion_id: companionId,
      companion_number: 1,
      note_id: noteId,
      created_at: now,
    })
    .execute();
}
