import type { exportAudit, QueryOf } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Tables, Tx } from '../../db/index.ts';

export interface AuditEntryFilter extends Omit<QueryOf<typeof exportAudit>, 'format' | 'lng' | 'about'> {
  /** The subjects that a search found. Absent: no search. */
  readonly subjectIds?: readonly string[] | undefined;
}
export type AuditRow = Selectable<Tables['audit_log']>;

/** A position in the order: by time, then by position in the chain, newest first. */
export interface AuditPosition {
  readonly at: Date;
  readonly seq: number;
}

/**
 * The most rows that one page scans, so that a filter with few matches costs no more than one with many. The next page
 * continues there.
 */
const MOST_SCANNED = 20_000;
const LAST: AuditPosition = { at: new Date('9999-01-01T00:00:00Z'), seq: Number.MAX_SAFE_INTEGER };

export async function readAuditRows(
  tx: Tx,
  filter: AuditEntryFilter,
  before: AuditPosition | null,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select h.* from (${lookedAt(filter, before)}) h where ${matches(filter)} order by h.at desc, h.seq desc
      limit ${limit}`.execute(tx);
  return rows;
}

/** Counts up to `limit`. */
export async function countAuditRows(tx: Tx, filter: AuditEntryFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from (${lookedAt(filter, null)}) h where ${matches(filter)}
      limit ${limit}) as counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The last scanned row; `null` when there are no more. */
export async function readAuditScanEnd(
  tx: Tx,
  filter: AuditEntryFilter,
  before: AuditPosition | null,
): Promise<AuditPosition | null> {
  const { rows } = await sql<AuditPosition>`
    select at, seq from audit_log where ${within(filter, before)}
      order by at desc, seq desc offset ${sql.lit(MOST_SCANNED - 1)} limit 1`.execute(tx);
  return rows[0] ?? null;
}

function lookedAt(filter: AuditEntryFilter, before: AuditPosition | null): RawBuilder<unknown> {
  return sql`select * from audit_log where ${within(filter, before)} order by at desc, seq desc
    limit ${sql.lit(MOST_SCANNED)}`;
}

/** The rows that an index returns by age, for the most selective field of the filter. */
function within(filter: AuditEntryFilter, before: AuditPosition | null): RawBuilder<SqlBool> {
  const { at, seq } = before ?? LAST;
  const from = new Date(filter.from ?? '1000-01-01T00:00:00Z');
  const to = new Date(filter.to ?? LAST.at);
  return sql`product_id = (select actor_product()) and ${lane(filter)}
    and (at, seq) < (${at}::timestamptz, ${seq}::bigint) and at >= ${from} and at < ${to}`;
}

function lane({ subjectId, subjectIds, actorId, storeId, action }: AuditEntryFilter): RawBuilder<SqlBool> {
  if (subjectId !== undefined) return sql`subject_id = ${subjectId}`;
  if (subjectIds !== undefined) return sql`subject_id = any (${subjectIds}::uuid[])`;
  if (actorId !== undefined) return sql`actor_id = ${actorId}`;
  if (storeId !== undefined) return sql`store_id = ${storeId}`;
  if (action === undefined) return sql`true`;
  return action.includes('.') ? sql`action = ${action}` : sql`split_part(action, '.', 1) = ${action}`;
}

/** All conditions in one fixed statement; a field without a filter is null. */
function matches(filter: AuditEntryFilter): RawBuilder<SqlBool> {
  const { storeId = null, actorId = null, subjectKind = null, subjectId = null, action = null, q = null } = filter;
  const { subjectIds = null } = filter;
  return sql`
    (${storeId}::uuid is null or h.store_id = ${storeId}::uuid)
    and (${actorId}::uuid is null or h.actor_id = ${actorId}::uuid)
    and (${subjectKind}::text is null or h.subject_kind = ${subjectKind}::text)
    and (${subjectId}::uuid is null or h.subject_id = ${subjectId}::uuid)
    and (${subjectIds}::uuid[] is null or h.subject_id = any (${subjectIds}::uuid[]))
    and (${action}::text is null or h.action = ${action}::text or split_part(h.action, '.', 1) = ${action}::text)
    and (${q}::text is null or position(lower(${q}::text) in lower(h.actor_label)) > 0
      or position(lower(${q}::text) in lower(coalesce(h.address, ''))) > 0)`;
}
