import type { StrandedMessageObstacle } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { ReservationRow } from '../reservations/index.ts';
import { findContactObstacle } from './contact-obstacle.ts';
import { insertMessageOfPerson, publishQueuedMessage } from './outbox/queue-message.ts';
import { DEFAULT_QUIET } from './outbox/senders.ts';
import { readStay } from './templates/stay-facts.sql.ts';
import { readTemplate } from './templates/templates.ts';

const HOUR_MS = 3600_000;

/**
 * Queues the message that a stay cannot take place as booked, for the guest of a locked reservation (ST-52). Queues
 * none when the guest cannot get it, and none within an hour of the last one.
 */
export async function queueUnavailableMessage(
  work: UnitOfWork,
  row: ReservationRow,
): Promise<StrandedMessageObstacle | 'QUEUED' | 'QUEUED_ALREADY'> {
  const { tx, clock } = work;
  const now = clock.now();
  const obstacle = await findObstacle(tx, row);
  if (obstacle !== null) return obstacle;
  if (await isQueuedAlready(tx, row, new Date(now.getTime() - HOUR_MS))) return 'QUEUED_ALREADY';
  const stay = await readStay(tx, { store_id: row.store_id, reservation_id: row.id }, DEFAULT_QUIET);
  const id = await insertMessageOfPerson(tx, { stay, kind: 'UNAVAILABLE', subjectId: null, resendOf: null, now });
  await publishQueuedMessage(tx, stay, id);
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'message.unavailable-sent',
    subject: { kind: 'message', id },
    detail: { reservationId: row.id },
  });
  return 'QUEUED';
}

async function findObstacle(tx: Tx, row: ReservationRow): Promise<StrandedMessageObstacle | null> {
  const unreachable = await findContactObstacle(tx, row);
  if (unreachable !== null) return unreachable;
  const language = row.guest_language;
  return (await readTemplate(tx, { kind: 'UNAVAILABLE', language })).isEnabled ? null : 'TEMPLATE_DISABLED';
}

/** A message that failed or was withdrawn says nothing to the guest. */
async function isQueuedAlready(tx: Tx, row: ReservationRow, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from messages where store_id = ${row.store_id} and reservation_id = ${row.id} and kind = 'UNAVAILABLE'
      and queued_at > ${since} and state in ('QUEUED', 'ACCEPTED', 'DELIVERED') limit 1`.execute(tx);
  return rows.length > 0;
}
