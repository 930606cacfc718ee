import type { Reservation, ReservationDetail } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries, rereadQueries } from '../../../app/live-cache.ts';

export const detailKey = (product: string, reservationId: string) => ['reservation', product, reservationId] as const;

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
