import type { BodyInputOf, createWebhookEndpoint, editWebhookEndpoint, WebhookEndpoint } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSendOnce } from '../../ui/form/idempotency-key.ts';
import { readAll } from '../../api/read-all.ts';

const endpointsKey = (product: string) => ['webhook-endpoints', product] as const;
/** No event reports the state of deliveries, so the list is polled while it is on screen. */
const POLL_MS = 10_000;

/** The endpoints, oldest first. */
export function useWebhookEndpoints(product: string) {
  return useQuery({
    queryKey: endpointsKey(product),
    queryFn: ({ signal }): Promise<{ total: number; items: WebhookEndpoint[] }> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/webhook-endpoint', { params: { product }, query: paging, signal }),
      ),
    refetchInterval: POLL_MS,
  });
}

/** Creates an endpoint: one, even if an answer is lost. */
export function useCreateEndpoint(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createWebhookEndpoint>) =>
      sendOnce(body, (idempotencyKey) =>
        call('POST /api/v2/{product}/webhook-endpoint', { params: { product }, body, idempotencyKey }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsKey(product) }),
  });
}

export function useEditEndpoint(product: string, endpointId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof editWebhookEndpoint>) =>
      call('PATCH /api/v2/{product}/webhook-endpoint/{endpointId}', { params: { product, endpointId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsKey(product) }),
  });
}

export function useRenewSecret(product: string, endpointId: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (version: number) =>
      sendOnce(version, (idempotencyKey) =>
        call('POST /api/v2/{product}/webhook-endpoint/{endpointId}/secret', {
          params: { product, endpointId },
          body: { version },
          idempotencyKey,
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsKey(product) }),
  });
}

export function useRemoveEndpoint(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (endpointId: string) =>
      call('DELETE /api/v2/{product}/webhook-endpoint/{endpointId}', { params: { product, endpointId } }),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsKey(product) }),
  });
}

export function useTestEndpoint(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (endpointId: string) =>
      call('POST /api/v2/{product}/webhook-endpoint/{endpointId}/test', { params: { product, endpointId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhook-deliveries', product] }),
  });
}
