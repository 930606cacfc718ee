import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { MESSAGE_CHANNELS } from './messages.ts';

/** A message that a guest or a person of the demo's staff received. */
export const demoInboxItem = z.object({
  id: z.string(),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  from: z.string(),
  /** Of e-mails. */
  subject: z.string(),
  body: z.string(),
  receivedAt: instant,
});
export type DemoInboxItem = z.infer<typeof demoInboxItem>;

export const listDemoInbox = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/demo-inbox',
  summary: 'What guests and staff of the demo received, newest first, at most 200; outside a demo there is none (404)',
  access: 'messages:read',
  reply: z.object({ items: z.array(demoInboxItem).max(200) }),
});
