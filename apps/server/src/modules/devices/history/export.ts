import type { exportDeviceHistory, QueryOf } from '@munjigi/contract';
import { HISTORY_HEADINGS, HISTORY_WORDS, type HistoryWords } from '@munjigi/texts/history';
import type { FileReply, Person, TableCell } from '../../../http/index.ts';
import {
  exportTable,
  formatWallClock,
  hideSearchText,
  readPages,
  readPlaceNames,
  type ExportDeps,
  type PlaceNames,
} from '../../audit/index.ts';
import type { HistoryRow } from '../commands/devices.sql.ts';
import type { CommandFilter } from './lanes.ts';
import { readHistory } from './history.ts';

/** All rows of a filter as a file, newest first, read page by page (DH-1). */
export async function exportHistory(
  deps: HistoryExportDeps,
  { format, lng, ...filter }: QueryOf<typeof exportDeviceHistory>,
): Promise<FileReply> {
  return exportTable(deps, {
    name: 'device-history',
    action: 'device-history.exported',
    format,
    filter: hideSearchText(filter),
    headings: HISTORY_HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), HISTORY_WORDS[lng]),
  });
}

interface HistoryExportDeps extends ExportDeps {
  readonly actor: Person;
}

async function* cellsOf(
  deps: HistoryExportDeps,
  filter: CommandFilter,
  names: PlaceNames,
  words: HistoryWords,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, async (tx, before: string | null, limit) => {
    const { items, next } = await readHistory(tx, deps.actor, { filter, before }, limit);
    return { rows: items, next };
  });
  for await (const { rows } of pages) for (const row of rows) yield cells(row, names, words);
}

function cells(row: HistoryRow, { rooms, stores }: PlaceNames, words: HistoryWords): TableCell[] {
  const store = stores.get(row.store_id);
  // With milliseconds, because the steps of a command are close together.
  const at = (instant: Date | null) =>
    instant === null ? '' : formatWallClock(store?.timeZone ?? 'UTC', instant, 'milliseconds');
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
