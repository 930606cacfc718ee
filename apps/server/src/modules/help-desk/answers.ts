import type { answerGuest, BodyOf, ReplyOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { personalOf } from '../../db/index.ts';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { readHelpOfGuest } from './answers.sql.ts';
import { keyOf, recordHelp, publishCaseChange } from './cases.ts';
import { markCaseOfGuestSeen, selectCaseOfGuestForUpdate } from './cases.sql.ts';
import { readGuest } from './page.ts';

/** Writes to a guest who asked for help (GP-4). Throws STATE_NOT_ALLOWED without an open case of the guest. */
export async function writeAnswer(
  work: UnitOfWork,
  reservationId: string,
  { text }: BodyOf<typeof answerGuest>,
): Promise<ReplyOf<typeof answerGuest>> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { row } = await readGuest(tx, reservationId);
  const caseId = await selectCaseOfGuestForUpdate(tx, keyOf(row));
  if (caseId === null) throw new Problem('STATE_NOT_ALLOWED');
  const id = uuidv7();
  await tx
    .insertInto('guest_answers')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id,
      case_id: caseId,
      reservation_id: row.id,
      answer_text: personalOf(tx).seal(text),
      created_at: now,
      created_by: actor.userId,
      created_by_name: actor.name,
    })
    .execute();
  await markCaseOfGuestSeen(tx, keyOf(row), now);
  await publishCaseChange(tx, row);
  const help = await readHelpOfGuest(tx, row.id, now);
  await recordHelp(work, row, 'help-desk.answered', { answerId: id });
  return { reservationId: row.id, storeId: row.store_id, answers: help?.answers ?? [] };
}
