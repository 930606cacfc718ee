import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCan } from '../../session/auth.tsx';

/** The number of open and acknowledged incidents of a store, or of all; `undefined` before it was read. */
export function usePendingIncidentCount(product: string, storeId: string | null) {
  const isAllowed = useCan()('on-call:read');
  const count = useQuery({
    queryKey: ['incident-count', product, storeId],
    queryFn: async ({ signal }): Promise<number> => {
      const ofStore = storeId === null ? {} : { storeId };
      const page = await call('GET /api/v2/{product}/incident', {
        params: { product },
        query: { show: 'PENDING', page: '0', limit: '1', ...ofStore },
        signal,
      });
      return page.total;
    },
    enabled: isAllowed,
  });
  return { count: count.data ?? 0, isSettled: count.isFetched || !isAllowed };
}
