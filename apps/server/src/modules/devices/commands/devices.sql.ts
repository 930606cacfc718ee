import type {
  Command,
  CommandErrorCode,
  CommandStatus,
  CommandStepName,
  DeviceState,
  HistoryAction,
} from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { statement, pipelineStatement, prepareStatement, type Tables, type Tx } from '../../../db/index.ts';
import { eventRow, publishAll, type NewEvent } from '../../../events/index.ts';
import { jobRow, type NewJob } from '../../../jobs/index.ts';

/** A link with the present name and room of its target. */
export type LinkRow = Selectable<Tables['device_links']> & { target_name: string; target_room_id: string | null };
export type HistoryRow = Selectable<Tables['device_history']> & { target_name: string; is_unknown_opening?: boolean };
/** The command that caused a report. The row of the report copies its cause and names it (DH-20). */
export type Cause = Pick<HistoryRow, 'id' | 'action' | 'state' | 'cause_kind' | 'cause_id' | 'cause_label' | 'source'>;

export interface LinkKey {
  readonly storeId: string;
  readonly linkId: string;
}

/** Selects the link for update, so that all work on one device is serialised. */
export async function selectLinkForUpdate(tx: Tx, which: { storeId: string; linkId: string }): Promise<LinkRow | null> {
  const { rows } = await tx.executeQuery(statement<LinkRow>`
    select l.*, coalesce(d.name, v.name, '') as target_name, coalesce(d.room_id, v.room_id) as target_room_id
    from device_links l
      left join doors d on d.store_id = l.store_id and d.id = l.target_id
      left join devices v on v.store_id = l.store_id and v.id = l.target_id
    where l.store_id = ${which.storeId} and l.id = ${which.linkId} for update of l`);
  return rows[0] ?? null;
}

/** Selects these links for update in the order of their ids, as every transaction does that locks several links. */
export async function selectLinksForUpdate(tx: Tx, of: readonly LinkKey[]): Promise<LinkRow[]> {
  const { rows } = await tx.executeQuery(statement<LinkRow>`
    select l.*, coalesce(d.name, v.name, '') as target_name, coalesce(d.room_id, v.room_id) as target_room_id
    from unnest(${of.map((linkKey) => linkKey.storeId)}::uuid[], ${of.map((linkKey) => linkKey.linkId)}::uuid[]) as
      these (store_id, id)
      join device_links l on l.store_id = these.store_id and l.id = these.id
      left join doors d on d.store_id = l.store_id and d.id = l.target_id
      left join devices v on v.store_id = l.store_id and v.id = l.target_id
    order by l.id for update of l`);
  return rows;
}

/** Writes the present state of these links, without waiting for the result. */
export function updateLinks(tx: Tx, links: readonly LinkRow[]): void {
  if (links.length === 0) return;
  const rows = links.map((link) => ({
    store_id: link.store_id,
    id: link.id,
    online: link.online,
    told_online: link.told_online,
    availability: link.availability,
    lock_state: link.lock_state,
    lock_state_source: link.lock_state_source,
    is_moving: link.is_moving,
    leaf_state: link.leaf_state,
    battery: link.battery,
    last_seen_at: link.last_seen_at,
    state: link.state,
    state_source: link.state_source,
  }));
  pipelineStatement(
    tx,
    statement`
    update device_links l
    set online = n.online, told_online = n.told_online, availability = n.availability,
      lock_state = n.lock_state, lock_state_source = n.lock_state_source,
      is_moving = n.is_moving, leaf_state = n.leaf_state, battery = n.battery, last_seen_at = n.last_seen_at,
        state = n.state, state_source = n.state_source
    from jsonb_populate_recordset(null::device_links, ${JSON.stringify(rows)}::jsonb) as n
    where l.store_id = n.store_id and l.id = n.id`,
  );
}

const COMMAND = `
    select h.*, coalesce(d.name, v.name, '') as target_name
    from device_history h
      left join doors d on d.store_id = h.store_id and d.id = h.target_id
      left join devices v on v.store_id = h.store_id and v.id = h.target_id
    where h.store_id = $1 and h.id = $2`;
const FIND_COMMAND = prepareStatement<HistoryRow>(COMMAND);
const SELECT_COMMAND_FOR_UPDATE = prepareStatement<HistoryRow>(`${COMMAND} for update of h`);

interface CommandKey {
  readonly storeId: string;
  readonly commandId: string;
}

export async function findCommand(tx: Tx, { storeId, commandId }: CommandKey): Promise<HistoryRow | null> {
  return (await FIND_COMMAND.read(tx, storeId, commandId))[0] ?? null;
}

/** Selects the command for update. */
export async function selectCommandForUpdate(tx: Tx, { storeId, commandId }: CommandKey): Promise<HistoryRow | null> {
  return (await SELECT_COMMAND_FOR_UPDATE.read(tx, storeId, commandId))[0] ?? null;
}

