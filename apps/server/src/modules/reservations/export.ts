import type { exportReservations, QueryOf } from '@munjigi/contract';
import { maskName, maskPhone } from '@munjigi/rules';
import { RESERVATION_HEADINGS, RESERVATION_WORDS } from '@munjigi/texts/exports';
import type { FileReply, TableCell } from '../../http/index.ts';
import {
  exportTable,
  formatWallClock,
  hideSearchText,
  readPages,
  readPlaceNames,
  toExportPage,
  type ExportDeps,
  type PlaceNames,
} from '../audit/index.ts';
import { findPage, toReservationCursor, type ReservationCursor, type SearchFilter } from './search.ts';
import type { ReservationRow } from './stay/reservation-row.ts';

type Query = QueryOf<typeof exportReservations>;

/**
 * Exports all results of a search as a file, page by page, so memory does not grow with the number of rows (RV-4).
 * Guests are masked.
 */
export async function exportReservationsFile(deps: ExportDeps, { format, lng, ...filter }: Query): Promise<FileReply> {
  return exportTable(deps, {
    name: 'reservations',
    action: 'reservation.exported',
    format,
    filter: hideSearchText(filter),
    headings: RESERVATION_HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), RESERVATION_WORDS[lng]),
  });
}

type ReservationWords = (typeof RESERVATION_WORDS)[Query['lng']];

async function* cellsOf(
  deps: ExportDeps,
  filter: SearchFilter,
  names: PlaceNames,
  words: ReservationWords,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, async (tx, after: ReservationCursor | null, limit) =>
    toExportPage(await findPage(tx, filter, after, limit), limit, toReservationCursor),
  );
  for await (const { rows } of pages) for (const row of rows) yield cells(row, names, words);
}

function cells(row: ReservationRow, { rooms, stores }: PlaceNames, words: ReservationWords): TableCell[] {
  const store = stores.get(row.store_id);
  const at = (instant: Date) => (store ? formatWallClock(store.timeZone, instant) : instant.toISOString());
  return [
    row.code,
    store?.name ?? '',
    rooms.get(row.room_id) ?? '',
    row.business_date,
    at(row.starts_at),
    at(row.ends_at),
    words[row.state],
    words[row.kind],
    words[row.channel],
    maskName(row.guest_name),
    maskPhone(row.guest_phone),
    row.head_count,
    row.price_amount,
    row.paid_amount,
    row.memo,
  ];
}
