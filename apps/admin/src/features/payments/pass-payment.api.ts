import type { BodyInputOf, payWithPass } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { paymentsKey, waterfallKey } from './payment-cache.ts';

const passesKey = (product: string, reservationId: string) => ['passes-of-stay', product, reservationId] as const;

/** The passes of the guest of a reservation, and what each pays (PS-3). */
export function usePassesOfStay(product: string, reservationId: string) {
  return useQuery({
    queryKey: passesKey(product, reservationId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/pass', { params: { product, reservationId }, signal }),
  });
}

/** Pays for a stay with a pass. After a refusal the passes are read again. */
export function usePayWithPass(product: string, reservationId: string, onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof payWithPass>) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/pass', { params: { product, reservationId }, body }),
    onSuccess: (passes) => client.setQueryData(passesKey(product, reservationId), passes),
    onSettled: () => {
      for (const queryKey of [
        passesKey(product, reservationId),
        paymentsKey(product, reservationId),
        waterfallKey(product, reservationId),
      ])
        void client.invalidateQueries({ queryKey });
      onChanged();
    },
  });
}
