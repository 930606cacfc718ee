import type { Payment, Waterfall } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';
import { putInQueries, rereadQueries } from '../../app/live-cache.ts';
import { joinLive } from '../../app/live-handlers.ts';

const paymentsKey = (product: string, reservationId: string) => ['payments', product, reservationId] as const;
const waterfallKey = (product: string, reservationId: string) => ['waterfall', product, reservationId] as const;

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
      const told = client.getQueryData<Payment[]>(queryKey) ?? [];
      return items.map((item) => told.find((known) => known.id === item.id && known.version > item.version) ?? item);
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

function putPayment(client: QueryClient, product: string, payment: Payment): void {
  if (payment.reservationId === null) return;
  putInQueries<Payment[]>(client, { queryKey: paymentsKey(product, payment.reservationId) }, (known) => {
    const before = known.find((item) => item.id === payment.id);
    if (before === undefined) return [payment, ...known];
    return before.version > payment.version ? known : known.map((item) => (item.id === payment.id ? payment : item));
  });
  rereadQueries(client, { queryKey: waterfallKey(product, payment.reservationId) });
}

joinLive({
  'payment.changed': (payment, { client, product }) => putPayment(client, product, payment),
  // A change may affect the price, or the refund of a cancellation.
  'reservation.changed': ({ id }, { client, product }) =>
    rereadQueries(client, { queryKey: waterfallKey(product, id) }),
  fresh: ({ client, product }) => {
    for (const name of ['payments', 'waterfall']) rereadQueries(client, { queryKey: [name, product] });
  },
});
