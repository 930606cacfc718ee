import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { putInQueries } from './live-cache.ts';

/** A cached list of the server. */
export interface Rows<T> {
  /** All rows of the filter; more than `items` when there are too many to show at once. */
  readonly total: number;
  readonly items: readonly T[];
  /** `false`: the filter has more rows than `total` says. */
  readonly isTotalExact?: boolean;
}

/** A page of a list that grows without end. */
export interface GrowingRows<T> extends Rows<T> {
  readonly isTotalExact: boolean;
}

interface Placement<T> {
  /** What identifies a row; its id by default. */
  readonly keyOf?: (row: T) => unknown;
  /** Whether the list shows the row. */
  readonly isShown?: boolean;
  /** The order of the list. By default, a known row keeps its place and a new one comes last. */
  readonly order?: (a: T, b: T) => number;
  /** Keeps what the known row has and an event does not contain. */
  readonly merge?: (current: T, row: T) => T;
}

const idOf = (row: object): unknown => ('id' in row ? row.id : undefined);
const versionOf = (row: object): number => ('version' in row && typeof row.version === 'number' ? row.version : 0);

/** The known record, if its version is higher: answers and events can arrive out of order. */
export function newerRecord<T extends object>(current: T, next: T): T {
  return versionOf(current) > versionOf(next) ? current : next;
}

/** The list with this row, or without it when the list does not show it. The same list when a newer version is known. */
export function upsertRow<T extends object, L extends Rows<T>>(
  list: L,
  row: T,
  { keyOf = idOf, isShown = true, order, merge = (_list, next) => next }: Placement<T> = {},
): L {
  const cached = list.items.find((item) => keyOf(item) === keyOf(row));
  if (cached !== undefined && versionOf(cached) > versionOf(row)) return list;
  if (!isShown) return removeRow<T, L>(list, (item) => keyOf(item) === keyOf(row));
  const items =
    cached === undefined
      ? [...list.items, row]
      : list.items.map((item) => (item === cached ? merge(cached, row) : item));
  return {
    ...list,
    total: addToTotal(list, items.length - list.items.length),
    items: order ? items.toSorted(order) : items,
  };
}

/** The list without this row; the same list when it does not have it. */
export function removeRow<T, L extends Rows<T>>(list: L & Rows<T>, isRemoved: (row: T) => boolean): L {
  const items = list.items.filter((item) => !isRemoved(item));
  const removed = list.items.length - items.length;
  return removed === 0 ? list : { ...list, total: addToTotal(list, -removed), items };
}

/** A total at which counting stopped stays: the list has more rows. */
function addToTotal({ total, isTotalExact = true }: Rows<unknown>, change: number): number {
  return isTotalExact ? total + change : total;
}

/** The rows, with this one changed if it is among them. */
export function patchRow<T extends object>(items: readonly T[], row: T, merge: (current: T, row: T) => T): T[] {
  return items.map((item) => (idOf(item) === idOf(row) ? merge(item, row) : item));
}

/** Stores a record of a reply or of the stream, unless a newer version is cached. */
export function putRecord(client: QueryClient, queryKey: QueryKey, record: object): void {
  client.setQueryData<object>(queryKey, (cached) => cached ?? record);
  putInQueries<object>(client, { queryKey }, (cached) => newerRecord(cached, record));
}

interface Entry<T> {
  readonly row: T;
  readonly at: number;
}

/**
 * The last event of each row and the time at which it arrived, so that an older answer that arrives later does not undo
 * it.
 */
export function createLatestEvents<T extends { readonly id: string; readonly version: number }>() {
  const entries = new WeakMap<QueryClient, Map<string, Entry<T>>>();
  return {
    record(client: QueryClient, row: T): void {
      const byId = entries.get(client) ?? new Map<string, Entry<T>>();
      entries.set(client, byId.set(row.id, { row, at: performance.now() }));
    },
    /**
     * The row of the last event, if the event arrived after the request of this answer (`performance.now()`) and its
     * version is not older.
     */
    after(client: QueryClient, { id, version }: T, requestedAt: number): T | undefined {
      const latest = entries.get(client)?.get(id);
      return latest !== undefined && latest.at >= requestedAt && latest.row.version >= version ? latest.row : undefined;
    },
  };
}
