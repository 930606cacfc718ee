import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';

export const entryFactsKey = (product: string, reservationId: string) =>
  ['reservation-entry', product, reservationId] as const;

/** The access window of a reservation, whether its guest has the code, and who is in its room (RV-60). */
export function useEntryFacts(product: string, reservationId: string, { isFresh = false } = {}) {
  return useQuery({
    queryKey: entryFactsKey(product, reservationId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/entry', { params: { product, reservationId }, signal }),
    ...(isFresh && { refetchOnMount: 'always' as const }),
  });
}

/** Reads the facts again after this page changed them, also where the stream is late. */
export function useRereadEntryFacts(product: string, reservationId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: entryFactsKey(product, reservationId) });
}
