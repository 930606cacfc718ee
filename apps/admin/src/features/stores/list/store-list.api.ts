import type { BodyInputOf, createStore, Store, StoreOrder, StoreState, StoreSummary } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useBusinessToday } from '../../../ui/time/use-business-today.ts';
import { putStore } from '../store-cache.ts';
import { summariesKey } from './store-list.cache.ts';

export const STORES_PAGE_SIZE = 50;
/** How often the list is polled, because no event reports that a door becomes unreachable. */
const POLL_MS = 60_000;

export interface StoreListFilter {
  readonly q: string;
  readonly state: StoreState | null;
  readonly sort: StoreOrder;
  /** From 0. */
  readonly page: number;
}

/** A page of all stores; the stream keeps it current. */
export function useStoreSummaries(product: string, { q, state, sort, page }: StoreListFilter) {
  return useQuery({
    queryKey: [...summariesKey(product), q, state, sort, page],
    queryFn: ({ signal }): Promise<{ total: number; items: StoreSummary[] }> =>
      call('GET /api/v2/{product}/store/summary', {
        params: { product },
        query: {
          page: String(page),
          limit: String(STORES_PAGE_SIZE),
          sort,
          ...(q !== '' && { q }),
          ...(state !== null && { state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/**
 * The sales of each store in the current month, won, by store; `undefined` before it was read. Stores without sales are
 * not in it.
 */
export function useMonthSales(product: string) {
  const to = useBusinessToday();
  return useQuery({
    queryKey: ['store-month-sales', product, to],
    queryFn: async ({ signal }) => {
      const { stores } = await call('GET /api/v2/{product}/sales', {
        params: { product },
        query: { from: `${to.slice(0, 8)}01`, to },
        signal,
      });
      return new Map(stores.map((store) => [store.storeId, store.netAmount]));
    },
    refetchInterval: POLL_MS,
  });
}

export type NewStore = BodyInputOf<typeof createStore>;

export function useCreateStore(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewStore) => call('POST /api/v2/{product}/store', { params: { product }, body }),
    onSuccess: (store) => keep(client, product, store),
  });
}

type Closing = { readonly verb: 'close'; readonly reason: string } | { readonly verb: 'reopen' };

/** Closes a store for good, or opens it again. Rejects with WOULD_STRAND while there are future reservations (ST-2). */
export function useCloseStore(product: string, { id: storeId, version }: Pick<StoreSummary, 'id' | 'version'>) {
  const client = useQueryClient();
  const params = { product, storeId };
  return useMutation({
    mutationFn: (closing: Closing) =>
      closing.verb === 'close'
        ? call('POST /api/v2/{product}/store/{storeId}/close', { params, body: { version, reason: closing.reason } })
        : call('POST /api/v2/{product}/store/{storeId}/reopen', { params, body: { version } }),
    onSuccess: (store) => keep(client, product, store),
    // After a refusal, such as STALE, the list is read again.
    onError: () => client.invalidateQueries({ queryKey: summariesKey(product) }),
  });
}

function keep(client: QueryClient, product: string, store: Store): Promise<void> {
  putStore(client, product, store);
  return client.invalidateQueries({ queryKey: summariesKey(product) });
}
