import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';

const feedsKey = (product: string) => ['calendar-feeds', product] as const;

/** Calendar feeds of the store, or of all stores, without revoked ones (RV-8). */
export function useFeeds(product: string, storeId: string | null) {
  return useQuery({
    queryKey: [...feedsKey(product), storeId],
    queryFn: ({ signal }) =>
      readAll((paging) =>
        call('GET /api/v2/{product}/calendar-feed', {
          params: { product },
          query: { ...paging, ...(storeId !== null && { storeId }) },
          signal,
        }),
      ),
  });
}

export function useCreateFeed(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (roomId: string | null) =>
      call('POST /api/v2/{product}/calendar-feed', { params: { product }, body: { storeId, roomId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: feedsKey(product) }),
  });
}

export function useRevokeFeed(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (feedId: string) =>
      call('DELETE /api/v2/{product}/calendar-feed/{feedId}', { params: { product, feedId } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsKey(product) }),
  });
}