/** Selects the unfinished commands of these devices for update, oldest first. */
export async function selectPendingCommandsForUpdate(tx: Tx, of: readonly LinkKey[]): Promise<HistoryRow[]> {
  const { rows } = await tx.executeQuery(statement<HistoryRow>`
    select h.*, coalesce(d.name, v.name, '') as target_name
    from unnest(${of.map((linkKey) => linkKey.storeId)}::uuid[], ${of.map((linkKey) => linkKey.linkId)}::uuid[]) as
      these (store_id, link_id)
      join device_history h on h.store_id = these.store_id and h.link_id = these.link_id
      left join doors d on d.store_id = h.store_id and d.id = h.target_id
      left join devices v on v.store_id = h.store_id and v.id = h.target_id
    where h.status in ('QUEUED', 'SENT', 'ACCEPTED')
    order by h.id for update of h`);
  return rows;
}

/** A command that was sent, or a report that a command caused. */
export type RecentRow = Cause &
  Pick<HistoryRow, 'link_id' | 'status' | 'command_id' | 'sent_at' | 'finished_at' | 'state_when_sent'>;

/** The newest commands and the reports of commands of these devices from this id on, oldest first. */
export async function readRecentRows(tx: Tx, links: readonly LinkRow[], fromId: string): Promise<RecentRow[]> {
  const { rows } = await tx.executeQuery(statement<RecentRow>`
    select h.id, h.link_id, h.action, h.state, h.status, h.command_id, h.sent_at, h.finished_at, h.state_when_sent,
      h.cause_kind, h.cause_id,
      h.cause_label, h.source
    from unnest(${links.map((link) => link.store_id)}::uuid[], ${links.map((link) => link.id)}::uuid[],
      ${links.map((link) => link.target_id)}::uuid[])
        as these (store_id, link_id, target_id)
      cross join lateral (
        select * from device_history r
        where r.store_id = these.store_id and r.target_id = these.target_id and r.id >= ${fromId}::uuid
          and r.link_id = these.link_id
          and (r.sent_at is not null or r.command_id is not null)
        order by r.id desc limit 40) h
    order by h.id`);
  return rows;
}

const FIRST_HISTORY_ID = '00000000-0000-0000-0000-000000000000';

