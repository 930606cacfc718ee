import type { exportReservations, QueryOf, Reservation } from '@munjigi/contract';
import { maskName, maskPhone } from '@munjigi/rules';
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

const HEADINGS = {
  kr: [
    '예약번호',
    '매장',
    '룸',
    '영업일',
    '시작',
    '종료',
    '상태',
    '구분',
    '예약 경로',
    '이름',
    '전화번호',
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
    'Type',
    'Booked through',
    'Guest',
    'Phone',
    'People',
    'Price',
    'Paid',
    'Memo',
  ],
} as const;

type Words = Readonly<Record<Reservation['state'] | Reservation['kind'] | Reservation['channel'], string>>;

const WORDS: Readonly<Record<Query['lng'], Words>> = {
  kr: {
    PENDING: '결제 대기',
    CONFIRMED: '확정',
    IN_USE: '이용 중',
    COMPLETED: '이용 완료',
    CANCELLED: '취소',
    EXPIRED: '기한 만료',
    NO_SHOW: '노쇼',
    GUEST: '예약',
    BLOCK: '시간 막기',
    STAFF: '직원',
    WALK_IN: '현장',
    CHANNEL: '예약 채널',
    ONLINE: '온라인',
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
    BLOCK: 'Blocked time',
    STAFF: 'Staff',
    WALK_IN: 'Walk-in',
    CHANNEL: 'Channel',
    ONLINE: 'Online',
  },
};

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
    headings: HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), WORDS[lng]),
  });
}

async function* cellsOf(
  deps: ExportDeps,
  filter: SearchFilter,
  names: PlaceNames,
  words: Words,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, async (tx, after: ReservationCursor | null, limit) =>
    toExportPage(await findPage(tx, filter, after, limit), limit, toReservationCursor),
  );
  for await (const { rows } of pages) for (const row of rows) yield cells(row, names, words);
}

function cells(row: ReservationRow, { rooms, stores }: PlaceNames, words: Words): TableCell[] {
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
