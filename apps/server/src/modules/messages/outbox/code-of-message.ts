import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import type { CodeSeal } from '../../access-codes/index.ts';
import type { GuestMessageRow } from './messages.sql.ts';

type OfCode = Pick<GuestMessageRow, 'store_id' | 'reservation_id' | 'subject_id'>;

/** Whether every lock that is to have the code has acknowledged it (MS-2). */
export async function areAllDoorsReady(tx: Tx, { store_id: storeId, subject_id: codeId }: OfCode): Promise<boolean> {
  const { rows } = await sql<{ is_missing: boolean }>`
    select exists (select from access_code_places where store_id = ${storeId} and code_id = ${codeId}
      and gone_at is null and is_wanted
      and acknowledged not in ('DISABLED', 'ENABLED')) as is_missing`.execute(tx);
  return rows[0]?.is_missing === false;
}

/**
 * The digits of the code that a message is about, if they are still the guest's and a lock has acknowledged them (MS-2).
 * Only the message that leaves now holds them: they are neither stored nor logged.
 */
export async function openCodeOfMessage(seal: CodeSeal, tx: Tx, of: OfCode): Promise<string | null> {
  const { rows } = await sql<{ id: string; sealed: Buffer | null }>`
    select c.id, c.sealed from access_codes c
    where c.store_id = ${of.store_id} and c.id = ${of.subject_id} and c.withdrawn_at is null
      and (c.reservation_id = ${of.reservation_id} or c.given_to = ${of.reservation_id})
      and exists (select from access_code_places p where p.store_id = c.store_id and p.code_id = c.id
        and p.gone_at is null and p.is_wanted
        and p.acknowledged in ('DISABLED', 'ENABLED'))`.execute(tx);
  const [code] = rows;
  return code?.sealed ? seal.open(code.sealed, code.id) : null;
}
