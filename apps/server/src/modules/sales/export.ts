import type { exportSales, PaymentMethod, PaymentProvider, QueryOf, Reservation, SalesKind } from '@munjigi/contract';
import { zonedDate, zonedTime } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { recordExport } from '../audit/index.ts';
import { readLines, type SalesLine } from './export.sql.ts';
import type { SalesFilter } from './filter.ts';

type Query = QueryOf<typeof exportSales>;

const PAGE = 1000;

const HEADINGS = {
  kr: [
    '일시',
    '영업일',
    '매장',
    '룸',
    '예약 코드',
    '구분',
    '결제 수단',
    '결제사',
    '경로',
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
    'Kind',
    'Method',
    'Provider',
    'Channel',
    'Amount',
    'Supply value',
    'VAT',
    'Tax free',
  ],
} as const;

type Word = SalesKind | PaymentMethod | PaymentProvider | Reservation['channel'];

/** A new value of the contract does not compile without its texts. */
const WORDS: Readonly<Record<Query['lng'], Readonly<Record<Word, string>>>> = {
  kr: {
    PAYMENT: '결제',
    REFUND: '환불',
    REVERSAL: '결제 정정',
    CARD: '카드',
    VIRTUAL_ACCOUNT: '가상계좌',
    TRANSFER: '계좌이체',
    CASH: '현금',
    EASY_PAY: '간편결제',
    ON_SITE: '현장 결제',
    MANUAL: '직접 기록',
    TOSS: '토스페이먼츠',
    PORTONE: '포트원',
    STAFF: '직원',
    WALK_IN: '현장',
    CHANNEL: '채널',
  },
  en: {
    PAYMENT: 'Payment',
    REFUND: 'Refund',
    REVERSAL: 'Reversal',
    CARD: 'Card',
    VIRTUAL_ACCOUNT: 'Virtual account',
    TRANSFER: 'Bank transfer',
    CASH: 'Cash',
    EASY_PAY: 'Easy pay',
    ON_SITE: 'On site',
    MANUAL: 'By hand',
    TOSS: 'Toss Payments',
    PORTONE: 'PortOne',
    STAFF: 'Staff',
    WALK_IN: 'Walk-in',
    CHANNEL: 'Channel',
  },
};

interface Names {
  readonly rooms: ReadonlyMap<string, string>;
  readonly stores: ReadonlyMap<string, { readonly name: string; readonly timeZone: string }>;
}

/**
 * Exports the ledger transactions of the filter, page by page, so that memory does not depend on the length of the file
 * (SL-1). Its amounts sum to the net amount of the screen.
 */
export async function exportFile(
  db: Database,
  clock: Clock,
  actor: Person,
  { format, lng, ...filter }: Query,
): Promise<FileReply> {
  const names = await db.withActor(actor, async (tx) => {
    const [rooms, stores] = await Promise.all([
      tx.selectFrom('rooms').select(['id', 'name']).execute(),
      tx.selectFrom('stores').select(['id', 'name', 'time_zone as timeZone']).execute(),
    ]);
    return {
      rooms: new Map(rooms.map((room) => [room.id, room.name])),
      stores: new Map(stores.map((store) => [store.id, store])),
    };
  });
  const rows = await recordExport(
    { db, clock, actor },
    { action: 'sales.exported', filter: { format, ...filter } },
    cellsOf({ db, actor, filter, names, words: WORDS[lng] }),
  );
  return tableFile({ name: 'sales', format, headings: HEADINGS[lng], rows });
}

interface SalesSource {
  readonly db: Database;
  readonly actor: Person;
  readonly filter: SalesFilter;
  readonly names: Names;
  readonly words: Readonly<Record<string, string>>;
}

async function* cellsOf({ db, actor, filter, names, words }: SalesSource): AsyncGenerator<TableCell[]> {
  for (let after: SalesLine | null = null; ;) {
    const from: SalesLine | null = after;
    const lines: SalesLine[] = await db.withActor(actor, (tx) => readLines(tx, actor, { filter, after: from }, PAGE));
    for (const line of lines) yield cells(line, names, words);
    const last = lines.at(-1);
    if (!last || lines.length < PAGE) return;
    after = last;
  }
}

function cells(line: SalesLine, { rooms, stores }: Names, words: Readonly<Record<string, string>>): TableCell[] {
  const store = stores.get(line.store_id);
  const word = (code: string) => words[code] ?? code;
  const timeZone = store?.timeZone ?? 'UTC';
  return [
    `${zonedDate(timeZone, line.occurred_at)} ${zonedTime(timeZone, line.occurred_at)}`,
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
