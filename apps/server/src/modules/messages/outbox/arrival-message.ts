import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { areAllDoorsReady } from './code-of-message.ts';
import { publishMessages, updateMessage, type GuestMessageRow } from './messages.sql.ts';
import { hasVariable } from '../templates/render-template.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';
import { readTemplate } from '../templates/templates.ts';

/**
 * The arrival message (MS-17): the confirmation waits some seconds for the code, and says both in one text. A code that
 * comes later has its own message.
 */

/** How long a confirmation waits for the locks to acknowledge the code. */
export const CODE_WAIT_MS = 5000;

/** Whether the confirmation says the code, and a lock of the reservation has yet to acknowledge it. */
export async function isCodeComing(tx: Tx, row: GuestMessageRow, stay: Stay): Promise<boolean> {
  if (row.subject_id !== null || row.resend_of !== null || !(await saysCode(tx, stay))) return false;
  const { rows } = await sql<{ is_coming: boolean }>`
    select exists (select from access_code_places where store_id = ${row.store_id}
      and reservation_id = ${row.reservation_id} and gone_at is null
        and is_wanted and acknowledged not in ('DISABLED', 'ENABLED'))
      or (exists (select from access_reviews where store_id = ${row.store_id} and id = ${row.reservation_id}
        and due_at <= now())
        and exists (select from access_code_places where store_id = ${row.store_id} and gone_at is null))
          as is_coming`.execute(tx);
  return rows[0]?.is_coming === true;
}

/**
 * Lets the confirmation that waits say the code of this message. Resolves with whether it does, so that this message is
 * not needed. In a lockdown the code waits alone (DR-8).
 */
export async function joinConfirmation(tx: Tx, row: GuestMessageRow, stay: Stay, now: Date): Promise<boolean> {
  if (row.kind !== 'CODE_ACTIVE' || row.resend_of !== null || !(await saysCode(tx, stay))) return false;
  if (!(await areAllDoorsReady(tx, row)) || (await isLockedDown(tx, stay.storeId))) return false;
  const confirmation = await tx
    .selectFrom('messages')
    .select(['store_id', 'id'])
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('kind', '=', 'CONFIRMED')
    .where('state', '=', 'QUEUED')
    .where('sending_since', 'is', null)
    .where('subject_id', 'is', null)
    .where('resend_of', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!confirmation) return false;
  await updateMessage(tx, confirmation, { subject_id: row.subject_id, send_at: now }).execute();
  await publishMessages(tx, row.store_id, [confirmation.id]);
  return true;
}

/** Takes the code out of a confirmation that leaves during a lockdown: its own message waits again (DR-8). */
export async function splitCode(tx: Tx, row: GuestMessageRow): Promise<GuestMessageRow> {
  if (row.kind !== 'CONFIRMED' || row.subject_id === null || !(await isLockedDown(tx, row.store_id))) return row;
  await updateMessage(tx, row, { subject_id: null }).execute();
  await tx
    .updateTable('messages')
    .set({ state: 'QUEUED', error: null, ended_at: null, planned_at: null })
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('kind', '=', 'CODE_ACTIVE')
    .where('state', '=', 'WITHDRAWN')
    .where('error', '=', 'SAID_ALREADY')
    .where('subject_id', '=', row.subject_id)
    .execute();
  return { ...row, subject_id: null };
}

/** Whether the access window was open when the stay was confirmed: the confirmation says so (MS-17). */
export async function isEntrySaid(tx: Tx, row: GuestMessageRow, stay: Stay, queuedAt: Date): Promise<boolean> {
  if (row.kind !== 'ACCESS_OPENS' || row.resend_of !== null || stay.accessFrom > queuedAt) return false;
  const { isEnabled } = await readTemplate(tx, { kind: 'CONFIRMED', language: stay.language });
  return isEnabled && !(await isLockedDown(tx, stay.storeId));
}

export async function isLockedDown(tx: Tx, storeId: string): Promise<boolean> {
  const lockdown = await tx
    .selectFrom('emergencies')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'LOCKDOWN')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return lockdown !== undefined;
}

async function saysCode(tx: Tx, { language }: Stay): Promise<boolean> {
  const confirmation = await readTemplate(tx, { kind: 'CONFIRMED', language });
  if (!confirmation.isEnabled || !hasVariable(confirmation.body, 'accessCode')) return false;
  return (await readTemplate(tx, { kind: 'CODE_ACTIVE', language })).isEnabled;
}
