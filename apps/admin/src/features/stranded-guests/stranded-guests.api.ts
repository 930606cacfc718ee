import type { StrandedAct } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const strandedGuestsKey = 'stranded-guests';

/** The guests whose room or time was closed after the booking: of a store, or of all (ST-50). */
export function useStrandedGuests(product: string, storeId: string | null) {
  return useQuery({
    queryKey: [strandedGuestsKey, product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/stranded-guest', {
        params: { product },
        query: storeId === null ? {} : { storeId },
        signal,
      }),
    staleTime: 60_000,
  });
}

/** Moves, cancels or informs these guests; each has its own outcome (ST-51). */
export function useSettleStrandedGuests(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (items: StrandedAct[]) =>
      call('POST /api/v2/{product}/stranded-guest/settle', { params: { product }, body: { items } }),
    onSettled: () => client.invalidateQueries({ queryKey: [strandedGuestsKey, product] }),
  });
}
