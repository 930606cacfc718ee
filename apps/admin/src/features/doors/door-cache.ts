import type { DiscoveredLock, Door } from '@munjigi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { listsOfStore, putInQueries, rereadQueries } from '../../session/live-cache.ts';
import { createLatestEvents, removeRow, upsertRow, type Rows } from '../../session/live-collection.ts';

/** `storeId` null: all stores that the person has the right to see. */
export const doorsKey = (product: string, storeId: string | null) => ['doors', product, storeId] as const;
export const discoveredKey = (product: string, storeId: string | null) =>
  ['discovered-locks', product, storeId] as const;

const latestEvents = createLatestEvents<Door>();

/** Puts a door's new state into every list that shows its store. */
export function putDoor(client: QueryClient, product: string, door: Door): void {
  latestEvents.record(client, door);
  const lists = listsOfStore('doors', product, door.storeId);
  // While the first reply is in flight, it is unknown whether the door is new.
  let isOther = client
    .getQueryCache()
    .findAll(lists)
    .some(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  const unread: QueryKey[] = [];
  putInQueries<Rows<Door>>(client, lists, (list, queryKey) => {
    const cached = list.items.find((item) => item.id === door.id);
    const next = upsertRow(list, door, { isShown: door.removedAt === null, merge: mergeDoor });
    isOther ||= next.total !== list.total;
    // The door was edited and may have another lock, whose settings the event does not contain.
    if (
      cached !== undefined &&
      door.removedAt === null &&
      cached.version < door.version &&
      cached.driverSettings !== null &&
      door.driverSettings === null
    )
      unread.push(queryKey);
    return next;
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
function mergeDoor(current: Door, next: Door): Door {
  return { ...next, driverSettings: next.driverSettings ?? current.driverSettings };
}

/** One door of an answer, requested at `requestedAt` (`performance.now()`), or of the newer event of the stream. */
export function newerDoor(client: QueryClient, door: Door, requestedAt: number): Door {
  const newer = latestEvents.after(client, door, requestedAt);
  return newer === undefined ? door : mergeDoor(door, newer);
}

/** Puts a lock that announced itself, for the first time or again, into the lists of its store. */
export function putDiscoveredLock(client: QueryClient, product: string, lock: DiscoveredLock): void {
  putInQueries<Rows<DiscoveredLock>>(client, listsOfStore('discovered-locks', product, lock.storeId), (list) =>
    upsertRow(list, lock),
  );
}

/** Removes a lock that became a door from the discovered locks. */
export function dropDiscoveredLock(client: QueryClient, product: string, lockId: string): void {
  client.setQueriesData<Rows<DiscoveredLock>>(
    { queryKey: ['discovered-locks', product] },
    (list) => list && removeRow(list, ({ id }) => id === lockId),
  );
}
