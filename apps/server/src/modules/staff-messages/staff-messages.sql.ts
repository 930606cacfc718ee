import { sql } from 'kysely';
import { deleteInPages, type Database, type Tx } from '../../db/index.ts';
import type { NewStaffMessage } from './queue-staff-message.ts';

export interface StaffMessageKey {
  readonly product_id: string;
  readonly id: string;
}

export interface DueStaffMessage extends StaffMessageKey {
  readonly provider: 'SOLAPI' | 'SMTP';
  /** The provider did not answer the last time. */
  readonly is_probe: boolean;
}

/**
 * The due messages whose provider is not to be left alone. Untried messages come first, so that one that fails again and
 * again delays no other. Runs as `SYSTEM`, as everything here that has no other remark.
 */
export async function findDueStaffMessages(tx: Tx, now: Date, limit: number): Promise<DueStaffMessage[]> {
  const { rows } = await sql<DueStaffMessage>`
    select m.product_id, m.id, p.provider, p.failures > 0 as is_probe
    from staff_messages m
    join message_providers p on p.product_id = m.product_id and p.is_enabled
      and p.provider = case m.channel when 'EMAIL' then 'SMTP' else 'SOLAPI' end
    where m.state = 'QUEUED' and m.sending_since is null and m.send_at <= ${now} and m.expires_at > ${now}
      and (p.retry_at is null or p.retry_at <= ${now})
    order by m.tries, m.send_at, m.seq limit ${limit}`.execute(tx);
  return rows;
}

export type StaffMessageRow = NonNullable<Awaited<ReturnType<typeof claimStaffMessage>>>;

