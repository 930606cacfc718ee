import type { ApiKey, BodyInputOf, createApiKey } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';

const keysKey = (product: string) => ['api-keys', product] as const;

/** API keys of channels, newest first, with or without revoked ones. */
export function useApiKeys(product: string, isWithRevoked: boolean) {
  return useQuery({
    queryKey: [...keysKey(product), isWithRevoked],
    queryFn: ({ signal }): Promise<{ total: number; items: ApiKey[] }> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/api-key', {
          params: { product },
          query: { ...paging, revoked: isWithRevoked ? 'all' : 'no' },
          signal,
        }),
      ),
  });
}

export function useCreateApiKey(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createApiKey>) =>
      call('POST /api/v2/{product}/api-key', { params: { product }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey(product) }),
  });
}

export function useRevokeApiKey(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) =>
      call('DELETE /api/v2/{product}/api-key/{apiKeyId}', { params: { product, apiKeyId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey(product) }),
  });
}
