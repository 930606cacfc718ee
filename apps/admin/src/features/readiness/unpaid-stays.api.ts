import type { UnpaidStay } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCan } from '../../session/auth.tsx';

/** The next guest of a room becomes the present one without an event. */
const EVERY_MS = 60_000;
const NONE: readonly UnpaidStay[] = [];

/**
 * The present and the next guests of rooms who have not paid, of a store or of all, for people with the right to
 * payments (RM-21). `isRead`: read, failed or not permitted, so that what is below moves no more.
 */
export function useUnpaidStays(
  product: string,
  storeId: string | null,
): { readonly stays: readonly UnpaidStay[]; readonly isRead: boolean } {
  const isPermitted = useCan()('payments:read');
  const { data, isFetched } = useQuery({
    queryKey: ['unpaid-stays', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/payment/unpaid-stay', {
        params: { product },
        query: storeId === null ? {} : { storeId },
        signal,
      }),
    enabled: isPermitted,
    refetchInterval: EVERY_MS,
  });
  return { stays: data?.items ?? NONE, isRead: isFetched || !isPermitted };
}
