import type { WebhookReason } from '@munjigi/contract';
import type { MessageKeys } from './settings.ts';
import { signatureFault } from './signature.ts';

/** Why nobody can say that the provider sent it; `null` where he does, and where messages of the provider are not signed and hence not believed. */
export function messageFault({ provider, webhookSecrets }: MessageKeys, headers: Readonly<Record<string, string>>, body: Buffer, at: Date): WebhookReason | null {
  if (provider === 'TOSS') return null;
  const signed = { id: headers['webhook-id'] ?? null, timestamp: headers['webhook-timestamp'] ?? null, signature: headers['webhook-signature'] ?? null };
  return signatureFault(webhookSecrets, signed, body, at);
}
