import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, isInReach, namedInstant, OUT_OF_REACH, paging, sortBy } from '../fields.ts';
import { onlineProvider } from './payment-providers.ts';

/**
 * States of a provider's message (PY-2). `RECEIVED`: stored, and processed soon. `WORKED`: the server looked the named
 * payment up because of it. `IGNORED`: its kind is unknown or not about payments. `UNMATCHED`: about a payment of
 * another product. `REJECTED`: its sender could not be verified. `WAITING`: no webhook secret is set, so it cannot be
 * verified yet; it is stored and retried.
 */
export const WEBHOOK_STATES = ['RECEIVED', 'WORKED', 'IGNORED', 'UNMATCHED', 'REJECTED', 'WAITING'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const WEBHOOK_REASONS = [
  'SIGNATURE_ABSENT',
  'SIGNATURE_WRONG',
  'TIMESTAMP_TOO_OLD',
  'TIMESTAMP_TOO_NEW',
  'NO_WEBHOOK_SECRET',
  'DEPOSIT_SECRET_WRONG',
  'NOT_JSON',
  'TYPE_UNKNOWN',
  'PAYMENT_UNKNOWN',
  /** The payment belongs to another merchant than the address that the message came to (MC-6). */
  'OTHER_MERCHANT',
] as const;
export type WebhookReason = (typeof WEBHOOK_REASONS)[number];

/** Messages of providers are a few kB long. */
const MOST_BYTES = 64 * 1024;
const upload = { types: ['application/json', 'text/plain', 'application/octet-stream'], maxBytes: MOST_BYTES };
const received = z.object({ received: z.literal(true) });

export const receiveTossWebhook = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook/toss',
  summary:
    'A webhook message of Toss. Its contents are not trusted: the named payment is looked up at Toss. Of a message without a payment only the beginning is kept, for days',
  access: 'public',
  upload,
  reply: received,
  problems: ['TOO_MANY_REQUESTS'],
});

export const receivePortoneWebhook = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook/portone',
  summary:
    'A webhook message of PortOne, signed by Standard Webhooks. One with a wrong signature or time is refused; only its beginning is kept, for days',
  access: 'public',
  upload,
  reply: received,
  problems: ['SIGNATURE_INVALID', 'TOO_MANY_REQUESTS'],
});

export const receiveTossWebhookOfStore = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook/toss/{storeId}',
  summary: 'A webhook message of Toss for the merchant of a store, like that for the chain (MC-6)',
  access: 'public',
  upload,
  reply: received,
  problems: ['TOO_MANY_REQUESTS'],
});

export const receivePortoneWebhookOfStore = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook/portone/{storeId}',
  summary: 'A webhook message of PortOne for the merchant of a store, verified with the secret of that merchant (MC-6)',
  access: 'public',
  upload,
  reply: received,
  problems: ['SIGNATURE_INVALID', 'TOO_MANY_REQUESTS'],
});

export const providerWebhook = z.object({
  id,
  provider: onlineProvider,
  state: z.enum(WEBHOOK_STATES),
  reason: z.enum(WEBHOOK_REASONS).nullable(),
  /** The provider's type of the message; `null`: it has none. */
  type: z.string().nullable(),
  paymentId: id.nullable(),
  /** The store whose address the message came to; `null`: that of the chain. */
  storeId: id.nullable(),
  receivedAt: instant,
  /** How often the same message arrived, and when last. */
  times: z.number().int().positive(),
  lastReceivedAt: instant,
  workedAt: instant.nullable(),
  /** The length of the whole body in bytes. */
  bytes: z.number().int().nonnegative(),
  /** False: only the beginning of the body is stored, so the message cannot be processed again. */
  isWhole: z.boolean(),
});
export type ProviderWebhook = z.infer<typeof providerWebhook>;

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/webhook',
  summary: 'Messages of providers, newest first',
  access: 'webhooks:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('receivedAt'),
      provider: onlineProvider.optional(),
      state: z.enum(WEBHOOK_STATES).optional(),
      paymentId: id.optional(),
      from: namedInstant.optional(),
      to: namedInstant.optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(providerWebhook).extend({
    /** Refused and ignored messages of the last days that were only counted, because the quota of their day was used up. */
    onlyCounted: z.object({ count: z.number().int().nonnegative(), bytes: z.number().int().nonnegative() }),
  }),
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/webhook/{webhookId}',
  summary: 'One message with its headers and its body, in which names, numbers and secrets are masked',
  access: 'webhooks:read',
  reply: providerWebhook.extend({
    headers: z.record(z.string(), z.string()),
    /** Indented JSON; `null`: the body is not JSON. Of a message that is not whole: the stored part. */
    body: z.string().nullable(),
    /** SHA-256 of the whole body, in hexadecimal; `null`: stored by an earlier version. */
    digest: z.string().nullable(),
  }),
});
export type WebhookDetail = z.infer<(typeof getWebhook)['reply']>;

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook/{webhookId}/replay',
  summary: 'Process a message again. Its signature is checked with the present secrets and the time of its arrival',
  access: 'webhooks:write',
  body: z.strictObject({}),
  reply: providerWebhook,
  problems: ['STATE_NOT_ALLOWED'],
});