/** Locks a message and reads it with its person, if it goes to one. `null`: it does not exist, or another process works on it. */
export async function claimStaffMessage(tx: Tx, { product_id: productId, id }: StaffMessageKey) {
  const row = await tx
    .selectFrom('staff_messages as m')
    .leftJoin('users as u', (join) => join.onRef('u.product_id', '=', 'm.product_id').onRef('u.id', '=', 'm.user_id'))
    .selectAll('m')
    .select(['u.email', 'u.phone', 'u.state as user_state'])
    .where('m.product_id', '=', productId)
    .where('m.id', '=', id)
    .forUpdate('m')
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** Commits to one attempt. `reference`: what the provider knows it by, once it is known. */
export async function beginStaffAttempt(tx: Tx, row: StaffMessageRow, now: Date): Promise<void> {
  await tx
    .updateTable('staff_messages')
    .set({ sending_since: now, tries: row.tries + 1, reference: null })
    .where('product_id', '=', row.product_id)
    .where('id', '=', row.id)
    .execute();
}

/** Changes a message that has not ended. Resolves with whether it had not. */
export async function changeStaffMessage(
  tx: Tx,
  { product_id: productId, id }: StaffMessageKey,
  change: { readonly reference?: string | null; readonly sending_since?: Date | null; readonly error?: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('staff_messages')
    .set(change)
    .where('product_id', '=', productId)
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** The provider takes nothing for this person now: the message waits 1, 4, 16 and then 64 minutes, until it expires. */
export async function deferStaffMessage(
  tx: Tx,
  { product_id: productId, id }: StaffMessageKey,
  { error, now }: { readonly error: string; readonly now: Date },
): Promise<void> {
  await sql`
    update staff_messages set sending_since = null, reference = null, error = ${error},
      send_at = ${now}::timestamptz + power(4, least(greatest(tries, 1), 4) - 1) * interval '1 minute'
    where product_id = ${productId} and id = ${id} and state = 'QUEUED'`.execute(tx);
}

const EMPTY = Buffer.alloc(0);

interface StaffMessageEnd {
  readonly state: 'ACCEPTED' | 'FAILED' | 'EXPIRED' | 'WITHDRAWN';
  readonly error: string | null;
  readonly providerMessageId?: string | null;
  readonly now: Date;
}

/** Ends a message and empties its text, because it can hold a one-time link (AU-8). */
export async function endStaffMessage(
  tx: Tx,
  { product_id: productId, id }: StaffMessageKey,
  { state, error, providerMessageId = null, now }: StaffMessageEnd,
): Promise<void> {
  await tx
    .updateTable('staff_messages')
    .set({
      state,
      error,
      provider_message_id: providerMessageId,
      ended_at: now,
      sending_since: null,
      subject: EMPTY,
      body: EMPTY,
      recipient: EMPTY,
    })
    .where('product_id', '=', productId)
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .execute();
}

/** Ends what would come too late. A message that is under way gets its outcome first. */
export async function expireStaffMessages(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('staff_messages')
    .set({ state: 'EXPIRED', error: 'TOO_LATE', ended_at: now, subject: EMPTY, body: EMPTY, recipient: EMPTY })
    .where('state', '=', 'QUEUED')
    .where('sending_since', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
}

interface Withdrawal {
  readonly productId: string;
  readonly ids: readonly string[];
  readonly error: string;
  readonly now: Date;
}

/**
 * Withdraws messages that are not under way yet. Resolves with the ids of those that are never sent. Runs as an actor of
 * the product or as `SYSTEM`.
 */
export async function withdrawStaffMessages(tx: Tx, { productId, ids, error, now }: Withdrawal): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('staff_messages')
    .set({ state: 'WITHDRAWN', error, ended_at: now, subject: EMPTY, body: EMPTY, recipient: EMPTY })
    .where('product_id', '=', productId)
    .where('id', 'in', [...ids])
    .where('state', '=', 'QUEUED')
    .where('sending_since', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

type OfPerson = Pick<NewStaffMessage, 'productId' | 'userId' | 'now'> & {
  readonly kinds: readonly NewStaffMessage['kind'][];
  readonly exceptId?: string;
};

/** Withdraws the messages of these kinds that still wait for a person, for example because their link was revoked. */
export async function withdrawMessagesOfPerson(
  tx: Tx,
  { productId, userId, kinds, now, exceptId }: OfPerson,
): Promise<void> {
  const rows = await tx
    .selectFrom('staff_messages')
    .select('id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'QUEUED')
    .execute();
  const ids = rows.map(({ id }) => id).filter((id) => id !== exceptId);
  await withdrawStaffMessages(tx, { productId, ids, error: 'SUPERSEDED', now });
}

export interface InterruptedStaffMessage extends StaffMessageKey {
  readonly provider: 'SOLAPI' | 'SMTP';
  readonly reference: string | null;
  readonly expires_at: Date;
}

/** Messages whose attempt began before this time and has no outcome. */
export async function findInterruptedStaffMessages(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<InterruptedStaffMessage[]> {
  const { rows } = await sql<InterruptedStaffMessage>`
    select product_id, id, case channel when 'EMAIL' then 'SMTP' else 'SOLAPI' end as provider, reference, expires_at
    from staff_messages where state = 'QUEUED' and sending_since < ${before} order by sending_since
      limit ${limit}`.execute(tx);
  return rows;
}

interface StaffMessageReport {
  readonly productId: string;
  readonly providerMessageId: string;
  readonly isDelivered: boolean;
  readonly error: string | null;
}

/** Applies the first delivery report of an accepted message. Resolves with whether it changed one. */
export async function applyStaffMessageReport(
  tx: Tx,
  { productId, providerMessageId, isDelivered, error }: StaffMessageReport,
): Promise<boolean> {
  const changed = await tx
    .updateTable('staff_messages')
    .set({ state: isDelivered ? 'DELIVERED' : 'FAILED', error })
    .where('product_id', '=', productId)
    .where('channel', '=', 'SMS')
    .where('provider_message_id', '=', providerMessageId)
    .where('state', '=', 'ACCEPTED')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

const KEPT_DAYS = 90;
const DAY_MS = 24 * 3600_000;

/** Deletes messages that ended long ago. */
export async function sweepStaffMessages(db: Database, now: Date): Promise<void> {
  await deleteInPages(db, {
    table: 'staff_messages',
    where: sql`ended_at < ${new Date(now.getTime() - KEPT_DAYS * DAY_MS)}`,
  });
}
