import type { AgeCheckForStaff, AgeRules, BodyInputOf, setAgeRules, setIdentityProvider } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';

const rulesKey = (product: string, storeId: string) => ['age-rules', product, storeId] as const;
const checkKey = (product: string, reservationId: string) => ['age-check', product, reservationId] as const;
const providerKey = (product: string) => ['identity-provider', product] as const;

/** The rooms and hours of a store for adults (AG-1). */
export function useAgeRules(product: string, storeId: string) {
  return useQuery({
    queryKey: rulesKey(product, storeId),
    queryFn: ({ signal }): Promise<AgeRules> =>
      call('GET /api/v2/{product}/store/{storeId}/age-rules', { params: { product, storeId }, signal }),
  });
}

export function useSetAgeRules(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setAgeRules>) =>
      call('POST /api/v2/{product}/store/{storeId}/age-rules', { params: { product, storeId }, body }),
    // Read the current rules, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey(product, storeId) }),
  });
}

/** Whether the guest of a stay was checked (AG-10). */
export function useAgeCheck(product: string, reservationId: string) {
  return useQuery({
    queryKey: checkKey(product, reservationId),
    queryFn: ({ signal }): Promise<AgeCheckForStaff> =>
      call('GET /api/v2/{product}/reservation/{reservationId}/age-check', {
        params: { product, reservationId },
        signal,
      }),
  });
}

export function useConfirmAdult(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/v2/{product}/reservation/{reservationId}/age-check/confirm'>['body']) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/age-check/confirm', {
        params: { product, reservationId },
        body,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['age-check', product] }),
  });
}

/** The connection to the provider of identity checks (AG-4). */
export function useIdentityProvider(product: string) {
  return useQuery({
    queryKey: providerKey(product),
    queryFn: async ({ signal }) =>
      (await call('GET /api/v2/{product}/identity-provider', { params: { product }, signal })).provider,
  });
}

export function useSetIdentityProvider(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setIdentityProvider>) =>
      call('POST /api/v2/{product}/identity-provider', { params: { product }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: providerKey(product) }),
  });
}
