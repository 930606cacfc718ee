import type { Door } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import {
  discoveredKey, doorsKey, dropDiscoveredLock, newerDoor, putDoor, withNewerDoors, type DiscoveredList, type DoorList,
} from './door-cache.ts';

/** The largest page of the server, and how many of them one screen reads; a larger chain is asked to choose a store. */
const PAGE_SIZE = 200;
const MOST_PAGES = 5;

/** Reads page after page until all is there, or until it would be more than a screen can show. */
async function readAll<T>(readPage: (page: string, limit: string) => Promise<{ total: number; items: readonly T[] }>) {
  const items: T[] = [];
  let total = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reply = await readPage(String(page), String(PAGE_SIZE));
    total = reply.total;
    items.push(...reply.items);
    if (items.length >= total || reply.items.length === 0) break;
  }
  return { total, items };
}

const ofStore = (storeId: string | null) => (storeId === null ? {} : { storeId });

/** The doors of a store, or of all stores that the person may see; kept fresh by the stream. */
export function useDoors(product: string, storeId: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: doorsKey(product, storeId),
    queryFn: async ({ signal }): Promise<DoorList> => {
      const askedAt = performance.now();
      const { total, items } = await readAll((page, limit) =>
        call('GET /api/v2/{product}/door', { params: { product }, query: { page, limit, ...ofStore(storeId) }, signal }),
      );
      return { total, items: withNewerDoors(client, items, askedAt) };
    },
  });
}

/** The rooms of a store, or of all stores, in their order. */
export function useRooms(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['rooms', product, storeId],
    queryFn: ({ signal }) =>
      readAll((page, limit) =>
        call('GET /api/v2/{product}/room', { params: { product }, query: { page, limit, ...ofStore(storeId) }, signal }),
      ),
    staleTime: 60_000,
  });
}

/** Locks that announced themselves and wait for a person (DR-4); asked only by those who may configure doors. */
export function useDiscoveredLocks(product: string, storeId: string | null, isAllowed: boolean) {
  return useQuery({
    queryKey: discoveredKey(product, storeId),
    queryFn: ({ signal }): Promise<DiscoveredList> =>
      readAll((page, limit) =>
        call('GET /api/v2/{product}/door/discovered', { params: { product }, query: { page, limit, ...ofStore(storeId) }, signal }),
      ),
    enabled: isAllowed,
  });
}

/** Changes a door's name or opening seconds; refused as STALE when somebody was faster (AP-4). */
export function useEditDoor(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ doorId, ...body }: { doorId: string; version: number; name: string; openSeconds: number }) =>
      call('PATCH /api/v2/{product}/door/{doorId}', { params: { product, doorId }, body }),
    onMutate: () => performance.now(),
    onSuccess: (door: Door, _edit, askedAt) => putDoor(client, product, newerDoor(client, door, askedAt)),
  });
}

/** Makes a discovered lock a door. */
export function useApproveLock(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { discoveredLockId: string; name: string; roomId: string | null }) =>
      call('POST /api/v2/{product}/door', { params: { product }, body }),
    onMutate: () => performance.now(),
    onSuccess: (door: Door, { discoveredLockId }, askedAt) => {
      dropDiscoveredLock(client, product, discoveredLockId);
      // A new door's lock tells its state at once, often before this answer is here.
      putDoor(client, product, newerDoor(client, door, askedAt));
    },
  });
}
