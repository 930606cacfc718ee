import {
  comparePaymentMethods,
  type QueryOf,
  type readSales,
  type Sales,
  type SALES_GROUPINGS,
  type SalesTotals,
} from '@munjigi/contract';
import { addDays, daysBetween } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { checkPlace } from './filter.ts';
import { toSalesTotals, sumByAll, sumOf, type SalesSumRow } from './sales.sql.ts';

export const NOTHING_SOLD: SalesTotals = {
  grossAmount: 0,
  refundAmount: 0,
  netAmount: 0,
  supplyAmount: 0,
  vatAmount: 0,
  taxFreeAmount: 0,
  paymentCount: 0,
  refundCount: 0,
};

/** Returns the dates from one to another, both included. */
export function listDates(from: string, to: string): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** Returns all figures of a period for the screen (SL-1), and the totals of an equally long period right before it. */
export async function readSalesPage(tx: Tx, actor: Person, query: QueryOf<typeof readSales>): Promise<Sales> {
  const { from, to } = query;
  const before = { from: addDays(from, daysBetween(to, from) - 1), to: addDays(from, -1) };
  const [, rows, totalsBefore] = await Promise.all([
    checkPlace(tx, query),
    sumByAll(tx, actor, query),
    sumOf(tx, actor, { ...query, ...before }),
  ]);
  const by = (grouping: SalesSumRow['grouped_by']) =>
    rows.filter((row) => row.grouped_by === grouping && isAnything(row));
  const days = new Map(by('DAY').map((row) => [row.business_date, toSalesTotals(row)]));
  const [all] = by('ALL');
  const read: Sales = {
    from,
    to,
    totals: all ? toSalesTotals(all) : NOTHING_SOLD,
    before: { ...before, totals: totalsBefore },
    days: listDates(from, to).map((date) => ({ date, ...(days.get(date) ?? NOTHING_SOLD) })),
    hours: by('HOUR')
      .map((row) => ({
        weekday: row.weekday,
        hour: row.hour,
        netAmount: row.gross_amount - row.refund_amount,
        count: row.payment_count,
      }))
      .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    rooms: by('ROOM').map((row) => ({
      ...storeOf(row),
      roomId: row.room_id,
      roomName: row.room_name ?? '',
      ...toSalesTotals(row),
    })),
    stores: by('STORE').map((row) => ({ ...storeOf(row), ...toSalesTotals(row) })),
    methods: by('METHOD')
      .map((row) => ({ method: row.method, ...toSalesTotals(row) }))
      .sort((a, b) => comparePaymentMethods(a.method, b.method)),
    channels: by('CHANNEL').map((row) => ({
      channel: row.channel,
      ...toSalesTotals(row),
    })),
  };
  return query.groupBy === undefined
    ? read
    : { ...read, total: toGroupFigures(read.totals), groups: groupsOf(read, query.groupBy) };
}

type Group = NonNullable<Sales['groups']>[number];

function groupsOf(
  { days, rooms, stores, methods, channels }: Sales,
  groupBy: (typeof SALES_GROUPINGS)[number],
): Group[] {
  const group = (key: string | null, label: string, figures: SalesTotals): Group => ({
    key,
    label,
    ...toGroupFigures(figures),
  });
  switch (groupBy) {
    case 'day':
      return days.map((row) => group(row.date, row.date, row));
    case 'room':
      return rooms.map((row) => group(row.roomId, row.roomName, row));
    case 'store':
      return stores.map((row) => group(row.storeId, row.storeName, row));
    case 'method':
      return methods.map((row) => group(row.method, row.method, row));
    case 'channel':
      return channels.map((row) => group(row.channel, row.channel ?? '', row));
  }
}

function toGroupFigures({
  grossAmount,
  refundAmount,
  netAmount,
  supplyAmount,
  vatAmount,
  taxFreeAmount,
  paymentCount,
}: SalesTotals): NonNullable<Sales['total']> {
  return { grossAmount, refundAmount, netAmount, supplyAmount, vatAmount, taxFreeAmount, count: paymentCount };
}

function storeOf({ store_id: storeId, store_name: storeName }: SalesSumRow): { storeId: string; storeName: string } {
  return { storeId, storeName: storeName ?? '' };
}

/** Whether the row has any amount: a payment that was reversed in the same hour leaves a row of zeros. */
function isAnything(row: SalesSumRow): boolean {
  return Object.values(toSalesTotals(row)).some((figure) => figure !== 0);
}
