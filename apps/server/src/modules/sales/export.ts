import type { exportSales, QueryOf } from '@munjigi/contract';
import { SALES_HEADINGS, SALES_WORDS } from '@munjigi/texts/exports';
import type { FileReply, Person, TableCell } from '../../http/index.ts';
import {
  exportTable,
  formatWallClock,
  readPages,
  readPlaceNames,
  toExportPage,
  type ExportDeps,
  type PlaceNames,
} from '../audit/index.ts';
import { readLines, type SalesLine } from './export.sql.ts';
import type { SalesQuery } from './filter.ts';

type Query = QueryOf<typeof exportSales>;

/**
 * Exports the ledger transactions of the filter, page by page, so that memory does not depend on the length of the file
 * (SL-1). Its amounts sum to the net amount of the screen.
 */
export async function exportSalesFile(deps: SalesExportDeps, { format, lng, ...filter }: Query): Promise<FileReply> {
  return exportTable(deps, {
    name: 'sales',
    action: 'sales.exported',
    format,
    filter,
    headings: SALES_HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), SALES_WORDS[lng]),
  });
}

interface SalesExportDeps extends ExportDeps {
  readonly actor: Person;
}

async function* cellsOf(
  deps: SalesExportDeps,
  filter: SalesQuery,
  names: PlaceNames,
  words: Readonly<Record<string, string>>,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, async (tx, after: SalesLine | null, limit) =>
    toExportPage(await readLines(tx, deps.actor, { filter, after }, limit), limit, (line) => line),
  );
  for await (const { rows } of pages) for (const row of rows) yield cells(row, names, words);
}

function cells(line: SalesLine, { rooms, stores }: PlaceNames, words: Readonly<Record<string, string>>): TableCell[] {
  const store = stores.get(line.store_id);
  const word = (code: string) => words[code] ?? code;
  return [
    formatWallClock(store?.timeZone ?? 'UTC', line.occurred_at),
    line.business_date,
    store?.name ?? '',
    line.room_id === null ? '' : (rooms.get(line.room_id) ?? ''),
    line.reservation_code ?? '',
    word(line.kind),
    word(line.method),
    word(line.provider),
    line.channel === null ? '' : word(line.channel),
    line.supply_amount + line.vat_amount + line.tax_free_amount,
    line.supply_amount,
    line.vat_amount,
    line.tax_free_amount,
  ];
}
