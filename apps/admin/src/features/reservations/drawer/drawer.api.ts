import type { ReservationDetail } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../api/call.ts';
import { putChanged } from '../panels.live.ts';
import { reservationQuery } from './detail-cache.ts';

/** One reservation with its price lines and all that happened to it; kept fresh by the stream. */
export function useReservation(product: string, reservationId: string) {
  return useQuery(reservationQuery(useQueryClient(), product, reservationId));
}

/** The guest's full name and phone; that they were looked at is recorded (PD-1). Kept nowhere but in who asked. */
export function useReveal(product: string, reservationId: string) {
  return useMutation({
    mutationFn: (reason: string) => call('POST /api/v2/{product}/reservation/{reservationId}/reveal', { params: { product, reservationId }, body: { reason } }),
    gcTime: 0,
  });
}

/** Any change of a reservation: its answer is shown everywhere at once, and so is what it is now when it was refused for being another (AP-4). */
export function useChange(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<ReservationDetail>) => send(),
    onSuccess: (detail: ReservationDetail) => putChanged(client, product, detail),
    onError: (error) => {
      const current = currentOf(error);
      if (current !== null) putChanged(client, product, current);
    },
  });
}

/** The reservation as it is now, when a change was refused because it is not what the person saw; otherwise `null`. */
export function currentOf(error: unknown): ReservationDetail | null {
  if (!isProblem(error) || (error.code !== 'STALE' && error.code !== 'STATE_NOT_ALLOWED')) return null;
  return (error.current as ReservationDetail | undefined) ?? null;
}
