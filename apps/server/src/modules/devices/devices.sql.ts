import type { Command, CommandErrorCode, CommandStatus, HistoryAction } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables, Tx } from '../../db/index.ts';
import { eventRow, type NewEvent } from '../../events/index.ts';
import type { NewJob } from '../../jobs/index.ts';

/** A link with what its target is called now. */
export type LinkRow = Selectable<Tables['device_links']> & { target_name: string; target_room_id: string | null };
export type HistoryRow = Selectable<Tables['device_history']> & { target_name: string };
/** What a report's row takes over from the command that it answers. */
export type Cause = Pick<HistoryRow, 'cause_kind' | 'cause_id' | 'cause_label' | 'source'>;

/** Takes the link for this transaction: everything that concerns one device goes one after the other. */
export async function lockLink(tx: Tx, which: { storeId: string; linkId: string }): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select l.*, coalesce(d.name, '') as target_name, d.room_id as target_room_id
    from device_links l left join doors d on d.store_id = l.store_id and d.id = l.target_id
    where l.store_id = ${which.storeId} and l.id = ${which.linkId} for update of l`.execute(tx);
  return rows[0] ?? null;
}

/** `forUpdate`: nobody else moves it until this transaction ends. */
export async function findCommand(tx: Tx, which: { storeId: string; commandId: string }, { forUpdate = false } = {}): Promise<HistoryRow | null> {
  const { rows } = await sql<HistoryRow>`
    select h.*, coalesce(d.name, '') as target_name
    from device_history h left join doors d on d.store_id = h.store_id and d.id = h.target_id
    where h.store_id = ${which.storeId} and h.id = ${which.commandId} ${forUpdate ? sql`for update of h` : sql``}`.execute(tx);
  return rows[0] ?? null;
}

/** Takes the orders to this device that have no end yet, oldest first. */
export async function lockUnderWay(tx: Tx, of: { storeId: string; linkId: string }): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.*, coalesce(d.name, '') as target_name
    from device_history h left join doors d on d.store_id = h.store_id and d.id = h.target_id
    where h.store_id = ${of.storeId} and h.link_id = ${of.linkId} and h.status in ('QUEUED', 'SENT', 'ACCEPTED')
    order by h.id for update of h`.execute(tx);
  return rows;
}

export interface Change {
  readonly status: CommandStatus;
  readonly at: Date;
  readonly error?: { readonly code: CommandErrorCode; readonly message: string } | null;
  readonly note?: string;
}

/**
 * One step of a command: its row, its entry among the steps, its event and, at its end, the job that would have ended it; in
 * one statement. Answers the row as it is then.
 */
export async function stepForward(tx: Tx, row: HistoryRow, change: Change, deadlineJob: string): Promise<HistoryRow> {
  const isOver = !['QUEUED', 'SENT', 'ACCEPTED'].includes(change.status);
  // A device's own word is an acknowledgement; our giving up is none.
  const isWord = row.sent_at !== null && ['ACCEPTED', 'EXECUTED', 'FAILED'].includes(change.status);
  const next: HistoryRow = {
    ...row,
    status: change.status,
    acknowledged_at: isWord ? (row.acknowledged_at ?? change.at) : row.acknowledged_at,
    finished_at: isOver ? change.at : null,
    latency_ms: isOver && isWord ? Math.max(0, change.at.getTime() - row.requested_at.getTime()) : null,
    error_code: change.error?.code ?? null,
    error_message: change.error?.message ?? null,
  };
  const { status, acknowledged_at, finished_at, latency_ms, error_code, error_message } = next;
  await tx
    .with('step', (db) => db.insertInto('device_history_steps').values(stepRow(row, change.at, change.status, change.note ?? null)))
    .with('told', (db) => db.insertInto('events').values(eventRow(commandChanged(next))))
    .with('job', (db) => db.deleteFrom('jobs').where(sql<boolean>`${isOver}::boolean`).where('kind', '=', deadlineJob).where('dedupe_key', '=', row.id))
    .updateTable('device_history')
    .set({ status, acknowledged_at, finished_at, latency_ms, error_code, error_message })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  return next;
}

function stepRow(row: { product_id: string; store_id: string; id: string }, at: Date, step: string, note: string | null) {
  return { product_id: row.product_id, store_id: row.store_id, id: uuidv7(), command_id: row.id, at, step, note };
}

