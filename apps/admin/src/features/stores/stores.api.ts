import type { Closure, Holiday, Store } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { closuresKey, holidaysKey, putStore, storeKey } from './store-cache.ts';

/** Reads one store with its settings; the stream keeps it current. */
export function useStore(product: string, storeId: string) {
  return useQuery({
    queryKey: storeKey(product, storeId),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/store/{storeId}', { params: { product, storeId }, signal }),
    staleTime: 60_000,
  });
}

export type StoreChange = InputOf<'PATCH /api/v2/{product}/store/{storeId}'>['body'];

/**
 * Changes settings. Rejects with STALE when another edit was saved first, with WOULD_STRAND when the change would
 * strand reservations (ST-2).
 */
export function useEditStore(product: string, storeId: string) {
  const client = useQueryClient();
  return async (body: StoreChange): Promise<Store> => {
    const store = await call('PATCH /api/v2/{product}/store/{storeId}', { params: { product, storeId }, body });
    putStore(client, product, store);
    return store;
  };
}

/** Current and future closures, soonest first. */
export function useClosures(product: string, storeId: string) {
  return useQuery({
    queryKey: closuresKey(product, storeId),
    queryFn: ({ signal }) => {
      const from = new Date().toISOString();
      return readAll<Closure>((paging) =>
        call('GET /api/v2/{product}/store/{storeId}/closure', {
          params: { product, storeId },
          query: { ...paging, from },
          signal,
        }),
      );
    },
  });
}

export type NewClosure = InputOf<'POST /api/v2/{product}/store/{storeId}/closure'>['body'];

export function useCreateClosure(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClosure) =>
      call('POST /api/v2/{product}/store/{storeId}/closure', { params: { product, storeId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: closuresKey(product, storeId) }),
  });
}

export function useWithdrawClosure(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (closureId: string) =>
      call('DELETE /api/v2/{product}/store/{storeId}/closure/{closureId}', { params: { product, storeId, closureId } }),
    onSettled: () => client.invalidateQueries({ queryKey: closuresKey(product, storeId) }),
  });
}

/** The holidays of a year in this store. */
export function useHolidays(product: string, storeId: string, year: number) {
  return useQuery({
    queryKey: [...holidaysKey(product, storeId), year],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/holiday', {
        params: { product, storeId },
        query: { year: String(year) },
        signal,
      }),
  });
}

export function useEditHoliday(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<Holiday, 'date' | 'name'> & { isHoliday: boolean | null }) =>
      call('POST /api/v2/{product}/store/{storeId}/holiday', { params: { product, storeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: holidaysKey(product, storeId) }),
  });
}
