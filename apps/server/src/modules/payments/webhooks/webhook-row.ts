import type { ProviderWebhook, WebhookReason, WebhookState } from '@munjigi/contract';
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { SEALED_OVERHEAD, type PersonalKeys, type Tables } from '../../../db/index.ts';

export type WebhookRow = Selectable<Tables['provider_webhooks']>;

/** The kind of the job that processes one message. */
export const WEBHOOK_JOB = 'payments.webhook';

/** States of messages of which only the beginning is kept, and only for days. */
export const ABRIDGED_STATES = ['REJECTED', 'IGNORED', 'UNMATCHED'] as const satisfies readonly WebhookState[];
export type AbridgedState = (typeof ABRIDGED_STATES)[number];

/** The most bytes kept of a refused or ignored message. */
export const MOST_KEPT_BYTES = 2048;

export function toWebhook(
  row: Omit<WebhookRow, 'body' | 'headers' | 'message_key' | 'body_digest' | 'was_worked'> & {
    readonly sealed_bytes: number;
    /** The store whose address it came to. */
    readonly store_id: string | null;
  },
): ProviderWebhook {
  return {
    id: row.id,
    provider: row.provider,
    state: row.state,
    reason: row.reason as WebhookReason | null,
    type: row.type,
    paymentId: row.payment_id,
    storeId: row.store_id,
    receivedAt: row.received_at.toISOString(),
    times: row.times,
    lastReceivedAt: row.last_received_at.toISOString(),
    workedAt: row.worked_at?.toISOString() ?? null,
    bytes: row.body_bytes ?? Math.max(0, row.sealed_bytes - SEALED_OVERHEAD),
    isWhole: row.is_whole,
  };
}

/** The columns of a body that is kept whole, or only its beginning. */
export function bodyColumns(
  personal: PersonalKeys,
  body: Buffer,
  most = Number.POSITIVE_INFINITY,
): Pick<WebhookRow, 'body' | 'body_bytes' | 'body_digest' | 'is_whole'> {
  return {
    body: personal.seal(body.subarray(0, most)),
    body_bytes: body.length,
    body_digest: createHash('sha256').update(body).digest(),
    is_whole: body.length <= most,
  };
}

/**
 * Returns the key that dedupes a message. With a fault, the key includes the fault, the timestamp, the signature and the
 * address, so that a forged message never blocks the one that it copies, and one at a wrong address not the one at the
 * right address.
 */
export function messageKey(
  {
    headers,
    body,
    storeId,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly storeId: string | null;
  },
  fault: WebhookReason | null,
): Buffer {
  const signed =
    fault === null
      ? ''
      : `${fault}.${headers['webhook-timestamp'] ?? ''}.${headers['webhook-signature'] ?? ''}${storeId ?? ''}`;
  return createHash('sha256')
    .update(`${signed}.${headers['webhook-id'] ?? ''}.`)
    .update(body)
    .digest();
}
