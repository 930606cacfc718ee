import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';

/** The rooms of a store with their current state, never from the cache. */
export function useRoomsNow(product: string, storeId: string) {
  return useQuery({
    queryKey: ['rooms-now', product, storeId],
    queryFn: async ({ signal }) => {
      const { items } = await readAll((paging) =>
        call('GET /api/v2/{product}/room', { params: { product }, query: { ...paging, storeId }, signal }),
      );
      return items;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