function commandChanged(row: HistoryRow): NewEvent<'command.changed'> {
  return { productId: row.product_id, storeId: row.store_id, name: 'command.changed', data: shapedCommand(row) };
}

/** Something that is told of a command without moving it: a late answer, an answer that changes nothing. */
export async function noteStep(tx: Tx, row: { product_id: string; store_id: string; id: string }, at: Date, step: string, note: string): Promise<void> {
  await tx.insertInto('device_history_steps').values(stepRow(row, at, step, note)).execute();
}

export interface NewHistory {
  readonly link: LinkRow;
  readonly action: HistoryAction;
  readonly status: HistoryRow['status'];
  readonly cause: Command['cause'];
  readonly source: Command['source'];
  readonly reason: string | null;
  readonly requestKey: string | null;
  readonly at: Date;
}

/** A row as it would be; nothing is written. */
export function newHistory(it: NewHistory): HistoryRow {
  return {
    product_id: it.link.product_id,
    store_id: it.link.store_id,
    id: uuidv7(),
    link_id: it.link.id,
    target_kind: it.link.target_kind,
    target_id: it.link.target_id,
    target_name: it.link.target_name,
    room_id: it.link.target_room_id,
    action: it.action,
    status: it.status,
    cause_kind: it.cause.kind,
    cause_id: it.cause.id,
    cause_label: it.cause.label,
    source: it.source,
    reason: it.reason,
    request_key: it.requestKey,
    requested_at: it.at,
    expires_at: null,
    sent_at: null,
    deadline_at: null,
    state_when_sent: null,
    has_answered: false,
    acknowledged_at: null,
    finished_at: null,
    latency_ms: null,
    error_code: null,
    error_message: null,
  };
}

/** Writes an event that a device reported, and tells of it. */
export async function insertReported(tx: Tx, it: Omit<NewHistory, 'status' | 'reason' | 'requestKey'>): Promise<void> {
  const row: HistoryRow = { ...newHistory({ ...it, status: 'REPORTED', reason: null, requestKey: null }), finished_at: it.at };
  const { target_name: _, ...values } = row;
  await tx.with('told', (db) => db.insertInto('events').values(eventRow(commandChanged(row)))).insertInto('device_history').values(values).execute();
}

/** Writes an order with its first steps and its event, makes it the newest of its device, and puts in its jobs: one statement. */
export async function insertOrder(tx: Tx, row: HistoryRow, jobs: readonly NewJob[]): Promise<void> {
  const { target_name: _, ...values } = row;
  const steps = row.status === 'QUEUED' ? ['QUEUED'] : ['QUEUED', row.status];
  const writing = tx
    .with('steps', (db) =>
      db.insertInto('device_history_steps').values(steps.map((step) => stepRow(row, row.requested_at, step, null))),
    )
    .with('told', (db) => db.insertInto('events').values(eventRow(commandChanged(row))))
    .with('link', (db) => db.updateTable('device_links').set({ last_command_id: row.id }).where('store_id', '=', row.store_id).where('id', '=', row.link_id));
  if (jobs.length === 0) {
    await writing.insertInto('device_history').values(values).execute();
    return;
  }
  const due = jobs.map((job) => ({
    id: uuidv7(), kind: job.kind, dedupe_key: job.dedupeKey ?? null, payload: JSON.stringify(job.payload), due_at: job.dueAt, last_error: null,
  }));
  await writing.with('due', (db) => db.insertInto('jobs').values(due)).insertInto('device_history').values(values).execute();
}

export function shapedCommand(row: HistoryRow): Command {
  return {
    id: row.id,
    target: { kind: row.target_kind as 'DOOR', id: row.target_id, name: row.target_name },
    storeId: row.store_id,
    roomId: row.room_id,
    action: row.action as Command['action'],
    status: row.status as Command['status'],
    cause: { kind: row.cause_kind as Command['cause']['kind'], id: row.cause_id, label: row.cause_label },
    source: row.source as Command['source'],
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    latencyMs: row.latency_ms,
    error: row.error_code === null ? null : { code: row.error_code as CommandErrorCode, message: row.error_message ?? '' },
  };
}
