import type { PricePolicy } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';

export const policiesKey = (product: string, storeId: string) => ['price-policies', product, storeId] as const;
export const lintKey = (product: string, storeId: string) => ['price-lint', product, storeId] as const;

/** A store's price policies, the one that wins first. */
export function usePolicies(product: string, storeId: string) {
  return useQuery({
    queryKey: policiesKey(product, storeId),
    queryFn: ({ signal }) =>
      readAll<PricePolicy>((paging) =>
        call('GET /api/v2/{product}/price-policy', { params: { product }, query: { ...paging, storeId }, signal }),
      ),
  });
}

/** Reads the faults of the prices in the week that contains the day (NX-8). */
export function usePriceFindings(product: string, storeId: string, date: string) {
  return useQuery({
    queryKey: [...lintKey(product, storeId), date],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/price-policy/lint', { params: { product }, query: { storeId, date }, signal }),
    placeholderData: (before) => before,
  });
}

export type PolicyBody = Omit<InputOf<'POST /api/v2/{product}/price-policy'>['body'], 'storeId'>;

/** Creates or changes a policy. Each rejects with PRICE_POLICY_INVALID naming the fields; a change also with STALE. */
export function usePolicyCalls(product: string, storeId: string) {
  const client = useQueryClient();
  const refetch = () => refetchPrices(client, product, storeId);
  return {
    create: async (body: PolicyBody): Promise<PricePolicy> => {
      const policy = await call('POST /api/v2/{product}/price-policy', {
        params: { product },
        body: { storeId, ...body },
      });
      await refetch();
      return policy;
    },
    edit: async (policyId: string, body: Partial<PolicyBody> & { version: number }): Promise<PricePolicy> => {
      const policy = await call('PATCH /api/v2/{product}/price-policy/{policyId}', {
        params: { product, policyId },
        body,
      });
      await refetch();
      return policy;
    },
    /** Undoes a creation: rejects with STALE after any change of the policy. */
    withdraw: async ({ id: policyId, version }: PricePolicy): Promise<void> => {
      await call('DELETE /api/v2/{product}/price-policy/{policyId}', {
        params: { product, policyId },
        query: { version: String(version) },
      });
      await refetch();
    },
  };
}

export function useDeletePolicy(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (policyId: string) =>
      call('DELETE /api/v2/{product}/price-policy/{policyId}', { params: { product, policyId }, query: {} }),
    onSettled: () => refetchPrices(client, product, storeId),
  });
}

/** Requests the price of a time in a room by the saved policies. */
export function useQuotePrice(product: string) {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/v2/{product}/price-policy/quote'>['body']) =>
      call('POST /api/v2/{product}/price-policy/quote', { params: { product }, body }),
  });
}

async function refetchPrices(client: QueryClient, product: string, storeId: string): Promise<void> {
  await Promise.all(
    [policiesKey(product, storeId), lintKey(product, storeId)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
