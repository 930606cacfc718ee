import type { getWebhookDelivery, listWebhookDeliveries, ReplyOf } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { deliveryQuery, type DeliveryFilter } from './delivery-filter.ts';

export type DeliveryPage = ReplyOf<typeof listWebhookDeliveries>;
export type DeliveryDetail = ReplyOf<typeof getWebhookDelivery>;

const deliveriesKey = (product: string) => ['webhook-deliveries', product] as const;
const PAGE_SIZE = 20;
/** How often a delivery under way is polled. */
const POLL_MS = 3000;

/** One page, newest first. While the next page loads the last one stays on screen. */
export function useDeliveries(product: string, filter: DeliveryFilter, after: string | null) {
  return useQuery({
    queryKey: [...deliveriesKey(product), filter, after],
    queryFn: ({ signal }): Promise<DeliveryPage> =>
      call('GET /api/v2/{product}/webhook-delivery', {
        params: { product },
        query: { ...deliveryQuery(filter), limit: String(PAGE_SIZE), ...(after !== null && { cursor: after }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === 'PENDING') === true ? POLL_MS : false,
  });
}

/** Reads one delivery with its body. */
export function useDelivery(product: string, deliveryId: string) {
  return useQuery({
    queryKey: [...deliveriesKey(product), deliveryId],
    queryFn: ({ signal }): Promise<DeliveryDetail> =>
      call('GET /api/v2/{product}/webhook-delivery/{deliveryId}', { params: { product, deliveryId }, signal }),
    refetchInterval: ({ state }) => (state.data?.delivery.state === 'PENDING' ? POLL_MS : false),
  });
}

export function useReplayDelivery(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) =>
      call('POST /api/v2/{product}/webhook-delivery/{deliveryId}/replay', {
        params: { product, deliveryId },
        body: {},
      }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(product) }),
  });
}

export function useReplayAll(product: string, endpointId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (since: string) =>
      call('POST /api/v2/{product}/webhook-endpoint/{endpointId}/replay', {
        params: { product, endpointId },
        body: { since },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(product) }),
  });
}
