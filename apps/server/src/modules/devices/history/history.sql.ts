import type { CommandStep } from '@munjigi/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { statement, type Tx } from '../../../db/index.ts';
import { firstHistoryIdAt, type HistoryRow } from '../commands/devices.sql.ts';
import type { CommandFilter, HistoryLane } from './lanes.ts';

/**
 * The most rows of a lane that one page reads. A filter that matches few rows costs no more than one that matches many,
 * and the next page continues where this one stopped.
 */
const MOST_SCANNED = 20_000;

/**
 * A filter on a lane, for rows older than `before`. The SQL text is the same for all filters of a kind of lane, and so
 * is its plan.
 */
export interface Stretch {
  readonly lane: HistoryLane;
  readonly filter: CommandFilter;
  readonly before: string | null;
}

/** The newest rows, with the present names of their targets. */
export async function readHistoryRows(tx: Tx, stretch: Stretch, limit: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.*,
      case when h.action in ('UNLOCKED', 'UNLATCHED') and h.status = 'REPORTED' and h.cause_kind = 'UNKNOWN'
        and h.source <> 'MANUAL' and h.target_kind = 'DOOR' and h.room_id is not null
        then not is_room_taken(h.store_id, h.room_id, h.target_id, h.requested_at)
          and not was_opened_by_command(h.store_id, h.target_id, h.id, h.requested_at)
            else false end as is_unknown_opening,
      coalesce(
      (select d.name from doors d where d.store_id = h.store_id and d.id = h.target_id),
      (select v.name from devices v where v.store_id = h.store_id and v.id = h.target_id), '') as target_name
    from (select h.* from (${lookedAt(stretch)}) h where ${matches(stretch.filter)} order by h.id desc limit ${limit}) h
      order by h.id desc`.execute(tx);
  return rows;
}

export async function readIds(tx: Tx, stretch: Stretch, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select h.id from (${lookedAt(stretch)}) h where ${matches(stretch.filter)} order by h.id desc
    limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Counts up to `limit`. */
export async function countHistoryRows(tx: Tx, stretch: Stretch, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from (${lookedAt(stretch)}) h where ${matches(stretch.filter)}
      limit ${limit}) as counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The id of the last row that a page reads; `null` if the lane ends before the limit. */
export async function readHistoryScanEnd(tx: Tx, stretch: Stretch): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from device_history where ${within(stretch)} order by id desc offset ${sql.lit(MOST_SCANNED - 1)}
      limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

function lookedAt(stretch: Stretch): RawBuilder<unknown> {
  return sql`select * from device_history where ${within(stretch)} order by id desc limit ${sql.lit(MOST_SCANNED)}`;
}

function within({ lane, filter, before }: Stretch): RawBuilder<SqlBool> {
  const from = filter.from === undefined ? FIRST_ID : firstHistoryIdAt(Date.parse(filter.from) - CLOCKS_DIFFER_MS);
  const to = filter.to === undefined ? LAST_ID : firstHistoryIdAt(Date.parse(filter.to) + CLOCKS_DIFFER_MS);
  return sql`${inLane(lane)} and id >= ${from}::uuid and id < ${before === null || to < before ? to : before}::uuid`;
}

/** The conditions of partial indexes are literals in the text: the planner cannot match parameters to them. */
function inLane({ by, storeId, of }: HistoryLane): RawBuilder<SqlBool> {
  switch (by) {
    case 'target':
      return sql`store_id = ${storeId} and target_id = ${of}`;
    case 'cause':
      return sql`store_id = ${storeId} and cause_id = ${of}`;
    case 'store':
      return sql`store_id = ${storeId}`;
    case 'product':
      return sql`product_id = (select actor_product())`;
    case 'failed':
      return sql`${ofStore(storeId)} and status in ('FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE')`;
    case 'under-way':
      return sql`${ofStore(storeId)} and status in ('QUEUED', 'SENT', 'ACCEPTED')`;
  }
}

function ofStore(storeId: string | null): RawBuilder<SqlBool> {
  return storeId === null ? sql`product_id = (select actor_product())` : sql`store_id = ${storeId}`;
}

/** All conditions of a filter, so that the text stays the same; a condition that is not set is null. */
function matches(filter: CommandFilter): RawBuilder<SqlBool> {
  const {
    storeId = null,
    roomId = null,
    targetId = null,
    causeKind = null,
    causeId = null,
    source = null,
    q = null,
  } = filter;
  const [from, to] = [filter.from, filter.to].map((instant) => (instant === undefined ? null : new Date(instant)));
  const list = (words: readonly string[] | undefined) => (words === undefined ? null : [...words]);
  return sql`
    (${storeId}::uuid is null or h.store_id = ${storeId}::uuid)
    and (${roomId}::uuid is null or h.room_id = ${roomId}::uuid)
    and (${targetId}::uuid is null or h.target_id = ${targetId}::uuid)
    and (${list(filter.action)}::text[] is null or h.action = any (${list(filter.action)}::text[]))
    and (${list(filter.status)}::text[] is null or h.status = any (${list(filter.status)}::text[]))
    and (${causeKind}::text is null or h.cause_kind = ${causeKind}::text)
    and (${causeId}::uuid is null or h.cause_id = ${causeId}::uuid)
    and (${source}::text is null or h.source = ${source}::text)
    and (${from}::timestamptz is null or h.requested_at >= ${from}::timestamptz)
    and (${to}::timestamptz is null or h.requested_at < ${to}::timestamptz)
    and (${q}::text is null or position(lower(${q}::text) in lower(h.cause_label)) > 0)`;
}

const FIRST_ID = firstHistoryIdAt(0);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The id of a row has the time of its request. Rows of older versions have the time of the write. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

export interface StepRow {
  readonly id: string;
  readonly at: Date;
  readonly step: CommandStep['step'];
  readonly note: string | null;
}

export async function readSteps(
  tx: Tx,
  command: { readonly store_id: string; readonly id: string },
): Promise<StepRow[]> {
  const { rows } = await tx.executeQuery(statement<StepRow>`
    select id, at, step, note from device_history_steps where store_id = ${command.store_id}
      and command_id = ${command.id} order by at, id`);
  return rows;
}

/** The store of a command, by the index of the product, which holds every id. */
export async function readStoreOf(tx: Tx, commandId: string): Promise<string | null> {
  const { rows } = await tx.executeQuery(statement<{ store_id: string }>`
    select store_id from device_history where product_id = (select actor_product()) and id = ${commandId}`);
  return rows[0]?.store_id ?? null;
}
