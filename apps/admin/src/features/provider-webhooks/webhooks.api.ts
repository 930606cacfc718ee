import type {
  BodyInputOf,
  listWebhooks,
  PaymentProviderSettings,
  ProviderWebhook,
  ReplyOf,
  setPaymentProvider,
  WebhookDetail,
} from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const WEBHOOK_PAGE_SIZE = 25;
export const PROVIDER_WEBHOOK_STATES = [
  'RECEIVED',
  'WORKED',
  'IGNORED',
  'UNMATCHED',
  'REJECTED',
  'WAITING',
] as const satisfies readonly ProviderWebhook['state'][];
export const PROVIDERS = ['TOSS', 'PORTONE'] as const satisfies readonly ProviderWebhook['provider'][];

export interface WebhookFilter {
  readonly state: ProviderWebhook['state'] | null;
  readonly provider: ProviderWebhook['provider'] | null;
  /** From 0. */
  readonly page: number;
}

/** A page of the providers' messages, newest first. */
export function useWebhooks(product: string, { state, provider, page }: WebhookFilter) {
  return useQuery({
    queryKey: ['webhooks', product, state, provider, page],
    queryFn: ({ signal }): Promise<ReplyOf<typeof listWebhooks>> =>
      call('GET /api/v2/{product}/webhook', {
        params: { product },
        query: {
          page: String(page),
          limit: String(WEBHOOK_PAGE_SIZE),
          ...(state !== null && { state }),
          ...(provider !== null && { provider }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useWebhook(product: string, webhookId: string) {
  return useQuery({
    queryKey: ['webhook', product, webhookId],
    queryFn: ({ signal }): Promise<WebhookDetail> =>
      call('GET /api/v2/{product}/webhook/{webhookId}', { params: { product, webhookId }, signal }),
  });
}

/** Processes a message again; its result is read a moment later. */
export function useReplay(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (webhookId: string) =>
      call('POST /api/v2/{product}/webhook/{webhookId}/replay', { params: { product, webhookId }, body: {} }),
    onSettled: () =>
      Promise.all(['webhooks', 'webhook'].map((name) => client.invalidateQueries({ queryKey: [name, product] }))),
  });
}

const providersKey = (product: string) => ['payment-providers', product] as const;

export function useProviders(product: string) {
  return useQuery({
    queryKey: providersKey(product),
    queryFn: async ({ signal }): Promise<readonly PaymentProviderSettings[]> =>
      (await call('GET /api/v2/{product}/payment-provider', { params: { product }, signal })).items,
  });
}

export function useSetProvider(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setPaymentProvider>) =>
      call('POST /api/v2/{product}/payment-provider', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: providersKey(product) }),
  });
}
