import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, singleLine, sortBy, version } from '../fields.ts';
import {
  isProviderAddressAllowed,
  onlineProvider,
  PROVIDER_ADDRESS_REFUSED,
  providerConnection,
  providerConnectionInput,
} from './payment-providers.ts';

/** An account of a store at a provider: it collects the money of the store's guests and pays it out to the store. */
export const storeMerchant = z.object({
  ...providerConnection,
  id,
  storeId: id,
  startedAt: instant,
  /** Since then no payment begins with it. `null`: it collects. */
  endedAt: instant.nullable(),
  /** Payments and refunds that are not done yet. The account and its keys have to stay valid for them. */
  openCount: z.number().int().min(0),
});
export type StoreMerchant = z.infer<typeof storeMerchant>;

export const listStoreMerchants = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store-merchant',
  summary:
    'Merchants of stores, the running ones first. A store without a running one collects through the merchant of the chain (MC-1)',
  access: 'webhooks:read',
  query: z.strictObject({ ...paging, sort: sortBy('startedAt'), storeId: id.optional() }),
  reply: listOf(storeMerchant),
});

export const setStoreMerchant = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store-merchant',
  summary:
    'Set the merchant of a store at a provider. The same merchant id replaces its keys, also for begun payments; another id ends the present merchant and starts a new one (MC-2)',
  access: 'webhooks:write',
  body: z
    .strictObject({ ...providerConnectionInput, storeId: id, merchantId: singleLine(100) })
    .refine(isProviderAddressAllowed, PROVIDER_ADDRESS_REFUSED),
  reply: storeMerchant,
  problems: ['STALE'],
});

export const endStoreMerchant = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store-merchant/end',
  summary:
    'End the merchant of a store: new payments begin with the merchant of the chain. Begun payments and refunds stay with it (MC-3)',
  access: 'webhooks:write',
  body: z.strictObject({ storeId: id, provider: onlineProvider, version }),
  reply: storeMerchant,
  problems: ['STALE'],
});

/** Who has the money of guests first: head office, which pays it out by the settlement, or the store itself. */
export const COLLECTORS = ['CHAIN', 'STORE'] as const;

export const readCollectors = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/collectors',
  summary: 'Who collects the online payments of a store at each provider that is set up, without any key (MC-9)',
  access: 'stores:read',
  reply: z.object({
    storeId: id,
    items: z.array(
      z.object({
        provider: onlineProvider,
        collector: z.enum(COLLECTORS),
        /** The id of the store's account at the provider; `null`: the merchant of the chain. */
        merchantId: z.string().nullable(),
      }),
    ),
  }),
});
export type Collectors = z.infer<(typeof readCollectors)['reply']>;
