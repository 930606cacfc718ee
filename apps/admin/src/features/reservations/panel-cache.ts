import type { Reservation, ReservationDetail } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putDetail, touchDetail } from './detail/detail-cache.ts';
import { putInLists } from './list/list-cache.ts';
import { putReservation } from './reservation-cache.ts';

/** Stores a reservation's new state in the drawer and in the lists, but not in the board. */
export function putInPanels(client: QueryClient, product: string, reservation: Reservation): void {
  touchDetail(client, product, reservation);
  putInLists(client, product, reservation);
}

/** Stores the answer of a call, which is shown at once even without the stream. */
export function putChanged(client: QueryClient, product: string, reservation: Reservation | ReservationDetail): void {
  if ('history' in reservation) putDetail(client, product, reservation);
  putInPanels(client, product, reservation);
  putReservation(client, product, reservation);
}
