import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const brokerKey = (product: string, storeId: string) => ['broker-access', product, storeId] as const;

/** The address of the broker for the locks of a store, and the accounts of its devices (DR-80). */
export function useBrokerAccess(product: string, storeId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: brokerKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/broker', { params: { product, storeId }, signal }),
    enabled: isEnabled,
  });
}

export function useCreateDeviceAccount(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      call('POST /api/v2/{product}/store/{storeId}/broker/account', { params: { product, storeId }, body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: brokerKey(product, storeId) }),
  });
}

export function useRevokeDeviceAccount(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accountId: string) =>
      call('DELETE /api/v2/{product}/device-account/{accountId}', { params: { product, accountId } }),
    onSettled: () => client.invalidateQueries({ queryKey: brokerKey(product, storeId) }),
  });
}
