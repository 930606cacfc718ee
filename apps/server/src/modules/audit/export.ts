import type { exportAudit, QueryOf } from '@munjigi/contract';
import { zoneOfStores } from '@munjigi/rules';
import { actorName, AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_SUBJECTS, AUDIT_VALUES, wordOf } from '@munjigi/texts/audit';
import { AUDIT_ACTOR_KINDS, AUDIT_HEADINGS } from '@munjigi/texts/exports';
import type { FileReply, TableCell } from '../../http/index.ts';
import { findSubjectsOf, readAuditPage, type RequestedAuditFilter } from './entries.ts';
import type { AuditRow, AuditPosition } from './entries.sql.ts';
import type { ExportDeps } from './exports.ts';
import { namesOf, type Names } from './names.ts';
import { exportTable, formatWallClock, readPages } from './table-export.ts';

type Language = QueryOf<typeof exportAudit>['lng'];

/** A cell of a spreadsheet holds at most 32,767 characters. */
const LONGEST_CELL = 32_000;

interface Stores {
  readonly byId: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
  /** The time zone of entries without a store. */
  readonly zone: string;
}

/** Exports all entries of a filter as a file, newest first, page by page. */
export async function exportEntries(
  deps: ExportDeps,
  { format, lng, ...filter }: QueryOf<typeof exportAudit>,
): Promise<FileReply> {
  const stores: Stores = await deps.db.withActor(deps.actor, async (tx) => {
    const rows = await tx.selectFrom('stores').select(['id', 'name', 'time_zone as timeZone']).execute();
    return { byId: new Map(rows.map((store) => [store.id, store])), zone: zoneOfStores(rows) };
  });
  return exportTable(deps, {
    name: 'audit-log',
    action: 'audit.exported',
    format,
    filter,
    headings: AUDIT_HEADINGS[lng],
    rows: cellsOf(deps, filter, stores, lng),
  });
}

async function* cellsOf(
  deps: ExportDeps,
  filter: RequestedAuditFilter,
  stores: Stores,
  lng: Language,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, async (tx, before: AuditPosition | null, limit) => {
    const page = await readAuditPage(tx, await findSubjectsOf(tx, filter), before, limit);
    return { ...page, names: await namesOf(tx, page.rows) };
  });
  for await (const { rows, names } of pages) for (const row of rows) yield cells(row, names, stores, lng);
}

function cells(row: AuditRow, names: Names, stores: Stores, lng: Language): TableCell[] {
  const store = row.store_id === null ? undefined : stores.byId.get(row.store_id);
  const { before, after, ...further } = (row.detail ?? {}) as Readonly<Record<string, unknown>>;
  const kind = Object.hasOwn(AUDIT_ACTOR_KINDS, row.actor_kind)
    ? AUDIT_ACTOR_KINDS[row.actor_kind as keyof typeof AUDIT_ACTOR_KINDS][lng]
    : row.actor_kind;
  return [
    row.seq,
    formatWallClock(store?.timeZone ?? stores.zone, row.at, 'seconds'),
    actorName({ kind: row.actor_kind, label: row.actor_label }, lng),
    kind,
    row.address ?? '',
    store?.name ?? '',
    wordOf(AUDIT_ACTIONS, row.action, lng),
    row.action,
    wordOf(AUDIT_SUBJECTS, row.subject_kind, lng),
    row.subject_id === null ? '' : (names.get(row.subject_id) ?? ''),
    row.subject_id ?? '',
    said(before, names, lng),
    said(after, names, lng),
    said(further, names, lng),
    row.hash.toString('hex'),
  ];
}

/** `Name: Room 1; Guests: 4`. */
function said(part: unknown, names: Names, lng: Language): string {
  if (part === undefined || part === null) return '';
  const text =
    typeof part !== 'object' || Array.isArray(part)
      ? valueOf(part, names, lng)
      : Object.entries(part)
          .map(([name, value]) => `${wordOf(AUDIT_FIELDS, name, lng)}: ${valueOf(value, names, lng)}`)
          .join('; ');
  return text.slice(0, LONGEST_CELL);
}

function valueOf(value: unknown, names: Names, lng: Language): string {
  if (typeof value === 'string') return names.get(value) ?? wordOf(AUDIT_VALUES, value, lng);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.map((one) => valueOf(one, names, lng)).join(', ');
  return JSON.stringify(value) ?? '';
}
