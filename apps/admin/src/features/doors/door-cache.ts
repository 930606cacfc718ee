import type { DiscoveredLock, Door } from '@munjigi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { listsOfStore, putInQueries, rereadQueries } from '../../app/live-cache.ts';

export interface DoorList {
  /** All doors of the filter; more than `items` when the chain is too large to show at once. */
  readonly total: number;
  readonly items: readonly Door[];
}
export interface DiscoveredList {
  readonly total: number;
  readonly items: readonly DiscoveredLock[];
}

/** `storeId` null: all stores that the person has the right to see. */
export const doorsKey = (product: string, storeId: string | null) => ['doors', product, storeId] as const;
export const discoveredKey = (product: string, storeId: string | null) =>
  ['discovered-locks', product, storeId] as const;

/** The last event of each door and the time it arrived, so that an older answer that arrives later does not undo it. */
const told = new WeakMap<QueryClient, Map<string, { door: Door; at: number }>>();

/** Puts a door's new state into every list that shows its store. */
export function putDoor(client: QueryClient, product: string, door: Door): void {
  const byId = told.get(client) ?? new Map<string, { door: Door; at: number }>();
  told.set(client, byId.set(door.id, { door, at: performance.now() }));
  const lists = listsOfStore('doors', product, door.storeId);
  // While the first reply is in flight, it is unknown whether the door is new.
  let isOther = client
    .getQueryCache()
    .findAll(lists)
    .some(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  const unread: QueryKey[] = [];
  putInQueries<DoorList>(client, lists, (list, queryKey) => {
    const known = list.items.find((item) => item.id === door.id);
    if (known === undefined) {
      if (door.removedAt !== null) return list;
      isOther = true;
      return { total: list.total + 1, items: [...list.items, door] };
    }
    if (known.version > door.version) return list;
    if (door.removedAt !== null) {
      isOther = true;
      return { total: list.total - 1, items: list.items.filter((item) => item.id !== door.id) };
    }
    // The door was edited and may have another lock, whose settings the event does not contain.
    if (known.version !== door.version && known.driverSettings !== null && door.driverSettings === null)
      unread.push(queryKey);
    return { ...list, items: list.items.map((item) => (item.id === door.id ? mergeDoor(item, door) : item)) };
  });
  for (const queryKey of unread) rereadQueries(client, { queryKey, exact: true });
  // A new door may come from a discovered lock, and the lock of a removed door is discovered again: refetch the
  // discovered locks.
  if (isOther) rereadQueries(client, listsOfStore('discovered-locks', product, door.storeId));
}

/**
 * The stream sends every person the same payload: a door's settings, which only some have the right to see, stay as
 * they were read.
 */
function mergeDoor(known: Door, next: Door): Door {
  return { ...next, driverSettings: next.driverSettings ?? known.driverSettings };
}

/**
 * One door of an answer. The event of the stream wins when it arrived after the request and its version is not older
 * than the answer's.
 */
export function newerDoor(client: QueryClient, door: Door, askedAt: number): Door {
  const newer = told.get(client)?.get(door.id);
  return newer !== undefined && newer.at >= askedAt && newer.door.version >= door.version
    ? mergeDoor(door, newer.door)
    : door;
}

/** Puts a lock that announced itself, for the first time or again, into the lists of its store. */
export function putDiscoveredLock(client: QueryClient, product: string, lock: DiscoveredLock): void {
  putInQueries<DiscoveredList>(client, listsOfStore('discovered-locks', product, lock.storeId), (list) => {
    if (list.items.some((item) => item.id === lock.id)) {
      return { ...list, items: list.items.map((item) => (item.id === lock.id ? lock : item)) };
    }
    return { total: list.total + 1, items: [lock, ...list.items] };
  });
}

/** Removes a lock that became a door from the discovered locks. */
export function dropDiscoveredLock(client: QueryClient, product: string, lockId: string): void {
  client.setQueriesData<DiscoveredList>({ queryKey: ['discovered-locks', product] }, (list) => {
    if (list === undefined || !list.items.some((lock) => lock.id === lockId)) return list;
    return { total: list.total - 1, items: list.items.filter((lock) => lock.id !== lockId) };
  });
}
