import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { findOpenRefusal } from '../doors/index.ts';
import { isSearchable, nearestFirst } from './palette-entry.ts';

/** The most reservations that are read; fewer are shown. */
const MOST_READ = '30';
const MOST_SHOWN = 8;
/** A palette that is reopened soon does not read the names again; a door's state is read when it is chosen. */
const NAMES_STALE_MS = 60_000;

/** Names of all rooms that the person has the right to see, by id. */
export function useRoomNames(product: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['palette-rooms', product],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { items } = await readAll((paging) =>
        call('GET /api/v2/{product}/room', { params: { product }, query: paging, signal }),
      );
      return new Map(items.map(({ id, name }) => [id, name]));
    },
    enabled: isAllowed,
    staleTime: NAMES_STALE_MS,
  });
}

/** Names of all doors that the person has the right to see. */
export function useDoorNames(product: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['palette-doors', product],
    queryFn: async ({ signal }) => {
      const { items } = await readAll((paging) =>
        call('GET /api/v2/{product}/door', { params: { product }, query: paging, signal }),
      );
      return items.map((door) => ({
        id: door.id,
        storeId: door.storeId,
        roomId: door.roomId,
        name: door.name,
        canOpen: findOpenRefusal(door) === null,
      }));
    },
    enabled: isAllowed,
    staleTime: NAMES_STALE_MS,
  });
}

/** Finds reservations by code, beginning of the name, phone or its last four digits; those nearest to now. */
export function useReservationMatches(product: string, typed: string, isAllowed: boolean) {
  const q = typed.trim();
  const isEnabled = isAllowed && isSearchable(q);
  const found = useQuery({
    queryKey: ['palette-reservations', product, q],
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/v2/{product}/reservation3', {
        params: { product },
        query: { q, limit: MOST_READ },
        signal,
      });
      return nearestFirst(items, Date.now()).slice(0, MOST_SHOWN);
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 0, // Guests' data is not cached after it is shown.
  });
  return {
    items: isEnabled ? (found.data ?? []) : [],
    isAsking: isEnabled && found.isFetching,
    error: isEnabled ? found.error : null,
  };
}
