import type { MessageKind } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { isStranded } from '../../reservations/index.ts';
import { computeMessageTimes, findWithdrawal } from './message-times.ts';
import type { GuestMessageRow } from './messages.sql.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

/** Why a message of the outbox is not sent, or `null`: `findWithdrawal`, and what another message says already (MS-16). */
export async function findReasonNotToSend(tx: Tx, row: GuestMessageRow, stay: Stay, now: Date): Promise<string | null> {
  const reason = findWithdrawal(row, stay);
  if (reason !== null) return reason;
  if (row.kind === 'UNAVAILABLE' && !(await isStranded(tx, now, stay))) return 'STAY_POSSIBLE';
  if (row.kind === 'RATING_INVITED' && (await isRated(tx, row))) return 'RATED_ALREADY';
  if (row.kind === 'PAYMENT_RECEIVED' && (await isReversed(tx, row))) return 'PAYMENT_REVERSED';
  if (await isReminderSaid(tx, row, stay, now)) return 'SAID_ALREADY';
  return (await isSaidByConfirmation(tx, row)) ? 'SAID_ALREADY' : null;
}

/** A reminder is not sent so long after a message with the same place and time (MS-18, MS-20). */
const SAID_WITHIN_MS: Readonly<Partial<Record<MessageKind, number>>> = {
  DAY_BEFORE: 12 * 3600_000,
  STARTS_SOON: 3600_000,
};

/** Whether the guest has read place and time shortly before the reminder would leave, or is about to. */
async function isReminderSaid(tx: Tx, row: GuestMessageRow, stay: Stay, now: Date): Promise<boolean> {
  const withinMs = SAID_WITHIN_MS[row.kind];
  if (withinMs === undefined || row.resend_of !== null) return false;
  const { sendAt } = computeMessageTimes({ kind: row.kind, queuedAt: row.is_new ? now : row.queued_at }, stay);
  const since = new Date(Math.max(now.getTime(), sendAt.getTime()) - withinMs);
  const { rows } = await sql`
    select from messages where store_id = ${row.store_id} and reservation_id = ${row.reservation_id}
      and kind in ('CONFIRMED', 'MOVED', 'DAY_BEFORE') and id <> ${row.id} and kind <> ${row.kind}
      and state in ('QUEUED', 'ACCEPTED', 'DELIVERED')
      and case when ended_at is not null then ended_at when planned_at is null then ${now} else send_at end > ${since}
      and (kind <> 'DAY_BEFORE' or ended_at is not null)
    limit 1`.execute(tx);
  return rows.length > 0;
}

async function isReversed(tx: Tx, row: GuestMessageRow): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .where('reversed_at', 'is not', null)
    .executeTakeFirst();
  return payment !== undefined;
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
