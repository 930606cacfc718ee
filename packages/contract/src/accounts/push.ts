import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';

/**
 * The kinds of push notifications that a browser gets while it is closed (NT-4): payment notifications, alarms of
 * doors, requests that wait for the person's approval, checks that found that a guest cannot come in, guests who stay
 * too long, slots that became free for a waiting guest, and incidents for which the person is on call (OC-3). The
 * person's rights limit them further.
 */
export const PUSH_KINDS = ['MONEY', 'ALARM', 'APPROVAL', 'READINESS', 'OVERRUN', 'WAITLIST', 'ON_CALL'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const pushBrowser = z.object({
  id,
  userAgent: z.string(),
  kinds: z.array(z.enum(PUSH_KINDS)),
  createdAt: instant,
  lastDeliveredAt: instant.nullable(),
});
export type PushBrowser = z.infer<typeof pushBrowser>;

/** Bytes in base64url without padding; RFC 8291, 3.2, requires 65 and 16 of them. */
const bytes = (length: number) =>
  z
    .string()
    .length(length)
    .regex(/^[\w-]+$/, 'must be base64url');

export const readPush = endpoint({
  method: 'GET',
  path: '/api/v2/auth/push',
  summary: 'The own browsers with push notifications, and the key that a browser subscribes with (RFC 8292)',
  access: 'signed-in',
  reply: z.object({ publicKey: z.string(), browsers: z.array(pushBrowser) }),
});

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/v2/auth/push',
  summary:
    'Subscribe this browser to push notifications. A repeated request changes its kinds and binds it to this session',
  access: 'signed-in',
  body: z.strictObject({
    endpoint: z.url().max(2048),
    keys: z.strictObject({ p256dh: bytes(87), auth: bytes(22) }),
    kinds: z
      .array(z.enum(PUSH_KINDS))
      .min(1)
      .max(PUSH_KINDS.length)
      .refine((list) => new Set(list).size === list.length, 'a kind is named twice'),
  }),
  reply: pushBrowser,
});

export const removePush = endpoint({
  method: 'DELETE',
  path: '/api/v2/auth/push/{browserId}',
  summary: 'Unsubscribe one of the own browsers from push notifications',
  access: 'signed-in',
  reply: z.object({}),
});
