import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { EventName } from './events.ts';
import { id, instant, listOf, namedInstant, paging, queryNumber, sortBy, text, version } from './fields.ts';

/**
 * Events that the chain's own systems can subscribe to (AP-7): the stream's events with the same payload; guests are
 * masked.
 */
export const WEBHOOK_TYPES = [
  'reservation.changed',
  'payment.changed',
  'access-code.changed',
  'notifications.changed',
  'settlement.changed',
  'readiness.checked',
  'extension-offer.changed',
  'alarm.changed',
  'emergency.changed',
  'door.changed',
  'device.changed',
  'room.changed',
  'store.changed',
  'calendar.changed',
  'prices.changed',
] as const satisfies readonly EventName[];
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The type of a test message. */
export const WEBHOOK_TEST_TYPE = 'webhook.test';

const types = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1)
  .max(WEBHOOK_TYPES.length)
  .refine((list) => new Set(list).size === list.length, 'a type is named twice');
/** `https`; `http` only to addresses that `WEBHOOK_ALLOW` lists. User and password are not allowed in it. */
const url = z.url({ protocol: /^https?$/ }).max(2000);

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  /**
   * `FAILING`: the server disabled it, because no delivery succeeded for days or the receiver answered that it is gone.
   */
  state: z.enum(['ENABLED', 'DISABLED', 'FAILING']),
  /** The time until which the previous secret also signs. */
  previousSecretUntil: instant.nullable(),
  createdAt: instant,
  changedAt: instant,
  changedBy: z.string(),
  lastDeliveredAt: instant.nullable(),
  /** The first failed attempt since the last delivery; `null` while deliveries succeed. */
  failingSince: instant.nullable(),
  /**
   * The endpoint timed out repeatedly: nothing is sent before this time, and then one message probes whether it answers
   * again.
   */
  suspendedUntil: instant.nullable(),
  version,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/webhook-endpoint',
  summary: 'Webhook endpoints, oldest first (AP-7)',
  access: 'webhooks:read',
  query: z.strictObject({ ...paging, sort: sortBy('createdAt') }),
  reply: listOf(webhookEndpoint),
});

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook-endpoint',
  summary:
    'Add a webhook endpoint; messages are signed by Standard Webhooks. The reply has its secret (`whsec_…`) once; a repeated Idempotency-Key gets null',
  access: 'webhooks:write',
  body: z.strictObject({ url, description: text(200, 0).default(''), types }),
  reply: z.object({ endpoint: webhookEndpoint, secret: z.string().nullable() }),
  shownOnce: ['secret'],
});

export const editWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/webhook-endpoint/{endpointId}',
  summary: 'Change the address and the types of a webhook endpoint. Events while it is switched off are not sent later',
  access: 'webhooks:write',
  body: z.strictObject({
    version,
    url: url.optional(),
    description: text(200, 0).optional(),
    types: types.optional(),
    isEnabled: z.boolean().optional(),
  }),
  reply: webhookEndpoint,
  problems: ['STALE'],
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook-endpoint/{endpointId}/secret',
  summary: 'Create a new secret of an endpoint. The reply has it once; the previous one signs too for 24 hours',
  access: 'webhooks:write',
  body: z.strictObject({ version }),
  reply: z.object({ endpoint: webhookEndpoint, secret: z.string().nullable() }),
  shownOnce: ['secret'],
  problems: ['STALE'],
});

export const removeWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/webhook-endpoint/{endpointId}',
  summary: 'Remove a webhook endpoint. Its deliveries can be read until they are deleted',
  access: 'webhooks:write',
  reply: webhookEndpoint,
});

export const webhookTry = z.object({
  at: instant,
  /** The duration of the attempt in milliseconds. */
  ms: z.number().int(),
  /** The HTTP status; `null` when there was no answer. */
  status: z.number().int().nullable(),
  /** Why there was no answer, as a code: `ECONNREFUSED`, `TIMEOUT`, `PRIVATE_ADDRESS`. */
  error: z.string().nullable(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhookDelivery = z.object({
  id,
  endpointId: id,
  /** The `webhook-id` of the message: the same for each attempt and each endpoint. */
  messageId: z.string(),
  type: z.string(),
  /** `DROPPED`: its endpoint was disabled or removed before the delivery succeeded. */
  state: z.enum(['PENDING', 'DELIVERED', 'FAILED', 'DROPPED']),
  attempts: z.number().int(),
  createdAt: instant,
  nextAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** The latest ten attempts, the newest first. */
  tries: z.array(webhookTry),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/webhook-delivery',
  summary:
    'Deliveries of an endpoint, newest first, by cursor. Kept for 30 days after their end. `sort` has one value, the order of its index',
  access: 'webhooks:read',
  query: z.strictObject({
    endpointId: id.optional(),
    state: webhookDelivery.shape.state.optional(),
    type: z.enum([...WEBHOOK_TYPES, WEBHOOK_TEST_TYPE]).optional(),
    /** Created in `[from, to)`. */
    from: namedInstant.optional(),
    to: namedInstant.optional(),
    cursor: id.optional(),
    sort: z.enum(['-createdAt']).optional(),
    limit: queryNumber(1, 200).default(20),
  }),
  reply: z.object({ items: z.array(webhookDelivery), nextCursor: id.nullable() }),
});

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/webhook-delivery/{deliveryId}',
  summary: 'One delivery with its body',
  access: 'webhooks:read',
  reply: z.object({ delivery: webhookDelivery, body: z.string() }),
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook-delivery/{deliveryId}/replay',
  summary:
    'Send a delivery again with the same id and body and as many attempts as at first. One that is still pending is sent now',
  access: 'webhooks:write',
  body: z.strictObject({}),
  reply: webhookDelivery,
  problems: ['STATE_NOT_ALLOWED'],
});

/** The most deliveries of one call of `replayWebhookDeliveries`. */
export const MOST_REPLAYED = 500;

export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook-endpoint/{endpointId}/replay',
  summary: 'Send failed and dropped deliveries since a time again, oldest first, at most 500 a call',
  access: 'webhooks:write',
  body: z.strictObject({ since: namedInstant }),
  /** `remaining`: deliveries that need another call. */
  reply: z.object({ replayed: z.number().int().nonnegative(), remaining: z.number().int().nonnegative() }),
  problems: ['STATE_NOT_ALLOWED'],
});

export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/webhook-endpoint/{endpointId}/test',
  summary: 'Send a message of the type `webhook.test` to an endpoint',
  access: 'webhooks:write',
  body: z.strictObject({}),
  reply: webhookDelivery,
  problems: ['STATE_NOT_ALLOWED'],
});
