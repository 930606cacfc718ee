import type {
  listWebhookDeliveries,
  listWebhookEndpoints,
  QueryOf,
  WebhookDelivery,
  WebhookEndpoint,
} from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import { toCursorPage } from '../../http/index.ts';
import { findSuspensions } from '../../jobs/index.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoints']>;
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** Endpoints as they are shown, with the suspensions of those that time out. */
export async function toEndpoints(tx: Tx, rows: readonly EndpointRow[]): Promise<WebhookEndpoint[]> {
  const suspensions = await findSuspensions(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toEndpoint(row, suspensions.get(row.id)));
}

export function toEndpoint(row: EndpointRow, suspendedUntil?: Date): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    state: row.state,
    previousSecretUntil: row.previous_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    version: row.version,
  };
}

export function toWebhookDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    messageId: row.message_id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    tries: row.tries,
  };
}

export async function findEndpoints(
  tx: Tx,
  { page, limit, sort }: QueryOf<typeof listWebhookEndpoints>,
): Promise<{ total: number; items: WebhookEndpoint[] }> {
  const present = tx.selectFrom('webhook_endpoints').where('removed_at', 'is', null);
  const { total, rows } = await readNumberedPage(present.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { createdAt: 'created_at' }, 'id', sql`created_at, id`),
  });
  return { total, items: await toEndpoints(tx, rows) };
}

/** Newest first, by the time in the id. */
export async function findDeliveries(
  tx: Tx,
  { endpointId, state, type, from, to, cursor, limit }: QueryOf<typeof listWebhookDeliveries>,
): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
  const rows = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
    .where((eb) => eb.and({ ...(state !== undefined && { state }) }))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (query) => query.where('created_at', '<', new Date(to ?? '')))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toCursorPage(rows, { limit, toItem: toWebhookDelivery, toCursor: ({ id }) => id });
}

/** Runs once after a restore, because the stored positions refer to another event stream. Later events are sent. */
export const SEND_FROM_NOW_ON = `do $$ begin
  -- For the schema of an older backup, the migration does this.
  if to_regclass('event_sequence') is null then return; end if;
  update webhook_endpoints set after_position = event_position_now();
end $$`;
