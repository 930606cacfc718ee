import type { ReservationDetail } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../api/call.ts';
import { putChanged } from '../panel-cache.ts';
import { reservationQuery } from './detail-cache.ts';

/** One reservation with its price lines and its history; kept fresh by the stream. */
export function useReservation(product: string, reservationId: string) {
  return useQuery(reservationQuery(useQueryClient(), product, reservationId));
}

/**
 * The guest's full name and phone; the server records who read them (PD-1). Only the state of this mutation keeps them.
 */
export function useRevealReservation(product: string, reservationId: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/reveal', {
        params: { product, reservationId },
        body: { reason },
      }),
    gcTime: 0,
  });
}

/**
 * Any change of a reservation. Shows the answer everywhere at once, and after a refusal the current reservation that it
 * contains (AP-4).
 */
export function useChangeReservation(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<ReservationDetail>) => send(),
    onSuccess: (detail: ReservationDetail) => putChanged(client, product, detail),
    onError: (error) => {
      const current = findCurrentReservation(error);
      if (current !== null) putChanged(client, product, current);
    },
  });
}

/** The current reservation of a STALE or STATE_NOT_ALLOWED refusal; otherwise `null`. */
export function findCurrentReservation(error: unknown): ReservationDetail | null {
  if (!isProblem(error) || (error.code !== 'STALE' && error.code !== 'STATE_NOT_ALLOWED')) return null;
  return (error.current as ReservationDetail | undefined) ?? null;
}
