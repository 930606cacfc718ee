import {
  type listMessages,
  type Message,
  type MessageAttempt,
  type QueryOf,
  type getMessage,
  type ReplyOf,
} from '@munjigi/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import { countRows, orderOf, personalOf, type GrowingTotal, type Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { findWithdrawal } from './outbox/message-times.ts';
import { allMessages, listedMessages, toMessage } from './outbox/messages.sql.ts';
import { insertMessageOfPerson, publishQueuedMessage } from './outbox/queue-message.ts';
import { DEFAULT_QUIET } from './outbox/senders.ts';
import { readStay } from './templates/stay-facts.sql.ts';

/** When a message ended; of one that waits, when it is to be sent. */
const sentAt = sql<Date>`coalesce(m.ended_at, m.send_at)`;

/** Lists messages to guests, latest first (MS-10). */
export async function findMessages(
  tx: Tx,
  query: QueryOf<typeof listMessages>,
): Promise<GrowingTotal & { items: Message[] }> {
  const where = matchMessages(query);
  const order = orderOf(query.sort, { sentAt, queuedAt: 'm.queued_at' }, 'm.id', sql`${sentAt} desc, m.id desc`);
  const [count, rows] = await Promise.all([
    countRows(tx, sql`from messages m where ${where} order by ${order}`),
    // The page is chosen before the join, so that its index is read in order.
    listedMessages(
      tx,
      allMessages(tx)
        .where(where)
        .orderBy(order)
        .limit(query.limit)
        .offset(query.page * query.limit),
    )
      .orderBy(order)
      .execute(),
  ]);
  return { ...count, items: rows.map(toMessage) };
}

function matchMessages({
  storeId,
  reservationId,
  kind,
  state,
  from,
  to,
}: QueryOf<typeof listMessages>): RawBuilder<SqlBool> {
  const conditions = [
    sql`true`,
    storeId === undefined ? null : sql`m.store_id = ${storeId}`,
    reservationId === undefined ? null : sql`m.reservation_id = ${reservationId}`,
    kind === undefined ? null : sql`m.kind = ${kind}`,
    state === undefined ? null : state === 'ENDED' ? sql`m.state <> 'QUEUED'` : sql`m.state = ${state}`,
    from === undefined ? null : sql`${sentAt} >= ${new Date(from)}`,
    to === undefined ? null : sql`${sentAt} < ${new Date(to)}`,
  ];
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`;
}

const content = z.object({ subject: z.string(), body: z.string() });

/** Reads one message with its text and its attempts. Throws NOT_FOUND. */
export async function readMessage(tx: Tx, id: string): Promise<ReplyOf<typeof getMessage>> {
  const row = await listedMessages(tx).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const attempts = await tx
    .selectFrom('message_attempts')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('message_id', '=', row.id)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const text =
    row.content.length === 0 ? { subject: '', body: '' } : content.parse(JSON.parse(personalOf(tx).open(row.content)));
  return {
    ...toMessage(row),
    ...text,
    attempts: attempts.map((attempt): MessageAttempt => ({
      channel: attempt.channel,
      provider: attempt.provider,
      state: attempt.state,
      providerMessageId: attempt.provider_message_id,
      cost: attempt.cost,
      error: attempt.error,
      startedAt: attempt.started_at.toISOString(),
      acceptedAt: attempt.accepted_at?.toISOString() ?? null,
      reportedAt: attempt.reported_at?.toISOString() ?? null,
    })),
  };
}

/** How often one kind of message is sent again to the guest of a reservation within an hour (MS-8). */
const MOST_RESENDS = 3;
const HOUR_MS = 3600_000;

/**
 * Sends a message again, with what holds now, as a new message (MS-8). Throws STATE_NOT_ALLOWED when it would say what
 * is not true any more, and MESSAGE_LIMIT.
 */
export async function sendMessageAgain(work: UnitOfWork, id: string): Promise<Message> {
  const { tx, clock } = work;
  const now = clock.now();
  const row = await tx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  const stay = await readStay(tx, row, DEFAULT_QUIET);
  if (
    row.state === 'QUEUED' ||
    findWithdrawal({ kind: row.kind, dedupe_key: 'RESEND:', before: row.before }, stay) !== null
  )
    throw new Problem('STATE_NOT_ALLOWED');
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages where store_id = ${row.store_id}
      and reservation_id = ${row.reservation_id}
      and kind = ${row.kind} and (resend_of is not null or kind = 'PAYMENT_LINK')
        and queued_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST_RESENDS) throw new Problem('MESSAGE_LIMIT');
  const newId = await insertMessageOfPerson(tx, {
    stay,
    kind: row.kind,
    // Not the confirmation that a change was to wait for: a person wants the message itself.
    subjectId: row.before === null ? await presentSubject(tx, row) : null,
    resendOf: row.id,
    before: row.before,
    now,
  });
  await recordChange(work, {
    storeId: row.store_id,
    at: now,
    action: 'message.resent',
    subject: { kind: 'message', id: newId },
    detail: { kind: row.kind, reservationId: row.reservation_id, messageId: row.id },
  });
  return publishQueuedMessage(tx, stay, newId);
}

/** The code that the guest has now: the own one first, then a spare one. Throws STATE_NOT_ALLOWED without any. */
async function presentSubject(
  tx: Tx,
  row: {
    readonly store_id: string;
    readonly reservation_id: string;
    readonly kind: string;
    readonly subject_id: string | null;
  },
): Promise<string | null> {
  if (row.kind !== 'CODE_ACTIVE' && row.kind !== 'CODE_CHANGED') return row.subject_id;
  const { rows } = await sql<{ id: string }>`
    select c.id from access_codes c
    where c.store_id = ${row.store_id} and c.withdrawn_at is null
      and (c.reservation_id = ${row.reservation_id} or c.given_to = ${row.reservation_id})
      and exists (select from access_code_places p where p.store_id = c.store_id and p.code_id = c.id
        and p.gone_at is null and p.is_wanted
        and p.acknowledged in ('DISABLED', 'ENABLED'))
    order by c.id = ${row.subject_id} desc, c.reservation_id is not null desc limit 1`.execute(tx);
  const [code] = rows;
  if (!code) throw new Problem('STATE_NOT_ALLOWED');
  return code.id;
}
