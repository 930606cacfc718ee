import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import './readiness.live.ts';

/** So far ahead it is told who is due. */
export const COMING_HOURS = 3;
/** For the board and what opens over it: a day ahead (NX-1), as many as the server tells at once. */
export const DAY_AHEAD = { hours: 24, limit: 200 } as const;
const EVERY_MS = 60_000;

/** Guests who are due, with what is in their way; asked again by the stream, and each minute for what changes by the clock. */
export function useComing(product: string, storeId: string | null, { isEnabled = true, hours = COMING_HOURS, limit = 50 }: { isEnabled?: boolean; hours?: number; limit?: number } = {}) {
  return useQuery({
    enabled: isEnabled,
    queryKey: ['coming', product, storeId, hours, limit],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/readiness', { params: { product }, query: { hours: String(hours), limit: String(limit), ...(storeId === null ? {} : { storeId }) }, signal }),
    refetchInterval: EVERY_MS,
  });
}

export const checksKey = (product: string, reservationId: string) => ['readiness-checks', product, reservationId] as const;

/** What the checks before its start found (NX-1), the earliest first; the stream adds to them. `start`: of another start or room there are others. */
export function useChecks(product: string, reservationId: string, start: string) {
  return useQuery({
    queryKey: [...checksKey(product, reservationId), start],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/reservation/{reservationId}/readiness', { params: { product, reservationId }, signal }),
  });
}
