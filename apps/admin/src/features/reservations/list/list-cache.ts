import type { Reservation } from '@munjigi/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { putInQueries, rereadQueries } from '../../../session/live-cache.ts';
import { patchRow } from '../../../session/live-collection.ts';
import { mayBeListed, type ListFilter } from './list-filter.ts';

export interface ListPage {
  readonly items: readonly Reservation[];
  readonly nextCursor: string | null;
}
export type LoadedList = InfiniteData<ListPage, string | null>;

export const listKey = (product: string, filter: ListFilter) => ['reservation-list', product, filter] as const;

/**
 * Stores a reservation's new state in the lists that show it. Lists without it are read again: only the server knows
 * its place.
 */
export function putInLists(client: QueryClient, product: string, reservation: Reservation): void {
  putInQueries<LoadedList>(client, { queryKey: ['reservation-list', product] }, (list, queryKey) => {
    const cached = list.pages.flatMap((page) => page.items).find((item) => item.id === reservation.id);
    if (cached === undefined && mayBeListed(reservation, queryKey[2] as ListFilter)) refetchSoon(client, queryKey);
    return cached !== undefined && cached.version < reservation.version ? replace(list, reservation) : list;
  });
}

function replace(list: LoadedList, reservation: Reservation): LoadedList {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: patchRow(page.items, reservation, (item) => ({ ...item, ...reservation })),
    })),
  };
}

const GATHER_MS = 1_000;
const waitingLists = new WeakMap<QueryClient, Set<string>>();

/** Gathers many changes in a second into one refetch. */
function refetchSoon(client: QueryClient, queryKey: readonly unknown[]): void {
  const waiting = waitingLists.get(client) ?? new Set<string>();
  waitingLists.set(client, waiting);
  const name = JSON.stringify(queryKey);
  if (waiting.has(name)) return;
  waiting.add(name);
  setTimeout(() => {
    waiting.delete(name);
    rereadQueries(client, { queryKey, exact: true });
  }, GATHER_MS);
}
