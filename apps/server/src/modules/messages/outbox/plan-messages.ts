import { sql } from 'kysely';
import type { Clock } from '../../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { CODE_WAIT_MS, isCodeComing, isEntrySaid, joinConfirmation } from './arrival-message.ts';
import { areAllDoorsReady } from './code-of-message.ts';
import { renewOptOut } from './message-opt-outs.ts';
import { findNextProvider } from './message-route.ts';
import { computeMessageTimes } from './message-times.ts';
import {
  claimMessage,
  groupByStore,
  publishMessages,
  updateMessage,
  type GuestMessageRow,
  type MessageKey,
} from './messages.sql.ts';
import { DEFAULT_QUIET } from './senders.ts';
import { readStay, type Stay } from '../templates/stay-facts.sql.ts';
import { findReasonNotToSend } from './withdrawal.ts';

const PAGE = 200;
const TOO_LATE = 'TOO_LATE';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Computes the times of new messages, and of those whose reservation changed, and withdraws what is no longer true.
 * Resolves with whether there may be more.
 */
export async function planMessages({ db, clock }: Deps): Promise<boolean> {
  const keys = await db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<MessageKey>`
      select product_id, store_id, id from messages where state = 'QUEUED' and planned_at is null
        and sending_since is null
      order by seq limit ${PAGE}`.execute(tx);
    return rows;
  });
  for (const [first, ...rest] of groupByStore(keys)) {
    if (!first) continue;
    await db.withActor(storeActor(first.product_id, first.store_id), async (tx) => {
      const changed: string[] = [];
      for (const { id } of [first, ...rest]) if (await planMessage(tx, clock, first.store_id, id)) changed.push(id);
      await publishMessages(tx, first.store_id, changed);
    });
  }
  return keys.length === PAGE;
}

async function planMessage(tx: Tx, clock: Clock, storeId: string, id: string): Promise<boolean> {
  const row = await claimMessage(tx, storeId, id);
  if (row?.state !== 'QUEUED' || row.planned_at !== null || row.sending_since !== null) return false;
  const now = clock.now();
  const stay = await readStay(tx, row, DEFAULT_QUIET);
  const queuedAt = row.is_new ? now : row.queued_at;
  const kind = row.kind;
  const times = computeMessageTimes({ kind, queuedAt }, stay);
  const reason =
    (await findReasonNotToSend(tx, row, stay, now)) ?? (await findSaying(tx, row, { stay, queuedAt, now }));
  if (reason === 'OPTED_OUT') await renewOptOut(tx, stay, { kind, now });
  const ending =
    times.expiresAt <= now
      ? { state: 'EXPIRED' as const, error: TOO_LATE, ended_at: now }
      : reason !== null && { state: 'WITHDRAWN' as const, error: reason, ended_at: now };
  const sendAt = await delayForCode(tx, row, { stay, planned: times.sendAt });
  await updateMessage(tx, row, {
    planned_at: now,
    queued_at: queuedAt,
    is_new: false,
    send_at: sendAt,
    expires_at: times.expiresAt,
    provider: await findNextProvider(tx, row, stay),
    // The reservation can have the mark of the key before. Messages of one guest are compared by it (MS-1, MS-7).
    phone_mark: stay.phoneMark,
    ...ending,
  }).execute();
  return true;
}

/** `SAID_ALREADY` if the confirmation says what this message would (MS-17). */
async function findSaying(
  tx: Tx,
  row: GuestMessageRow,
  { stay, queuedAt, now }: { readonly stay: Stay; readonly queuedAt: Date; readonly now: Date },
): Promise<string | null> {
  const isSaid = (await joinConfirmation(tx, row, stay, now)) || (await isEntrySaid(tx, row, stay, queuedAt));
  return isSaid ? 'SAID_ALREADY' : null;
}

/** The time of a message that the acknowledgement of the code decides on, or the planned time. */
async function delayForCode(
  tx: Tx,
  row: GuestMessageRow,
  { stay, planned }: { readonly stay: Stay; readonly planned: Date },
): Promise<Date> {
  if (row.kind === 'CONFIRMED' && (await isCodeComing(tx, row, stay)))
    return new Date(planned.getTime() + CODE_WAIT_MS);
  // One door that did not acknowledge yet delays the code until the guest can use another one (MS-2).
  const waitsForDoors = row.subject_id !== null && row.kind === 'CODE_ACTIVE' && !(await areAllDoorsReady(tx, row));
  return waitsForDoors && stay.accessFrom > planned ? stay.accessFrom : planned;
}

/** Ends messages that would come too late (MS-1). Resolves with whether there may be more. */
export async function expireMessages({ db, clock }: Deps): Promise<boolean> {
  const now = clock.now();
  const keys = await db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<MessageKey>`
      select product_id, store_id, id from messages
      where state = 'QUEUED' and planned_at is not null and sending_since is null and expires_at <= ${now}
        order by expires_at limit ${PAGE}`.execute(tx);
    return rows;
  });
  for (const [first, ...rest] of groupByStore(keys)) {
    if (!first) continue;
    const ids = [first, ...rest].map(({ id }) => id);
    await db.withActor(storeActor(first.product_id, first.store_id), async (tx) => {
      const ended = await tx
        .updateTable('messages')
        .set({ state: 'EXPIRED', ended_at: now, error: TOO_LATE })
        .where('store_id', '=', first.store_id)
        .where('id', 'in', ids)
        .where('state', '=', 'QUEUED')
        .where('planned_at', 'is not', null)
        .where('sending_since', 'is', null)
        .where('expires_at', '<=', now)
        .returning('id')
        .execute();
      await publishMessages(
        tx,
        first.store_id,
        ended.map(({ id }) => id),
      );
    });
  }
  return keys.length === PAGE;
}
