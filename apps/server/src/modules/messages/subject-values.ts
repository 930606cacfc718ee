import type { MessageLanguage } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import type { GuestMessageRow } from './messages.sql.ts';
import type { MessageValues } from './render-template.ts';
import { describeCanceller, formatWon } from './template-values.ts';

/** Reads the values that belong to the subject of one message: its refund, its answer, or who cancelled. */
export async function readSubjectValues(
  tx: Tx,
  row: GuestMessageRow,
  language: MessageLanguage,
): Promise<MessageValues> {
  if (row.kind === 'CANCELLED') return { cancelledBy: describeCanceller(await findCanceller(tx, row), language) };
  if (row.subject_id === null) return {};
  if (row.kind === 'REFUNDED') return refundValues(tx, row, language);
  if (row.kind === 'HELP_ANSWERED') return answerValues(tx, row);
  return {};
}

/** A confirmed refund has its own amount, which need not be the one of the cancellation. */
async function refundValues(tx: Tx, row: GuestMessageRow, language: MessageLanguage): Promise<MessageValues> {
  const refund = await tx
    .selectFrom('payment_refunds')
    .select('amount')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  return refund ? { refundAmount: formatWon(refund.amount, language) } : {};
}

async function answerValues(tx: Tx, row: GuestMessageRow): Promise<MessageValues> {
  const answer = await tx
    .selectFrom('guest_answers')
    .select('answer_text')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  return answer ? { answer: answer.answer_text } : {};
}

async function findCanceller(tx: Tx, row: GuestMessageRow): Promise<string | null> {
  const event = await tx
    .selectFrom('reservation_events')
    .select('actor_kind')
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('kind', '=', 'CANCELLED')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return event?.actor_kind ?? null;
}
