import type { ReceivedSms } from '@munjigi/virtual-providers';
import type pg from 'pg';

/** What the outbox says about the messages of a proof, compared with what the provider received. */

interface SentMessage {
  readonly id: string;
  readonly reservation_id: string;
  readonly kind: string;
  readonly state: string;
  readonly error: string | null;
  readonly mark: string;
  readonly provider: string;
  readonly send_at: Date;
  readonly seq: string;
  readonly attempts: { readonly id: string; readonly startedAt: string }[];
}

interface Truth {
  /** All messages at the provider, in the order in which it sent them. */
  readonly received: readonly ReceivedSms[];
  readonly cancelledAt: ReadonlyMap<string, Date>;
  /** The ids of reservations that were moved once. */
  readonly moved: ReadonlySet<string>;
  /** The number of reservations that were confirmed. */
  readonly confirmed: number;
}

const ABOUT_ENDED = ['CANCELLED', 'REFUNDED'];
const SENT = ['ACCEPTED', 'DELIVERED'];
const NOT_SENT = ['EXPIRED', 'WITHDRAWN'];

/** Whether no message is due, under way or waiting for its times. */
export async function isAllSent(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ open: number }>(
    `select count(*)::int as open from messages
     where state = 'QUEUED' and (planned_at is null or sending_since is not null or send_at <= now())`,
  );
  return rows[0]?.open === 0;
}

export async function findMessageFaults(db: pg.Pool, truth: Truth): Promise<string[]> {
  const messages = await readMessages(db);
  const received = countByAttempt(truth.received);
  return [
    ...messages.flatMap((message) => faultsOfMessage(message, received, truth)),
    ...strangersIn(truth.received, messages),
    ...missingIn(messages, truth),
    ...disorderOf(truth.received, messages),
  ];
}

async function readMessages(db: pg.Pool): Promise<SentMessage[]> {
  const { rows } = await db.query<SentMessage>(
    `select m.id, m.reservation_id, m.kind, m.state, m.error, encode(m.phone_mark, 'hex') as mark, m.provider, m.send_at, m.seq::text,
       coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'startedAt', a.started_at) order by a.started_at)
                 from message_attempts a where a.store_id = m.store_id and a.message_id = m.id), '[]') as attempts
     from messages m`,
  );
  return rows;
}

function countByAttempt(received: readonly ReceivedSms[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { attempt } of received) counts.set(attempt, (counts.get(attempt) ?? 0) + 1);
  return counts;
}

function faultsOfMessage(
  message: SentMessage,
  received: ReadonlyMap<string, number>,
  { cancelledAt }: Truth,
): string[] {
  const { id, kind, state, attempts, reservation_id: reservationId } = message;
  const times = attempts.reduce((sum, attempt) => sum + (received.get(attempt.id) ?? 0), 0);
  const name = `${kind} ${id} (${state}${message.error === null ? '' : `, ${message.error}`})`;
  const faults: string[] = [];
  if (SENT.includes(state) && times !== 1) faults.push(`${name} was sent ${times} times`);
  else if (NOT_SENT.includes(state) && times > 0) faults.push(`${name} was sent although it is not due`);
  else if (state === 'QUEUED' && times > 0) faults.push(`${name} was sent and still waits`);
  else if (state === 'FAILED') faults.push(`${name} was given up`);
  const end = cancelledAt.get(reservationId);
  const late = attempts.filter((attempt) => end !== undefined && new Date(attempt.startedAt) > end);
  if (!ABOUT_ENDED.includes(kind) && late.some((attempt) => received.has(attempt.id)))
    faults.push(`${name} was sent after the cancellation`);
  return faults;
}

function strangersIn(received: readonly ReceivedSms[], messages: readonly SentMessage[]): string[] {
  const existingIds = new Set(messages.flatMap(({ attempts }) => attempts.map((attempt) => attempt.id)));
  return received
    .filter(({ attempt }) => !existingIds.has(attempt))
    .map(({ attempt }) => `no attempt ${attempt} is stored`);
}

/** A reservation that was confirmed, moved or cancelled without the message about it, or was moved with two. */
function missingIn(messages: readonly SentMessage[], { cancelledAt, moved, confirmed }: Truth): string[] {
  const ofKind = (kind: string) => messages.filter((message) => message.kind === kind);
  const faults: string[] = [];
  const count = ofKind('CONFIRMED').length;
  if (count < confirmed) faults.push(`${confirmed - count} confirmations have no message`);
  const ended = new Set(ofKind('CANCELLED').map((message) => message.reservation_id));
  for (const id of cancelledAt.keys()) if (!ended.has(id)) faults.push(`the cancellation of ${id} has no message`);
  const moves = new Map<string, number>();
  for (const { reservation_id: id } of ofKind('MOVED')) moves.set(id, (moves.get(id) ?? 0) + 1);
  for (const id of moved) if (moves.get(id) !== 1) faults.push(`the move of ${id} has ${moves.get(id) ?? 0} messages`);
  return faults;
}

/** Messages of one guest and provider that the provider got in another order than they were due. */
function disorderOf(received: readonly ReceivedSms[], messages: readonly SentMessage[]): string[] {
  const byAttempt = new Map(messages.flatMap((message) => message.attempts.map(({ id }) => [id, message] as const)));
  const last = new Map<string, SentMessage>();
  const faults: string[] = [];
  for (const { attempt } of received) {
    const message = byAttempt.get(attempt);
    if (!message) continue;
    const recipient = `${message.mark}:${message.provider}`;
    const before = last.get(recipient);
    if (before && isEarlier(message, before)) faults.push(`${message.kind} ${message.id} came after ${before.kind}`);
    last.set(recipient, message);
  }
  return faults;
}

function isEarlier(one: SentMessage, other: SentMessage): boolean {
  const [at, otherAt] = [one.send_at.getTime(), other.send_at.getTime()];
  return at === otherAt ? BigInt(one.seq) < BigInt(other.seq) : at < otherAt;
}
