import type { exportReservations, QueryOf } from '@munjigi/contract';
import { maskName, maskPhone, zonedDate, zonedTime } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { recordExport } from '../audit/index.ts';
import { findPage, toReservationCursor, type ReservationCursor, type SearchFilter } from './search.ts';
import type { ReservationRow } from './reservation-row.ts';

type Query = QueryOf<typeof exportReservations>;

const PAGE = 1000;

const HEADINGS = {
  kr: [
    '예약 코드',
    '매장',
    '룸',
    '영업일',
    '시작',
    '종료',
    '상태',
    '구분',
    '경로',
    '이름',
    '전화',
    '인원',
    '금액',
    '결제 금액',
    '메모',
  ],
  en: [
    'Code',
    'Store',
    'Room',
    'Business date',
    'Start',
    'End',
    'State',
    'Kind',
    'Channel',
    'Guest',
    'Phone',
    'People',
    'Price',
    'Paid',
    'Memo',
  ],
} as const;

const WORDS: Readonly<Record<Query['lng'], Readonly<Record<string, string>>>> = {
  kr: {
    PENDING: '결제 대기',
    CONFIRMED: '확정',
    IN_USE: '이용 중',
    COMPLETED: '이용 완료',
    CANCELLED: '취소',
    EXPIRED: '만료',
    NO_SHOW: '노쇼',
    GUEST: '예약',
    BLOCK: '사용 중지',
    STAFF: '직원',
    WALK_IN: '현장',
    CHANNEL: '채널',
  },
  en: {
    PENDING: 'Awaiting payment',
    CONFIRMED: 'Confirmed',
    IN_USE: 'In use',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
    NO_SHOW: 'No-show',
    GUEST: 'Reservation',
    BLOCK: 'Block',
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
 * Exports all results of a search as a file, page by page, so memory does not grow with the number of rows (RV-4).
 * Guests are masked.
 */
export async function exportFile(
  db: Database,
  clock: Clock,
  actor: Person,
  { format, lng, ...filter }: Query,
): Promise<FileReply> {
  const names = await readNames(db, actor);
  const { q, ...told } = filter;
  const taken = {
    action: 'reservation.exported',
    filter: { format, ...told, ...(q !== undefined && { isSearched: true }) },
  } as const;
  const source = { db, actor, filter, names, words: WORDS[lng] };
  const rows = await recordExport({ db, clock, actor }, taken, cellsOf(source));
  return tableFile({ name: 'reservations', format, headings: HEADINGS[lng], rows });
}

async function readNames(db: Database, actor: Person): Promise<Names> {
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

/** The reservations of an export as one person sees them, with the names and words of its cells. */
interface ExportSource {
  readonly db: Database;
  readonly actor: Person;
  readonly filter: SearchFilter;
  readonly names: Names;
  readonly words: Readonly<Record<string, string>>;
}

async function* cellsOf({ db, actor, filter, names, words }: ExportSource): AsyncGenerator<TableCell[]> {
  for (let after: ReservationCursor | null = null; ;) {
    const from: ReservationCursor | null = after;
    const rows: ReservationRow[] = await db.withActor(actor, (tx) => findPage(tx, filter, from, PAGE));
    for (const row of rows) yield cells(row, names, words);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = toReservationCursor(last);
  }
}

function cells(row: ReservationRow, { rooms, stores }: Names, words: Readonly<Record<string, string>>): TableCell[] {
  const store = stores.get(row.store_id);
  const at = (instant: Date) =>
    store ? `${zonedDate(store.timeZone, instant)} ${zonedTime(store.timeZone, instant)}` : instant.toISOString();
  return [
    row.code,
    store?.name ?? '',
    rooms.get(row.room_id) ?? '',
    row.business_date,
    at(row.starts_at),
    at(row.ends_at),
    words[row.state] ?? row.state,
    words[row.kind] ?? row.kind,
    words[row.channel] ?? row.channel,
    maskName(row.guest_name),
    maskPhone(row.guest_phone),
    row.head_count,
    row.price_amount,
    row.paid_amount,
    row.memo,
  ];
}
