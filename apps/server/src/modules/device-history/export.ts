import type { exportDeviceHistory, QueryOf } from '@munjigi/contract';
import { zonedDate, zonedTime } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { recordExport } from '../audit/index.ts';
import type { HistoryRow } from '../devices/index.ts';
import { HEADINGS, WORDS, type HistoryWords } from './export-words.ts';
import type { HistoryFilter } from './filter.ts';
import { readHistory } from './history.ts';
import type { Found } from './merge.ts';

const PAGE = 1000;

interface Places {
  readonly rooms: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
}

/** All rows of a filter as a file, newest first, read page by page (DH-1). */
export async function exportHistory(
  db: Database,
  clock: Clock,
  actor: Person,
  { format, lng, ...filter }: QueryOf<typeof exportDeviceHistory>,
): Promise<FileReply> {
  const places = await readPlaces(db, actor);
  const { q, ...told } = filter;
  const taken = {
    action: 'device-history.exported',
    filter: { format, ...told, ...(q !== undefined && { isSearched: true }) },
  } as const;
  const rows = await recordExport(
    { db, clock, actor },
    taken,
    cellsOf({ db, actor, filter, places, words: WORDS[lng] }),
  );
  return tableFile({ name: 'device-history', format, headings: HEADINGS[lng], rows });
}

async function readPlaces(db: Database, actor: Person): Promise<Places> {
  return db.withActor(actor, async (tx) => {
    const [rooms, stores] = await Promise.all([
      tx.selectFrom('rooms').select(['id', 'name']).execute(),
      tx.selectFrom('stores').select(['id', 'name', 'time_zone as timeZone']).execute(),
    ]);
    return {
      rooms: new Map(rooms.map((room) => [room.id, room.name])),
      stores: new Map(stores.map((store) => [store.id, store])),
    };
  });
}

interface HistorySource {
  readonly db: Database;
  readonly actor: Person;
  readonly filter: HistoryFilter;
  readonly places: Places;
  readonly words: HistoryWords;
}

async function* cellsOf({ db, actor, filter, places, words }: HistorySource): AsyncGenerator<TableCell[]> {
  let before: string | null = null;
  do {
    const from: string | null = before;
    const page: Found<HistoryRow> = await db.withActor(actor, (tx) =>
      readHistory(tx, actor, { filter, before: from }, PAGE),
    );
    for (const row of page.items) yield cells(row, places, words);
    before = page.next;
  } while (before !== null);
}

function cells(row: HistoryRow, { rooms, stores }: Places, words: HistoryWords): TableCell[] {
  const store = stores.get(row.store_id);
  const at = (instant: Date | null) => (instant === null ? '' : wallClock(store?.timeZone ?? 'UTC', instant));
  return [
    at(row.requested_at),
    store?.name ?? '',
    row.room_id === null ? '' : (rooms.get(row.room_id) ?? ''),
    row.target_name,
    named(words.action, row.action),
    stated(words, row.state),
    named(words.status, row.status),
    causeOf(words, row),
    named(words.cause, row.cause_kind),
    named(words.source, row.source),
    row.reason ?? '',
    at(row.sent_at),
    at(row.acknowledged_at),
    row.latency_ms ?? '',
    row.error_code === null ? '' : named(words.error, row.error_code),
    row.id,
  ];
}

/** `2026-11-21 16:00:07.123`: with milliseconds, because the steps of a command are close together. */
function wallClock(timeZone: string, instant: Date): string {
  return `${zonedDate(timeZone, instant)} ${zonedTime(timeZone, instant)}${instant.toISOString().slice(16, 23)}`;
}

/** The text of a code. The check of the table admits no unknown code; a code of a newer version is shown as it is. */
function named(words: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : code;
}

/** The label of the cause, or the text of its kind without a label. Labels of automatic rules are translated. */
function causeOf(words: HistoryWords, { cause_kind: kind, cause_label: label }: HistoryRow): string {
  if (label === '') return named(words.cause, kind);
  return kind === 'AUTOMATION' ? named(words.rule, label) : label;
}

/** `on, brightness 40%`. */
function stated(words: HistoryWords, state: unknown): string {
  if (typeof state !== 'object' || state === null) return '';
  return Object.entries(state)
    .map(([name, value]) => partOf(words, name, value))
    .join(', ');
}

function partOf(words: HistoryWords, name: string, value: unknown): string {
  const form =
    (words.state as Readonly<Record<string, string | Readonly<Record<string, string>>>>)[name] ?? `${name} {{value}}`;
  const said = String(value);
  if (typeof form !== 'string') return named(form, said);
  const list = name === 'mode' ? words.climate : name === 'lastEvent' ? words.event : {};
  return form.replace('{{value}}', () => named(list, said));
}
