import type { AgeCheckForStaff, AgeRules, BodyInputOf, setAgeRules, setIdentityProvider } from '@munjigi/contract';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** Whether the guest of a stay was checked (AG-10). The last answer stays until that of a new version arrives. */
export function useAgeCheck(product: string, reservationId: string, version: number) {
  return useQuery({
    queryKey: [...checkKey(product, reservationId), version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<AgeCheckForStaff> =>
      call('GET /api/v2/{product}/reservation/{reservationId}/age-check', {
        params: { product, reservationId },
        signal,
      }),
  });
}

/** A stay as it would become with what a person is about to do. */
export type PreviewedStay = InputOf<'POST /api/v2/{product}/age-check/preview'>['body'];

/** Whether the guest of a stay would have to be checked (AG-13). */
export function readAgePreview(product: string, body: PreviewedStay, signal?: AbortSignal) {
  return call('POST /api/v2/{product}/age-check/preview', { params: { product }, body, ...(signal && { signal }) });
}

/** `null` disables the query. */
export function useAgePreview(product: string, stay: PreviewedStay | null) {
  return useQuery({
    queryKey: ['age-check', product, 'preview', stay],
    queryFn: stay ? ({ signal }) => readAgePreview(product, stay, signal) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Reads the checks again, after a check-in has confirmed one. */
export function useRefreshAgeChecks(product: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['age-check', product] });
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
