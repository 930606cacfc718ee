import type { Command, CommandErrorCode, CommandStatus, HistoryAction } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables, Tx } from '../../db/index.ts';

/** A link with what its target is called now. */
export type LinkRow = Selectable<Tables['device_links']> & { target_name: string; target_room_id: string | null };
export type HistoryRow = Selectable<Tables['device_history']> & { target_name: string };
export type FinishedCommand = Pick<HistoryRow, 'id' | 'action' | 'status' | 'cause_kind' | 'cause_id' | 'cause_label'>;

/** Takes the link for this transaction: everything that concerns one device goes one after the other. */
export async function lockLink(tx: Tx, which: { storeId: string; linkId: string }): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select l.*, coalesce(d.name, '') as target_name, d.room_id as target_room_id
    from device_links l left join doors d on d.store_id = l.store_id and d.id = l.target_id
    where l.store_id = ${which.storeId} and l.id = ${which.linkId} for update of l`.execute(tx);
  return rows[0] ?? null;
}

export async function findCommand(tx: Tx, which: { storeId: string; commandId: string }): Promise<HistoryRow | null> {
  const { rows } = await sql<HistoryRow>`
    select h.*, coalesce(d.name, '') as target_name
    from device_history h left join doors d on d.store_id = h.store_id and d.id = h.target_id
    where h.store_id = ${which.storeId} and h.id = ${which.commandId}`.execute(tx);
  return rows[0] ?? null;
}

/** The orders to this device that have no end yet, oldest first. */
export async function findUnderWay(tx: Tx, link: LinkRow): Promise<HistoryRow[]> {
  const rows = await tx
    .selectFrom('device_history')
    .selectAll()
    .where('store_id', '=', link.store_id)
    .where('link_id', '=', link.id)
    .where('status', 'in', ['QUEUED', 'SENT', 'ACCEPTED'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, target_name: link.target_name }));
}

export interface Change {
  readonly status: CommandStatus;
  readonly at: Date;
  readonly error?: { readonly code: CommandErrorCode; readonly message: string } | null;
  readonly sent?: { readonly deadlineAt: Date; readonly state: string };
  readonly note?: string;
}

/** One step of a command: its row and its entry among the steps, in one statement. Answers the row as it is then. */
export async function stepForward(tx: Tx, row: HistoryRow, change: Change): Promise<HistoryRow> {
  const isOver = !['QUEUED', 'SENT', 'ACCEPTED'].includes(change.status);
  // A device's own word is an acknowledgement; our giving up is none.
  const isWord = row.sent_at !== null && ['ACCEPTED', 'EXECUTED', 'FAILED'].includes(change.status);
  const next: HistoryRow = {
    ...row,
    status: change.status,
    sent_at: change.sent ? change.at : row.sent_at,
    deadline_at: change.sent?.deadlineAt ?? row.deadline_at,
    state_when_sent: change.sent?.state ?? row.state_when_sent,
    acknowledged_at: isWord ? (row.acknowledged_at ?? change.at) : row.acknowledged_at,
    finished_at: isOver ? change.at : null,
    latency_ms: isOver && isWord ? Math.max(0, change.at.getTime() - row.requested_at.getTime()) : null,
    error_code: change.error?.code ?? null,
    error_message: change.error?.message ?? null,
  };
  await sql`
    with step as (
      insert into device_history_steps (product_id, store_id, id, command_id, at, step, note)
      values (${row.product_id}, ${row.store_id}, ${uuidv7()}, ${row.id}, ${change.at}, ${change.status}, ${change.note ?? null}))
    update device_history set
      status = ${next.status}, sent_at = ${next.sent_at}, deadline_at = ${next.deadline_at}, state_when_sent = ${next.state_when_sent},
      acknowledged_at = ${next.acknowledged_at}, finished_at = ${next.finished_at}, latency_ms = ${next.latency_ms},
      error_code = ${next.error_code}, error_message = ${next.error_message}
    where store_id = ${row.store_id} and id = ${row.id}`.execute(tx);
  return next;
}

/** Something that is told of a command without moving it: a late answer, an answer that changes nothing. */
export async function noteStep(tx: Tx, row: { product_id: string; store_id: string; id: string }, at: Date, step: string, note: string): Promise<void> {
  await tx
    .insertInto('device_history_steps')
    .values({ product_id: row.product_id, store_id: row.store_id, id: uuidv7(), command_id: row.id, at, step, note })
    .execute();
}

export interface NewHistory {
  readonly link: LinkRow;
  readonly action: HistoryAction;
  readonly status: 'QUEUED' | 'REPORTED';
  readonly cause: Command['cause'];
  readonly source: Command['source'];
  readonly reason: string | null;
  readonly requestKey: string | null;
  readonly at: Date;
  readonly expiresAt: Date | null;
}

export async function insertHistory(tx: Tx, it: NewHistory): Promise<HistoryRow> {
  const values = {
    product_id: it.link.product_id,
    store_id: it.link.store_id,
    id: uuidv7(),
    link_id: it.link.id,
    target_kind: it.link.target_kind,
    target_id: it.link.target_id,
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
    expires_at: it.expiresAt,
    sent_at: null,
    deadline_at: it.expiresAt,
    state_when_sent: null,
    has_answered: false,
    acknowledged_at: null,
    finished_at: it.status === 'REPORTED' ? it.at : null,
    latency_ms: null,
    error_code: null,
    error_message: null,
  };
  await tx.insertInto('device_history').values(values).execute();
  return { ...values, target_name: it.link.target_name };
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
