import type { Tx } from '../../../db/index.ts';
import { isStranded } from '../../reservations/index.ts';
import { findWithdrawal } from './message-times.ts';
import type { GuestMessageRow } from './messages.sql.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

/** Why a message of the outbox is not sent, or `null`: `findWithdrawal`, and what another message says already (MS-16). */
export async function findReasonNotToSend(tx: Tx, row: GuestMessageRow, stay: Stay, now: Date): Promise<string | null> {
  const reason = findWithdrawal(row, stay);
  if (reason !== null) return reason;
  if (row.kind === 'UNAVAILABLE' && !(await isStranded(tx, now, stay))) return 'STAY_POSSIBLE';
  if (row.kind === 'RATING_INVITED' && (await isRated(tx, row))) return 'RATED_ALREADY';
  return (await isSaidByConfirmation(tx, row)) ? 'SAID_ALREADY' : null;
}

async function isRated(tx: Tx, row: GuestMessageRow): Promise<boolean> {
  const rating = await tx
    .selectFrom('stay_ratings')
    .select('id')
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .executeTakeFirst();
  return rating !== undefined;
}

/** Whether the confirmation that waited at the time of the change was sent since: it said what holds after the change. */
async function isSaidByConfirmation(tx: Tx, row: GuestMessageRow): Promise<boolean> {
  if (row.before === null || row.subject_id === null) return false;
  const confirmation = await tx
    .selectFrom('messages')
    .select('state')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  return confirmation?.state === 'ACCEPTED' || confirmation?.state === 'DELIVERED';
}
