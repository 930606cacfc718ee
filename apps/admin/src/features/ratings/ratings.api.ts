import type { RatingSummary } from '@munjigi/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const RATINGS_SHOWN = 20;

export type RatingSort = '-ratedAt' | 'score' | '-score';

interface RatingPage {
  readonly page: number;
  readonly sort: RatingSort;
}

/** A page of the ratings of a store, with their mean. */
export function useStoreRatings(product: string, storeId: string, { page, sort }: RatingPage) {
  return useQuery({
    queryKey: ['ratings', product, storeId, page, sort],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/rating', {
        params: { product },
        query: { storeId, sort, page: String(page), limit: String(RATINGS_SHOWN) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The mean ratings of a store by month and by room. */
export function useRatingSummary(product: string, storeId: string) {
  return useQuery({
    queryKey: ['ratings', product, storeId, 'summary'],
    queryFn: ({ signal }): Promise<RatingSummary> =>
      call('GET /api/v2/{product}/rating/summary', { params: { product }, query: { storeId }, signal }),
  });
}

/** The rating of one stay; `null` without one. */
export function useReservationRating(product: string, reservationId: string) {
  return useQuery({
    queryKey: ['reservation-rating', product, reservationId],
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/v2/{product}/rating', {
        params: { product },
        query: { reservationId, limit: '1' },
        signal,
      });
      return items[0] ?? null;
    },
    staleTime: 60_000,
  });
}
