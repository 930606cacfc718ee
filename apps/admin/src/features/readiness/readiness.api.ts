import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** How many hours ahead coming guests are listed. */
export const COMING_HOURS = 3;
/** For the board and its drawer: one day ahead (NX-1), with the server's largest page. */
export const DAY_AHEAD = { hours: 24, limit: 200 } as const;
const EVERY_MS = 60_000;

/**
 * The coming guests with their obstacles. Read again after events, and each minute because some obstacles depend on the
 * time.
 */
export function useComingReservations(
  product: string,
  storeId: string | null,
  { hours = COMING_HOURS, limit = 50 }: { hours?: number; limit?: number } = {},
) {
  return useQuery({
    queryKey: ['coming', product, storeId, hours, limit],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/readiness', {
        params: { product },
        query: { hours: String(hours), limit: String(limit), ...(storeId === null ? {} : { storeId }) },
        signal,
      }),
    refetchInterval: EVERY_MS,
  });
}

export const checksKey = (product: string, reservationId: string) =>
  ['readiness-checks', product, reservationId] as const;

/**
 * The results of the checks before the start (NX-1), the earliest first; the stream adds new ones. `start`: part of the
 * key, because another start or room has other checks.
 */
export function useEntryChecks(product: string, reservationId: string, start: string) {
  return useQuery({
    queryKey: [...checksKey(product, reservationId), start],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/readiness', {
        params: { product, reservationId },
        signal,
      }),
  });
}
