import { createHmac } from 'node:crypto';
import { postGuarded, type PostResult } from './guarded-request.ts';
import type { WebhookAddresses } from './webhook-address.ts';

export interface OutgoingWebhook {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  /** The secrets that sign a message; there are two for a day after a renewal. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Posts the message once, signed by Standard Webhooks. */
export async function sendWebhook(
  addresses: WebhookAddresses,
  { url, messageId, body, secrets, at }: OutgoingWebhook,
  timeoutMs: number,
): Promise<PostResult> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Munjigi-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${signatureOf(secret, `${messageId}.${timestamp}.${body}`)}`)
      .join(' '),
  };
  return postGuarded(addresses, { url, headers, body: Buffer.from(body) }, timeoutMs);
}

/** HMAC-SHA-256 in base64, keyed with the decoded bytes of a `whsec_` secret. */
export function signatureOf(secret: string, content: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(content)
    .digest('base64');
}

export const SECRET_PREFIX = 'whsec_';
