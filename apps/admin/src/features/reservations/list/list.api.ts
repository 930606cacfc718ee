import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readFile, saveFile } from '../../../api/files.ts';
import { listKey, type ListPage } from './list-cache.ts';
import { listQuery, type ListFilter } from './list-filter.ts';

const PAGE_SIZE = '50';

/** Reservations of a filter, page after page by cursor (RV-4). */
export function useReservationList(product: string, filter: ListFilter) {
  return useInfiniteQuery({
    queryKey: listKey(product, filter),
    queryFn: ({ pageParam, signal }): Promise<ListPage> =>
      call('GET /api/v2/{product}/reservation3', {
        params: { product },
        query: {
          ...listQuery(filter),
          limit: PAGE_SIZE,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Exports all rows of the filter as a file, which the browser then saves. */
export function useReservationExport(product: string, filter: ListFilter, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const file = await readFile('GET /api/v2/{product}/reservation3/export', {
        params: { product },
        query: { ...listQuery(filter), format, lng },
      });
      saveFile(file, `reservations-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
  });
}
