import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { historyKey, type HistoryPage } from './command-cache.ts';
import { historyQuery, type HistoryFilter } from './history-filter.ts';

/** One page of the history, newest first. While the next page is read the last one stays on screen. */
export function useDeviceHistory(product: string, filter: HistoryFilter) {
  return useQuery({
    queryKey: historyKey(product, filter),
    queryFn: ({ signal }): Promise<HistoryPage> =>
      call('GET /api/v2/{product}/device-control/history', { params: { product }, query: historyQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
}

/** The doors that the target filter offers. */
export function useTargets(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['history-targets', product, storeId],
    queryFn: async ({ signal }) => {
      const query = { page: '0', limit: '200', ...(storeId !== null && { storeId }) };
      const doors = await call('GET /api/v2/{product}/door', { params: { product }, query, signal });
      return doors.items.map(({ id, name, storeId: ofStore }) => ({ id, name, storeId: ofStore }));
    },
    staleTime: 60_000,
  });
}
