import type { exportSales, PaymentMethod, PaymentProvider, QueryOf, Reservation, SalesKind } from '@munjigi/contract';
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
import { PAYMENT_METHOD_NAMES } from '../payments/index.ts';
import { readLines, type SalesLine } from './export.sql.ts';
import type { SalesQuery } from './filter.ts';

type Query = QueryOf<typeof exportSales>;

const HEADINGS = {
  kr: [
    '일시',
    '영업일',
    '매장',
    '룸',
    '예약번호',
    '구분',
    '결제 수단',
    '결제사',
    '예약 경로',
    '금액',
    '공급가액',
    '부가세',
    '면세',
  ],
  en: [
    'Time',
    'Business date',
    'Store',
    'Room',
    'Reservation',
    'Type',
    'Method',
    'Provider',
    'Channel',
    'Amount',
    'Supply value',
    'VAT',
    'Tax-free',
  ],
} as const;

type Word = SalesKind | PaymentMethod | PaymentProvider | Reservation['channel'];

/** The texts of the file. A new value of the contract does not compile without its texts. */
const WORDS: Readonly<Record<Query['lng'], Readonly<Record<Word, string>>>> = {
  kr: {
    PAYMENT: '결제',
    REFUND: '환불',
    REVERSAL: '결제 기록 취소',
    ...PAYMENT_METHOD_NAMES.kr,
    MANUAL: '직접 기록',
    TOSS: '토스페이먼츠',
    PORTONE: '포트원',
    STAFF: '직원',
    WALK_IN: '현장',
    CHANNEL: '예약 채널',
    ONLINE: '온라인',
  },
  en: {
    PAYMENT: 'Payment',
    REFUND: 'Refund',
    REVERSAL: 'Reversal',
    ...PAYMENT_METHOD_NAMES.en,
    MANUAL: 'Recorded manually',
    TOSS: 'Toss Payments',
    PORTONE: 'PortOne',
    STAFF: 'Staff',
    WALK_IN: 'Walk-in',
    CHANNEL: 'Channel',
    ONLINE: 'Online',
  },
};

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
    headings: HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), WORDS[lng]),
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
