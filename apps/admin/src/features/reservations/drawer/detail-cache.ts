import type { Reservation, ReservationDetail } from '@munjigi/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { putInQueries, rereadQueries } from '../../../app/live-cache.ts';

export const detailKey = (product: string, reservationId: string) => ['reservation', product, reservationId] as const;

/** Reads one reservation. Everyone who looks at it shares this query: the options that were given last are the ones that refetch. */
export function reservationQuery(client: QueryClient, product: string, reservationId: string) {
  const queryKey = detailKey(product, reservationId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ReservationDetail> => {
      const read = await call('GET /api/v2/{product}/reservation/{reservationId}', { params: { product, reservationId }, signal });
      // What the stream or a change reported since is younger than this answer.
      const known = client.getQueryData<ReservationDetail>(queryKey);
      return known !== undefined && known.version > read.version ? known : read;
    },
  });
}

/** Keeps a detail that a call answered, unless a younger one is known. */
export function putDetail(client: QueryClient, product: string, detail: ReservationDetail): void {
  const queryKey = detailKey(product, detail.id);
  client.setQueryData<ReservationDetail>(queryKey, (known) => known ?? detail);
  putInQueries<ReservationDetail>(client, { queryKey }, (known) => (known.version > detail.version ? known : detail));
}

/** A reservation's own state changed: shows it at once and reads its history again. */
export function touchDetail(client: QueryClient, product: string, reservation: Reservation): void {
  const queryKey = detailKey(product, reservation.id);
  const known = client.getQueryData<ReservationDetail>(queryKey);
  if (known !== undefined && known.version >= reservation.version) return;
  putInQueries<ReservationDetail>(client, { queryKey }, (detail) => (detail.version >= reservation.version ? detail : { ...detail, ...reservation }));
  rereadQueries(client, { queryKey });
}
