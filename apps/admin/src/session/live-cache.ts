import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { LiveTarget } from './live-handlers.ts';

/** Fetches during which an event arrived: the server may have written their reply before the change that the event reports. */
const overtaken = new WeakSet<Promise<unknown>>();

/**
 * Puts an event's payload into the matching queries that have data. A query without data stays without, and no further
 * query is fetched. A reply in flight gets the payload too when it arrives, and is then read once more. `put` must
 * leave a newer version alone and be repeatable.
 */
export function putInQueries<T>(
  client: QueryClient,
  filters: QueryFilters,
  put: (data: T, queryKey: QueryKey) => T,
): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const { queryKey } = query;
    const apply = () =>
      void client.setQueryData<T>(queryKey, (data) => (data === undefined ? data : put(data, queryKey)));
    apply();
    rereadAfterReply(client, query, apply);
  }
}

/** The lists under `name` of this store and of all stores: keys of the form `[name, product, storeId | null, …]`. */
export function listsOfStore(name: string, product: string, storeId: string): QueryFilters {
  return { queryKey: [name, product], predicate: ({ queryKey }) => queryKey[2] === null || queryKey[2] === storeId };
}

/**
 * Reads the matching queries on screen again. A fetch in flight is not cancelled, because a steady flow of events could
 * starve it; it is repeated once.
 */
export function rereadQueries(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll(filters)) rereadAfterReply(client, query);
  void client.invalidateQueries(filters, { cancelRefetch: false });
}

/** Reads the queries on screen again whose keys begin with this name, the product and these further parts. */
export function rereadNamed({ client, product }: LiveTarget, name: string, ...parts: readonly string[]): void {
  rereadQueries(client, { queryKey: [name, product, ...parts] });
}

function rereadAfterReply(client: QueryClient, query: Query, apply?: () => void): void {
  // The fetch in flight, if any. The query receives the reply before a later `then` runs.
  const { promise, queryKey } = query;
  if (!promise) return;
  overtaken.add(promise);
  void promise.then(apply).then(
    // Runs after all payloads are applied: the first of several events reads again.
    () => {
      if (overtaken.delete(promise)) rereadQueries(client, { queryKey, exact: true });
    },
    // No reply arrived: the next screen that shows the query reads it.
    () => query.invalidate(),
  );
}
