import type { DailyReservations } from '@munjigi/contract';
import { keepPreviousData, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { dailyKey, type DailyQuestion } from './reservation-cache.ts';

function daily(product: string, question: DailyQuestion) {
  return queryOptions({
    queryKey: dailyKey(product, question),
    queryFn: ({ signal }): Promise<DailyReservations> => {
      const { storeId, date, days } = question;
      return call('GET /api/v2/{product}/reservations/daily', {
        params: { product },
        query: { storeId, date, days: String(days) },
        signal,
      });
    },
  });
}

/** Rooms of a store with everything on these business days (RV-3). While other days load, the earlier ones stay. */
export function useDailyReservations(product: string, question: DailyQuestion) {
  return useQuery({ ...daily(product, question), placeholderData: keepPreviousData });
}

const OVERRUNS_EVERY_MS = 60_000;

/** Overruns of a period (NX-4); read again after events, and each minute while they grow. */
export function useOverruns(
  product: string,
  storeId: string,
  period: { readonly startsAt: string; readonly endsAt: string } | undefined,
) {
  return useQuery({
    enabled: period !== undefined,
    queryKey: ['overruns', product, storeId, period?.startsAt, period?.endsAt],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/overrun', {
        params: { product },
        query: { storeId, from: period?.startsAt ?? '', to: period?.endsAt ?? '' },
        signal,
      }),
    refetchInterval: OVERRUNS_EVERY_MS,
  });
}

/** Prefetches other days. */
export function prefetchDaily(client: QueryClient, product: string, question: DailyQuestion): void {
  void client.prefetchQuery({ ...daily(product, question), staleTime: 30_000 });
}
