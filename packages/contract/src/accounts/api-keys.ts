import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, singleLine, sortBy } from '../fields.ts';

/** The credential of a channel (RV-9). Its secret is shown once, at creation, and not stored. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the secret, to distinguish keys: `mk_3fQ9x1`. */
  prefix: z.string(),
  /** The stores of the key; `null`: every store of the product, including future ones. */
  storeIds: z.array(id).nullable(),
  createdAt: instant,
  /** The last use, with the precision of a minute. */
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/api-key',
  summary: 'API keys, newest first',
  access: 'api-keys:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('createdAt', 'name'),
    revoked: z.enum(['no', 'only', 'all']).default('no'),
  }),
  reply: listOf(apiKey),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/api-key',
  summary: 'Create an API key. The reply has its secret once; a repeated Idempotency-Key gets null',
  access: 'api-keys:write',
  body: z.strictObject({
    name: singleLine(60),
    storeIds: z
      .array(id)
      .min(1)
      .max(500)
      .refine((list) => new Set(list).size === list.length, 'a store is named twice')
      .nullable(),
  }),
  reply: z.object({ apiKey, secret: z.string().nullable() }),
  shownOnce: ['secret'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/api-key/{apiKeyId}',
  summary: 'Revoke an API key: its next request is refused. Its reservations stay',
  access: 'api-keys:write',
  reply: apiKey,
});
