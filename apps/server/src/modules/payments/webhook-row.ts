import type { OnlineProvider, ProviderWebhook, WebhookReason, WebhookState } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { SEALED_OVERHEAD, type Tables } from '../../db/index.ts';

export type WebhookRow = Selectable<Tables['provider_webhooks']>;

export function shapedWebhook(row: Omit<WebhookRow, 'body' | 'headers' | 'message_key'> & { readonly sealed_bytes: number }): ProviderWebhook {
  return {
    id: row.id, provider: row.provider as OnlineProvider, state: row.state as WebhookState, reason: row.reason as WebhookReason | null, type: row.type, paymentId: row.payment_id,
    receivedAt: row.received_at.toISOString(), times: row.times, lastReceivedAt: row.last_received_at.toISOString(), workedAt: row.worked_at?.toISOString() ?? null, bytes: Math.max(0, row.sealed_bytes - SEALED_OVERHEAD),
  };
}
