import { createHmac } from 'node:crypto';
import { postGuarded, type PostResult } from './guarded-post.ts';
import type { WebhookAddresses } from './webhook-address.ts';

export interface OutgoingWebhook {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  /** Each signs: while a new secret is brought to the receiver there are two. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Posts it once, signed as Standard Webhooks says. */
export async function sendWebhook(addresses: WebhookAddresses, { url, messageId, body, secrets, at }: OutgoingWebhook, timeoutMs: number): Promise<PostResult> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Munjigi-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, `${messageId}.${timestamp}.${body}`)}`).join(' '),
  };
  return postGuarded(addresses, { url, headers, body: Buffer.from(body) }, timeoutMs);
}

/** HMAC-SHA-256 in base64, by the bytes of a secret that is written `whsec_` and base64. */
export function signatureOf(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')).update(content).digest('base64');
}

export const SECRET_PREFIX = 'whsec_';
