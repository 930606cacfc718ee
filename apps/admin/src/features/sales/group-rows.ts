import type { Sales, SalesTotals } from '@munjigi/contract';
import { PAYMENT_METHODS } from '@munjigi/contract/payment-methods';

/** The ways to split sales; each split sums to the same totals (SL-3). */
export const GROUPS = ['day', 'room', 'store', 'method', 'channel'] as const;
export type Group = (typeof GROUPS)[number];

export const COLUMNS = [
  'grossAmount',
  'refundAmount',
  'netAmount',
  'supplyAmount',
  'vatAmount',
  'taxFreeAmount',
  'paymentCount',
] as const satisfies readonly (keyof SalesTotals)[];
export type Column = (typeof COLUMNS)[number];
/** `label`: the day, the room … itself. */
export type SortColumn = Column | 'label';

export interface Sort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

export interface SalesGroupRow {
  readonly key: string;
  readonly label: string;
  /** The sort key of the label. */
  readonly order: string;
  readonly figures: SalesTotals;
}

/** Words for values without a name. */
export interface GroupWords {
  readonly day: (date: string) => string;
  readonly method: (method: Sales['methods'][number]['method']) => string;
  readonly channel: (channel: NonNullable<Sales['channels'][number]['channel']>) => string;
  readonly noRoom: string;
  readonly noReservation: string;
}

/** The rows of a split; rooms have their store's name when there are several stores. */
export function rowsOf(sales: Sales, group: Group, words: GroupWords): readonly SalesGroupRow[] {
  const row = (key: string, label: string, figures: SalesTotals, order = label): SalesGroupRow => ({
    key,
    label,
    order,
    figures,
  });
  switch (group) {
    case 'day':
      return sales.days.map((day) => row(day.date, words.day(day.date), day, day.date));
    case 'store':
      return sales.stores.map((store) => row(store.storeId, store.storeName, store));
    case 'method':
      return sales.methods.map((method) =>
        row(method.method, words.method(method.method), method, String(PAYMENT_METHODS.indexOf(method.method))),
      );
    case 'channel':
      return sales.channels.map((channel) =>
        row(
          channel.channel ?? '',
          channel.channel === null ? words.noReservation : words.channel(channel.channel),
          channel,
        ),
      );
    case 'room':
      return sales.rooms.map((room) => {
        const name = room.roomId === null ? words.noRoom : room.roomName;
        return row(
          `${room.storeId} ${room.roomId ?? ''}`,
          sales.stores.length > 1 ? `${room.storeName} ${name}` : name,
          room,
        );
      });
  }
}

/** Days are in chronological order and methods in that of every list; all others start with the highest amount. */
export function usualSort(group: Group): Sort {
  return group === 'day' || group === 'method'
    ? { column: 'label', isDescending: false }
    : { column: 'netAmount', isDescending: true };
}

/** Reads `netAmount` or `-netAmount` from the address. */
export function readSort(text: string | null, group: Group): Sort {
  const isDescending = text?.startsWith('-') ?? false;
  const name = isDescending ? text?.slice(1) : text;
  const column = (['label', ...COLUMNS] as const).find((column) => column === name);
  return column === undefined ? usualSort(group) : { column, isDescending };
}

export function sortText({ column, isDescending }: Sort): string {
  return isDescending ? `-${column}` : column;
}

/** The sort after a press on a column's head: figures descending, names ascending; a second press reverses it. */
export function nextSort(column: SortColumn, sort: Sort): Sort {
  return sort.column === column
    ? { column, isDescending: !sort.isDescending }
    : { column, isDescending: column !== 'label' };
}

export function sortRows(
  rows: readonly SalesGroupRow[],
  { column, isDescending }: Sort,
  locale: string,
): readonly SalesGroupRow[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const compare = (a: SalesGroupRow, b: SalesGroupRow) =>
    column === 'label' ? names.compare(a.order, b.order) : a.figures[column] - b.figures[column];
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
}
