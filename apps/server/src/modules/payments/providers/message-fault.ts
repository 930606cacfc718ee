import type { WebhookReason } from '@munjigi/contract';
import type { MessageKeys } from './open-providers.ts';
import { signatureFault } from './signature.ts';

/**
 * Returns why a message is not verified. Returns `null` when its signature is valid, and for a provider that does not
 * sign, whose messages are not trusted.
 */
export function messageFault(
  { provider, webhookSecrets }: MessageKeys,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  at: Date,
): WebhookReason | null {
  if (provider === 'TOSS') return null;
  const signed = {
    id: headers['webhook-id'] ?? null,
    timestamp: headers['webhook-timestamp'] ?? null,
    signature: headers['webhook-signature'] ?? null,
  };
  return signatureFault(webhookSecrets, signed, body, at);
}
