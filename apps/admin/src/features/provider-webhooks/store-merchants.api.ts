import type { BodyInputOf, endStoreMerchant, setStoreMerchant, StoreMerchant } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Also read by the fees of the settlement. */
const merchantsKey = (product: string) => ['store-merchants', product] as const;
/** More than a chain has stores. */
const MOST = 200;

/** The merchants of all stores, the running ones first. */
export function useStoreMerchants(product: string) {
  return useQuery({
    queryKey: merchantsKey(product),
    queryFn: async ({ signal }): Promise<readonly StoreMerchant[]> =>
      (
        await call('GET /api/v2/{product}/store-merchant', {
          params: { product },
          query: { limit: String(MOST) },
          signal,
        })
      ).items,
  });
}

export function useSetStoreMerchant(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setStoreMerchant>) =>
      call('POST /api/v2/{product}/store-merchant', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: merchantsKey(product) }),
  });
}

export function useEndStoreMerchant(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof endStoreMerchant>) =>
      call('POST /api/v2/{product}/store-merchant/end', { params: { product }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: merchantsKey(product) }),
  });
}
