import type { Store } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';

export const storeKey = (product: string, storeId: string) => ['store', product, storeId] as const;
export const closuresKey = (product: string, storeId: string) => ['closures', product, storeId] as const;
export const holidaysKey = (product: string, storeId: string) => ['holidays', product, storeId] as const;

/** Stores a store in the cache, unless a newer version is there: answers and events can arrive out of order. */
export function putStore(client: QueryClient, product: string, store: Store): void {
  const queryKey = storeKey(product, store.id);
  client.setQueryData<Store>(queryKey, (known) => known ?? store);
  putInQueries<Store>(client, { queryKey }, (known) => (known.version > store.version ? known : store));
}
