import { zonedDate, zonedTime } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { tableFile, type FileReply, type TableCell } from '../../http/index.ts';
import { recordExport, type ExportDeps, type RecordedExport } from './exports.ts';

/** Rows per transaction of an export. */
const PAGE = 1000;

interface ExportedTable {
  /** Of the file, without its ending. */
  readonly name: string;
  /** The name for people, in any script. */
  readonly readableName?: string;
  readonly action: RecordedExport['action'];
  readonly format: 'csv' | 'xlsx';
  /** As the audit log records it. */
  readonly filter: RecordedExport['filter'];
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<TableCell[]>;
}

/** Returns a table as a file and records in the audit log who took it. */
export async function exportTable(
  deps: ExportDeps,
  { name, readableName, action, format, filter, headings, rows }: ExportedTable,
): Promise<FileReply> {
  const recorded = await recordExport(deps, { action, filter: { format, ...filter } }, rows);
  return tableFile({ name, ...(readableName !== undefined && { readableName }), format, headings, rows: recorded });
}

/** A filter as the audit log may have it: a search text could be a guest's name or phone. */
export function hideSearchText<Filter extends { readonly q?: string | undefined }>({
  q,
  ...filter
}: Filter): Omit<Filter, 'q'> & { readonly isSearched?: true } {
  return { ...filter, ...(q !== undefined && { isSearched: true }) };
}

interface ExportPage<Row, Position> {
  readonly rows: readonly Row[];
  /** Where the next page begins; `null`: this is the last page. A page without rows can have a next one. */
  readonly next: Position | null;
}

/** Reads a table page by page, so that memory does not grow with it. Each page has its own transaction. */
export async function* readPages<Position, Page extends { readonly next: Position | null }>(
  { db, actor }: ExportDeps,
  read: (tx: Tx, after: Position | null, limit: number) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: Position | null = null; ;) {
    const from: Position | null = after;
    const page: Page = await db.withActor(actor, (tx) => read(tx, from, PAGE));
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}

/** The page of a table that has exactly `limit` rows on each page but the last. */
export function toExportPage<Row, Position>(
  rows: readonly Row[],
  limit: number,
  toPosition: (row: Row) => Position,
): ExportPage<Row, Position> {
  const last = rows.at(-1);
  return { rows, next: last === undefined || rows.length < limit ? null : toPosition(last) };
}

/** The present names of rooms and stores, and the time zones of the stores, by id. */
export interface PlaceNames {
  readonly rooms: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
}

export async function readPlaceNames({ db, actor }: ExportDeps): Promise<PlaceNames> {
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

/** `2026-11-21 16:00` in the time zone, or with seconds, or with milliseconds. */
export function formatWallClock(
  timeZone: string,
  instant: Date,
  precision: 'minutes' | 'seconds' | 'milliseconds' = 'minutes',
): string {
  // Time zones differ by whole minutes.
  const rest = instant.toISOString().slice(16, { minutes: 16, seconds: 19, milliseconds: 23 }[precision]);
  return `${zonedDate(timeZone, instant)} ${zonedTime(timeZone, instant)}${rest}`;
}
