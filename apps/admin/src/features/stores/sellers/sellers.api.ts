import type {
  BodyInputOf,
  ChainSeller,
  PrivacyPolicy,
  publishPrivacyPolicy,
  setChainSeller,
  setStoreSeller,
  StoreSeller,
} from '@munjigi/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { bookingSetupKey, storeSellerKey } from '../store-cache.ts';

const chainSellerKey = (product: string) => ['chain-seller', product] as const;
const policyKey = (product: string) => ['privacy-policy', product] as const;

/** Who sells the stays of a store. Read again when the store changes. */
export function useStoreSeller(product: string, storeId: string) {
  return useQuery({
    queryKey: storeSellerKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/seller', { params: { product, storeId }, signal }),
  });
}

export function useSetStoreSeller(product: string, storeId: string) {
  const client = useQueryClient();
  return async (body: BodyInputOf<typeof setStoreSeller>): Promise<StoreSeller> => {
    const seller = await call('POST /api/v2/{product}/store/{storeId}/seller', { params: { product, storeId }, body });
    client.setQueryData(storeSellerKey(product, storeId), seller);
    await client.invalidateQueries({ queryKey: bookingSetupKey(product, storeId) });
    return seller;
  };
}

/** Head office as a seller. */
export function useChainSeller(product: string) {
  return useQuery({
    queryKey: chainSellerKey(product),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/seller', { params: { product }, signal }),
  });
}

export function useSetChainSeller(product: string) {
  const client = useQueryClient();
  return async (body: BodyInputOf<typeof setChainSeller>): Promise<ChainSeller> => {
    const seller = await call('POST /api/v2/{product}/seller', { params: { product }, body });
    client.setQueryData(chainSellerKey(product), seller);
    return seller;
  };
}

export function usePrivacyPolicy(product: string) {
  return useQuery({
    queryKey: policyKey(product),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/privacy-policy', { params: { product }, signal }),
  });
}

export function usePublishPrivacyPolicy(product: string) {
  const client = useQueryClient();
  return async (body: BodyInputOf<typeof publishPrivacyPolicy>): Promise<PrivacyPolicy> => {
    const policy = await call('POST /api/v2/{product}/privacy-policy', { params: { product }, body });
    client.setQueryData(policyKey(product), policy);
    return policy;
  };
}
