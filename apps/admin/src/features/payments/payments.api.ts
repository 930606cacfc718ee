import type { Payment, Waterfall } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';
import { paymentsKey, putPayment, waterfallKey } from './payment-cache.ts';

/** All payments of a reservation, latest first; kept fresh by the stream. */
export function usePayments(product: string, reservationId: string) {
  const client = useQueryClient();
  const queryKey = paymentsKey(product, reservationId);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Payment[]> => {
      const { items } = await call('GET /api/v2/{product}/payment', {
        params: { product },
        query: { reservationId, limit: '200' },
        signal,
      });
      // A cached payment with a higher version came by the stream or a change, and is newer than this answer.
      const cached = client.getQueryData<Payment[]>(queryKey) ?? [];
      return items.map((item) => cached.find((other) => other.id === item.id && other.version > item.version) ?? item);
    },
  });
}

/** Reads the waterfall of a reservation from the ledger: from the price to the remainder (NX-5). */
export function useWaterfall(product: string, reservationId: string) {
  return useQuery({
    queryKey: waterfallKey(product, reservationId),
    queryFn: ({ signal }): Promise<Waterfall> =>
      call('GET /api/v2/{product}/payment/waterfall', { params: { product }, query: { reservationId }, signal }),
  });
}

/**
 * Any change of a payment. Stores the answer at once; after a refusal with the current state reads the payments again
 * (AP-4).
 */
export function useChangePayment(product: string, reservationId: string, onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<Payment>) => send(),
    onSuccess: (payment: Payment) => putPayment(client, product, payment),
    onError: (error) => {
      // The rules for a second person may have changed since the screen opened.
      if (isProblem(error) && error.code === 'APPROVAL_NEEDED')
        void client.invalidateQueries({ queryKey: ['approval-rules', product] });
      if (!isProblem(error) || error.current === undefined) return;
      for (const queryKey of [paymentsKey(product, reservationId), waterfallKey(product, reservationId)])
        void client.invalidateQueries({ queryKey });
    },
    // The paid amount of the reservation has changed, and perhaps its state.
    onSettled: onChanged,
  });
}
