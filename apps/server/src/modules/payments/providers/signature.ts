import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookReason } from '@munjigi/contract';

/** The headers that Standard Webhooks signs with. `null`: absent. */
export interface SignedHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

const TOLERANCE_MS = 5 * 60_000;

/**
 * Returns why a message is not verified, or `null`. Verifies HMAC-SHA256 over `id.timestamp.body` with any of the
 * secrets, for any signature of the list (Standard Webhooks). Secrets are `whsec_` and base64. `at`: when the message
 * came.
 */
export function signatureFault(
  secrets: readonly string[],
  { id, timestamp, signature }: SignedHeaders,
  body: Buffer,
  at: Date,
): WebhookReason | null {
  if (secrets.length === 0) return 'NO_WEBHOOK_SECRET';
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return 'SIGNATURE_ABSENT';
  const ageMs = at.getTime() - Number(timestamp) * 1000;
  if (ageMs > TOLERANCE_MS) return 'TIMESTAMP_TOO_OLD';
  if (ageMs < -TOLERANCE_MS) return 'TIMESTAMP_TOO_NEW';
  const signatures = signature
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []));
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  return isSigned ? null : 'SIGNATURE_WRONG';
}
