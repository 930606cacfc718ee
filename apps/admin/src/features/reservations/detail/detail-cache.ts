import type { Reservation, ReservationDetail } from '@munjigi/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { putInQueries, rereadQueries } from '../../../session/live-cache.ts';
import { newerRecord, putRecord } from '../../../session/live-collection.ts';

export const detailKey = (product: string, reservationId: string) => ['reservation', product, reservationId] as const;

/** Reads one reservation. All readers share this query; a refetch uses the options that were given last. */
export function reservationQuery(client: QueryClient, product: string, reservationId: string) {
  const queryKey = detailKey(product, reservationId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ReservationDetail> => {
      const read = await call('GET /api/v2/{product}/reservation/{reservationId}', {
        params: { product, reservationId },
        signal,
      });
      // A cached detail with a higher version came by the stream or a change, and is newer than this answer.
      const cached = client.getQueryData<ReservationDetail>(queryKey);
      return cached === undefined ? read : newerRecord(cached, read);
    },
  });
}

/** Stores the detail of an answer, unless a newer version is cached. */
export function putDetail(client: QueryClient, product: string, detail: ReservationDetail): void {
  putRecord(client, detailKey(product, detail.id), detail);
}

/** Stores a reservation's new state at once and reads its history again. */
export function touchDetail(client: QueryClient, product: string, reservation: Reservation): void {
  const queryKey = detailKey(product, reservation.id);
  const cached = client.getQueryData<ReservationDetail>(queryKey);
  if (cached !== undefined && cached.version >= reservation.version) return;
  putInQueries<ReservationDetail>(client, { queryKey }, (detail) =>
    detail.version >= reservation.version ? detail : { ...detail, ...reservation },
  );
  rereadQueries(client, { queryKey });
}
