import {
  actorName,
  AUDIT_ACTIONS,
  AUDIT_FIELDS,
  AUDIT_SUBJECTS,
  AUDIT_VALUES,
  wordOf,
  type exportAudit,
  type QueryOf,
} from '@munjigi/contract';
import { zonedDate, zonedTime, zoneOfStores } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { readPage, type Found } from './entries.ts';
import type { AuditFilter, AuditRow, Place } from './entries.sql.ts';
import { recordExport } from './exports.ts';
import { namesOf, type Names } from './names.ts';

type Language = QueryOf<typeof exportAudit>['lng'];

const PAGE = 1000;
/** A cell of a spreadsheet holds at most 32,767 characters. */
const LONGEST_CELL = 32_000;

const HEADINGS = {
  kr: [
    '번호',
    '시각',
    '사람',
    '구분',
    '접속 주소',
    '매장',
    '작업',
    '작업 코드',
    '대상 종류',
    '대상',
    '대상 번호',
    '변경 전',
    '변경 후',
    '그 밖의 내용',
    '해시',
  ],
  en: [
    'No.',
    'Time',
    'Person',
    'Kind',
    'Address',
    'Store',
    'Action',
    'Action code',
    'Kind of subject',
    'Subject',
    'Subject id',
    'Before',
    'After',
    'Further',
    'Hash',
  ],
} as const;
const KINDS = {
  PERSON: { kr: '직원', en: 'Person' },
  CHANNEL: { kr: '채널', en: 'Channel' },
  SYSTEM: { kr: '시스템', en: 'System' },
} as const;

interface Stores {
  readonly byId: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
  /** The time zone of entries without a store. */
  readonly zone: string;
}

/** Exports all entries of a filter as a file, newest first, page by page. */
export async function exportEntries(
  db: Database,
  clock: Clock,
  actor: Person,
  { format, lng, ...filter }: QueryOf<typeof exportAudit>,
): Promise<FileReply> {
  const stores: Stores = await db.withActor(actor, async (tx) => {
    const rows = await tx.selectFrom('stores').select(['id', 'name', 'time_zone as timeZone']).execute();
    return { byId: new Map(rows.map((store) => [store.id, store])), zone: zoneOfStores(rows) };
  });
  const rows = await recordExport(
    { db, clock, actor },
    { action: 'audit.exported', filter: { format, ...filter } },
    cellsOf({ db, actor, filter, stores, lng }),
  );
  return tableFile({ name: 'audit-log', format, headings: HEADINGS[lng], rows });
}

interface AuditSource {
  readonly db: Database;
  readonly actor: Person;
  readonly filter: AuditFilter;
  readonly stores: Stores;
  readonly lng: Language;
}

async function* cellsOf({ db, actor, filter, stores, lng }: AuditSource): AsyncGenerator<TableCell[]> {
  let before: Place | null = null;
  do {
    const from: Place | null = before;
    const page: Found & { names: Names } = await db.withActor(actor, async (tx) => {
      const found = await readPage(tx, filter, from, PAGE);
      return { ...found, names: await namesOf(tx, found.rows) };
    });
    for (const row of page.rows) yield cells(row, page.names, stores, lng);
    before = page.next;
  } while (before !== null);
}

function cells(row: AuditRow, names: Names, stores: Stores, lng: Language): TableCell[] {
  const store = row.store_id === null ? undefined : stores.byId.get(row.store_id);
  const { before, after, ...further } = (row.detail ?? {}) as Readonly<Record<string, unknown>>;
  const kind = Object.hasOwn(KINDS, row.actor_kind) ? KINDS[row.actor_kind as keyof typeof KINDS][lng] : row.actor_kind;
  return [
    row.seq,
    wallClock(store?.timeZone ?? stores.zone, row.at),
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

/** `2026-11-21 16:00:07` in the time zone. */
function wallClock(timeZone: string, instant: Date): string {
  return `${zonedDate(timeZone, instant)} ${zonedTime(timeZone, instant)}${instant.toISOString().slice(16, 19)}`;
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