/** An id below every id of a history row of the millisecond and above all earlier ones. */
export function firstHistoryIdAt(ms: number): string {
  if (ms <= 0) return FIRST_HISTORY_ID;
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The known state of a device before a report. */
export interface StoredLink extends Pick<LinkRow, 'id' | 'state' | 'lock_state'> {
  /** Its newest command, if that was sent and recently ended as TIMED_OUT or FAILED. */
  readonly late: HistoryRow | null;
}

export async function findStoredLinks(
  tx: Tx,
  of: readonly LinkKey[],
  since: Date,
): Promise<ReadonlyMap<string, StoredLink>> {
  const stores = of.map((linkKey) => linkKey.storeId);
  const ids = of.map((linkKey) => linkKey.linkId);
  const [links, late] = await Promise.all([
    tx.executeQuery(statement<Pick<LinkRow, 'id' | 'state' | 'lock_state'>>`
      select l.id, l.state, l.lock_state from unnest(${stores}::uuid[], ${ids}::uuid[]) as these (store_id, id)
        join device_links l on l.store_id = these.store_id and l.id = these.id`),
    tx.executeQuery(statement<HistoryRow>`
      select h.*, '' as target_name from unnest(${stores}::uuid[], ${ids}::uuid[]) as these (store_id, id)
        join device_links l on l.store_id = these.store_id and l.id = these.id
        join device_history h on h.store_id = l.store_id and h.id = l.last_command_id
      where h.finished_at > ${since} and h.status in ('TIMED_OUT', 'FAILED') and h.sent_at is not null`),
  ]);
  return new Map(
    links.rows.map((link) => [link.id, { ...link, late: late.rows.find((row) => row.link_id === link.id) ?? null }]),
  );
}

export interface CommandTransition {
  readonly status: CommandStatus;
  readonly at: Date;
  readonly error?: { readonly code: CommandErrorCode; readonly message: string } | null;
  readonly note?: string;
}

/**
 * Writes one step of a command in one statement: its row, its step, its event and, at its end, the deletion of its
 * deadline job. Resolves with the new row.
 */
export async function writeTransition(
  tx: Tx,
  row: HistoryRow,
  change: CommandTransition,
  deadlineJob: string,
): Promise<HistoryRow> {
  const isOver = !['QUEUED', 'SENT', 'ACCEPTED'].includes(change.status);
  // ACCEPTED, EXECUTED and FAILED of a sent command count as an acknowledgement; a timeout or an expiry does not.
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
  const step = stepRow(row, change.at, change.status, change.note ?? null);
  const event = eventRow(tx, commandChanged(next));
  pipelineStatement(
    tx,
    statement`
    with step as (insert into device_history_steps select *
      from jsonb_populate_record(null::device_history_steps, ${JSON.stringify(step)}::jsonb)),
      published as (insert into events (product_id, store_id, name, data)
        values (${event.product_id}, ${event.store_id}, ${event.name}, ${event.data})),
      job as (delete from jobs where ${isOver}::boolean and kind = ${deadlineJob} and dedupe_key = ${row.id})
    update device_history
    set status = ${next.status}, acknowledged_at = ${next.acknowledged_at}, finished_at = ${next.finished_at},
      latency_ms = ${next.latency_ms},
        error_code = ${next.error_code}, error_message = ${next.error_message}
    where store_id = ${row.store_id} and id = ${row.id}`,
  );
  return next;
}

let sequence = 0;

/** An id of a history row. Ids sort by the time of the row, and rows of one process and millisecond by creation. */
function historyIdAt(at: Date): string {
  sequence = (sequence + 1) % 0x8000_0000;
  return uuidv7({ msecs: at.getTime(), seq: sequence });
}

function stepRow(
  row: { product_id: string; store_id: string; id: string },
  at: Date,
  step: CommandStepName,
  note: string | null,
) {
  return { product_id: row.product_id, store_id: row.store_id, id: uuidv7(), command_id: row.id, at, step, note };
}

function commandChanged(row: HistoryRow): NewEvent<'command.changed'> {
  return { productId: row.product_id, storeId: row.store_id, name: 'command.changed', data: toDeviceCommand(row) };
}

interface RecordedStep {
  readonly at: Date;
  readonly step: CommandStepName;
  /** The contents of the device's report. */
  readonly note: string;
}

/** Adds a step that does not change the status: a late answer, or an answer without effect. */
export async function insertCommandStep(
  tx: Tx,
  row: { product_id: string; store_id: string; id: string },
  { at, step, note }: RecordedStep,
): Promise<void> {
  pipelineStatement(tx, tx.insertInto('device_history_steps').values(stepRow(row, at, step, note)));
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
  /** In a report: the command that caused it. */
  readonly commandId?: string | null;
  /** The state that a command requests from a device of a room, or that the device reported. */
  readonly state?: DeviceState | null;
}

/** Builds a history row; writes nothing. */
export function buildHistoryRow(history: NewHistory): HistoryRow {
  return {
    product_id: history.link.product_id,
    store_id: history.link.store_id,
    id: historyIdAt(history.at),
    link_id: history.link.id,
    target_kind: history.link.target_kind,
    target_id: history.link.target_id,
    target_name: history.link.target_name,
    room_id: history.link.target_room_id,
    action: history.action,
    status: history.status,
    cause_kind: history.cause.kind,
    cause_id: history.cause.id,
    cause_label: history.cause.label,
    source: history.source,
    reason: history.reason,
    request_key: history.requestKey,
    requested_at: history.at,
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
    state: history.state ?? null,
    command_id: history.commandId ?? null,
  };
}

export type NewDeviceEvent = Omit<NewHistory, 'status' | 'reason' | 'requestKey'>;

/** Writes events that devices reported, in this order, and publishes them. */
export async function insertDeviceEvents(tx: Tx, all: readonly NewDeviceEvent[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map((newReported): HistoryRow => ({
    ...buildHistoryRow({ ...newReported, status: 'REPORTED', reason: null, requestKey: null }),
    finished_at: newReported.at,
  }));
  pipelineStatement(
    tx,
    statement`insert into device_history select *
      from jsonb_populate_recordset(null::device_history, ${JSON.stringify(rows)}::jsonb)`,
  );
  await publishAll(tx, rows.map(commandChanged));
}

/**
 * Writes a command with its first steps, its event and its jobs, and makes it the newest of its device, in one
 * statement.
 */
export async function insertCommand(tx: Tx, row: HistoryRow, jobs: readonly NewJob[]): Promise<void> {
  // A device, not a command, has the status REPORTED.
  const names: CommandStepName[] =
    row.status === 'QUEUED' || row.status === 'REPORTED' ? ['QUEUED'] : ['QUEUED', row.status];
  const steps = names.map((step) => stepRow(row, row.requested_at, step, null));
  const event = eventRow(tx, commandChanged(row));
  pipelineStatement(
    tx,
    statement`
    with steps as (insert into device_history_steps select *
      from jsonb_populate_recordset(null::device_history_steps, ${JSON.stringify(steps)}::jsonb)),
      published as (insert into events (product_id, store_id, name, data)
        values (${event.product_id}, ${event.store_id}, ${event.name}, ${event.data})),
      due as (insert into jobs (id, kind, dedupe_key, payload, due_at)
        select id, kind, dedupe_key, payload, due_at
          from jsonb_populate_recordset(null::jobs, ${JSON.stringify(jobs.map(jobRow))}::jsonb)),
      link as (update device_links set last_command_id = ${row.id} where store_id = ${row.store_id}
        and id = ${row.link_id})
    insert into device_history select *
      from jsonb_populate_record(null::device_history, ${JSON.stringify(row)}::jsonb)`,
  );
}

export function toDeviceCommand(row: HistoryRow): Command {
  return {
    id: row.id,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    storeId: row.store_id,
    roomId: row.room_id,
    action: row.action,
    state: row.state,
    status: row.status,
    cause: { kind: row.cause_kind, id: row.cause_id, label: row.cause_label },
    source: row.source,
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    latencyMs: row.latency_ms,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    ...(row.command_id !== null && { commandId: row.command_id }),
    ...(row.is_unknown_opening === true && { incident: 'UNKNOWN_OPENING' as const }),
  };
}
