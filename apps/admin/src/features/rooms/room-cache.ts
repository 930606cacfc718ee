import type { Room } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { listsOfStore, putInQueries } from '../../session/live-cache.ts';
import { newerRecord, upsertRow, type Rows } from '../../session/live-collection.ts';

export type ArchivedFilter = 'no' | 'only' | 'all';

/** `storeId` null: all stores that the person has the right to see. */
export const roomsKey = (product: string, storeId: string | null, archived: ArchivedFilter) =>
  ['rooms', product, storeId, archived] as const;
export const roomKey = (product: string, roomId: string) => ['room', product, roomId] as const;

/** Stores a room in every list that shows it, and removes it from the others; an older version changes nothing. */
export function putRoom(client: QueryClient, product: string, room: Room): void {
  putInQueries<Room>(client, { queryKey: roomKey(product, room.id) }, (cached) => newerRecord(cached, room));
  putInQueries<Rows<Room>>(client, listsOfStore('rooms', product, room.storeId), (list, queryKey) => {
    const archived = (queryKey as ReturnType<typeof roomsKey>)[3];
    const isShown = archived === 'all' || (room.archivedAt === null) === (archived === 'no');
    return upsertRow(list, room, { isShown, order: byOrder });
  });
}

/** The server's order: store by store, in the store's order. */
function byOrder(a: Room, b: Room): number {
  if (a.storeId !== b.storeId) return a.storeId < b.storeId ? -1 : 1;
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}

const LONGEST_MS = 60_000;
const SHORTEST_MS = 2_000;

/** Milliseconds until the first of these rooms changes because of the time, plus a short delay; at most a minute. */
export function msToNextChange(rooms: readonly Room[], now: number): number {
  const ahead = rooms
    .flatMap(({ stateUntil, nextStartsAt }) => [stateUntil, nextStartsAt])
    .flatMap((instant) => (instant === null ? [] : [Date.parse(instant) - now]))
    .filter((ms) => ms > 0);
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, ...ahead.map((ms) => ms + 500)));
}
