import type { EscalationStep, Incident, OnCallChannel } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { findPersonNoticeState, notifyPerson } from '../push/index.ts';
import { queueStaffMessage, withdrawStaffMessages } from '../staff-messages/index.ts';
import { writeNotice } from './notice-words.ts';
import { findPeople, type OnCallUser } from './on-call-people.ts';

const MINUTE_MS = 60_000;
/** A notice that was not sent within this time is not sent: the next step, or the screen, has taken its place. */
const WORTH_MS = 60 * MINUTE_MS;

interface StepNotices {
  readonly productId: string;
  readonly incident: Incident;
  /** The number of the step, from 1. */
  readonly step: number;
  readonly rules: EscalationStep;
  readonly publicUrl: string | null;
  readonly now: Date;
}

interface Outcome {
  readonly state: 'WAITING' | 'SKIPPED';
  readonly error: string | null;
  readonly messageId: string | null;
}

/** Notifies the people of a step on their channels, once each (OC-3). Runs in the transaction that counts the step. */
export async function notifyStep(tx: Tx, notices: StepNotices): Promise<void> {
  const { productId, incident, step, rules, now } = notices;
  const people = await findPeople(tx, { productId, storeId: incident.storeId, now });
  for (const userId of rules.userIds) {
    const person = people.find(({ id }) => id === userId);
    for (const channel of rules.channels) {
      const outcome = person ? await sendNotice(tx, notices, person, channel) : skipped('NO_ACCESS');
      await tx
        .insertInto('incident_notices')
        .values({
          product_id: productId,
          store_id: incident.storeId,
          id: uuidv7(),
          incident_id: incident.id,
          step,
          user_id: userId,
          channel,
          state: outcome.state,
          error: outcome.error,
          due_at: now,
          message_id: outcome.messageId,
        })
        .execute();
    }
  }
}

async function sendNotice(
  tx: Tx,
  { productId, incident, step, publicUrl, now }: StepNotices,
  person: OnCallUser,
  channel: OnCallChannel,
): Promise<Outcome> {
  if (channel === 'PUSH') {
    const { storeId, id: subjectId } = incident;
    const of = { productId, storeId, userId: person.id, kind: 'ON_CALL', subjectId } as const;
    return (await notifyPerson(tx, now, of)) > 0 ? waiting(null) : skipped('NO_BROWSER');
  }
  const language = person.locale === 'en' ? 'en' : 'ko';
  const queued = await queueStaffMessage(tx, {
    productId,
    userId: person.id,
    kind: 'ON_CALL',
    channel,
    language,
    dedupeKey: `ON_CALL:${incident.id}:${step}:${person.id}:${channel}`,
    ...writeNotice(incident, language, publicUrl),
    now,
    expiresAt: new Date(now.getTime() + WORTH_MS),
  });
  return 'error' in queued ? skipped(queued.error) : waiting(queued.id);
}

function waiting(messageId: string | null): Outcome {
  return { state: 'WAITING', error: null, messageId };
}

function skipped(error: string): Outcome {
  return { state: 'SKIPPED', error, messageId: null };
}

interface WaitingNotice {
  readonly store_id: string;
  readonly id: string;
  readonly incident_id: string;
  readonly user_id: string;
  readonly channel: OnCallChannel;
  readonly due_at: Date;
  readonly message_state: string | null;
  readonly message_error: string | null;
  readonly message_ended_at: Date | null;
}

/** Stores what became of the waiting notices of these stores. Resolves with the ids of their incidents. */
export async function recordNoticeOutcomes(tx: Tx, storeIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<WaitingNotice>`
    select n.*, m.state as message_state, m.error as message_error, m.ended_at as message_ended_at
    from incident_notices n left join staff_messages m on m.product_id = n.product_id and m.id = n.message_id
    where n.store_id = any (${storeIds}::uuid[]) and n.state = 'WAITING' order by n.id for update of n`.execute(tx);
  const changed: string[] = [];
  for (const notice of rows) {
    const outcome = await findOutcome(tx, notice, now);
    if (!outcome) continue;
    await tx
      .updateTable('incident_notices')
      .set(outcome)
      .where('store_id', '=', notice.store_id)
      .where('id', '=', notice.id)
      .execute();
    changed.push(notice.incident_id);
  }
  return changed;
}

async function findOutcome(
  tx: Tx,
  notice: WaitingNotice,
  now: Date,
): Promise<{ state: 'SENT' | 'FAILED'; error: string | null; sent_at: Date | null } | null> {
  if (notice.channel !== 'PUSH') return outcomeOfMessage(notice, now);
  const of = { userId: notice.user_id, kind: 'ON_CALL', subjectId: notice.incident_id } as const;
  const state = await findPersonNoticeState(tx, of, notice.due_at);
  if (state === 'WAITING') return null;
  return state === 'SENT' ? { state, error: null, sent_at: now } : { state, error: 'PUSH_REFUSED', sent_at: null };
}

function outcomeOfMessage(
  { message_state: state, message_error: error, message_ended_at: endedAt }: WaitingNotice,
  now: Date,
) {
  if (state === 'QUEUED') return null;
  if (state === 'ACCEPTED' || state === 'DELIVERED')
    return { state: 'SENT' as const, error: null, sent_at: endedAt ?? now };
  return { state: 'FAILED' as const, error: error ?? state ?? 'EXPIRED', sent_at: null };
}

interface Skip {
  readonly incident: { readonly product_id: string; readonly store_id: string; readonly id: string };
  readonly error: 'ACKNOWLEDGED' | 'RESOLVED';
  readonly now: Date;
}

/** Ends the waiting notices of an incident that needs them no more (OC-5). One that is under way keeps its outcome. */
export async function skipNotices(tx: Tx, { incident, error, now }: Skip): Promise<void> {
  const { product_id: productId, store_id: storeId, id } = incident;
  const waitingNotices = await tx
    .selectFrom('incident_notices')
    .select(['id', 'message_id'])
    .where('store_id', '=', storeId)
    .where('incident_id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
  const messageIds = waitingNotices.flatMap(({ message_id: messageId }) => messageId ?? []);
  const withdrawn = await withdrawStaffMessages(tx, { productId, ids: messageIds, error, now });
  const ended = waitingNotices.filter(
    ({ message_id: messageId }) => messageId === null || withdrawn.includes(messageId),
  );
  if (ended.length === 0) return;
  await tx
    .updateTable('incident_notices')
    .set({ state: 'SKIPPED', error })
    .where('store_id', '=', storeId)
    .where(
      'id',
      'in',
      ended.map((notice) => notice.id),
    )
    .where('state', '=', 'WAITING')
    .execute();
}
