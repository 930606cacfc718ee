import { AUDIT_COUNTS_TO, type AuditEntry, type listAudit, type QueryOf, type ReplyOf } from '@munjigi/contract';
import { readInOrder, type Tx } from '../../db/index.ts';
import { auditCursors } from './cursor.ts';
import {
  countAuditRows,
  readAuditScanEnd,
  readAuditRows,
  type AuditEntryFilter,
  type AuditRow,
  type AuditPosition,
} from './entries.sql.ts';
import { namedIn, namesOf, type Names } from './names.ts';
import { findSubjects } from './subject-search.sql.ts';

export interface AuditRowPage {
  readonly rows: readonly AuditRow[];
  /** Where the next page starts; `null` at the end. A page without rows can have a next one. */
  readonly next: AuditPosition | null;
}

/** A page, newest first (PD-2). Concurrent appends neither skip nor repeat a row. */
export async function listEntries(
  tx: Tx,
  { cursor, limit, ...requested }: QueryOf<typeof listAudit>,
): Promise<ReplyOf<typeof listAudit>> {
  const filter = await findSubjectsOf(tx, requested);
  const position = cursor === undefined ? null : auditCursors.read(cursor);
  const { rows, next } = await readAuditPage(tx, filter, position?.after ?? null, limit);
  const count = position ?? (next === null ? { total: rows.length, isTotalExact: true } : await countAll(tx, filter));
  const names = await namesOf(tx, rows);
  return {
    total: count.total,
    isTotalExact: count.isTotalExact,
    items: rows.map((row) => shaped(row, names)),
    nextCursor:
      next === null ? null : auditCursors.write({ after: next, total: count.total, isTotalExact: count.isTotalExact }),
  };
}

/** A filter as a request has it: with the text of the subject in place of the subjects. */
export type RequestedAuditFilter = Omit<AuditEntryFilter, 'subjectIds'> & { readonly about?: string | undefined };

export async function findSubjectsOf(tx: Tx, { about, ...filter }: RequestedAuditFilter): Promise<AuditEntryFilter> {
  return about === undefined ? filter : { ...filter, subjectIds: await findSubjects(tx, about) };
}

/** Rows before (older than) this position. */
export async function readAuditPage(
  tx: Tx,
  filter: AuditEntryFilter,
  before: AuditPosition | null,
  limit: number,
): Promise<AuditRowPage> {
  readInOrder(tx);
  const found = await readAuditRows(tx, filter, before, limit + 1);
  // Fewer rows than requested: the scan reached its limit, or the end.
  if (found.length <= limit) return { rows: found, next: await readAuditScanEnd(tx, filter, before) };
  const rows = found.slice(0, limit);
  return { rows, next: rows.at(-1) ?? null };
}

async function countAll(tx: Tx, filter: AuditEntryFilter): Promise<{ total: number; isTotalExact: boolean }> {
  const total = await countAuditRows(tx, filter, AUDIT_COUNTS_TO + 1);
  if (total > AUDIT_COUNTS_TO) return { total: AUDIT_COUNTS_TO, isTotalExact: false };
  return { total, isTotalExact: (await readAuditScanEnd(tx, filter, null)) === null };
}

function shaped(row: AuditRow, names: Names): AuditEntry {
  return {
    id: row.id,
    seq: row.seq,
    at: row.at.toISOString(),
    actor: {
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      id: row.actor_id,
      label: row.actor_label,
      address: row.address,
    },
    storeId: row.store_id,
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: row.subject_id === null ? null : (names.get(row.subject_id) ?? null),
    },
    detail: detailOf(row),
    names: Object.fromEntries(namedIn(row).flatMap(({ id }) => (names.has(id) ? [[id, names.get(id) ?? '']] : []))),
    hash: row.hash.toString('hex'),
  };
}

/** Also shows a detail that is no object, which only the database owner can have written. */
function detailOf({ detail }: AuditRow): AuditEntry['detail'] {
  return typeof detail === 'object' && detail !== null && !Array.isArray(detail)
    ? (detail as AuditEntry['detail'])
    : { value: detail };
}
