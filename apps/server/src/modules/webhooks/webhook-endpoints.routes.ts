import {
  createWebhookEndpoint,
  editWebhookEndpoint,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  renewWebhookSecret,
  replayWebhookDeliveries,
  replayWebhookDelivery,
  testWebhookEndpoint,
  WEBHOOK_TEST_TYPE,
} from '@munjigi/contract';
import { notFound, route, type Route } from '../../http/index.ts';
import { replayDeliveries, replayDelivery, testEndpoint } from './webhook-delivery.ts';
import { createEndpoint, editEndpoint, removeEndpoint, renewSecret, type WebhookDeps } from './webhook-endpoints.ts';
import { findDeliveries, findEndpoints, toWebhookDelivery } from './webhook-endpoints.sql.ts';

export function webhookEndpointRoutes(deps: WebhookDeps): Route[] {
  return [
    route(listWebhookEndpoints, ({ tx, query }) => findEndpoints(tx, query)),
    route(createWebhookEndpoint, ({ work, body }) => createEndpoint(deps, work, body)),
    route(editWebhookEndpoint, ({ work, params, body }) => editEndpoint(deps, work, params.endpointId, body)),
    route(renewWebhookSecret, ({ work, params, body }) => renewSecret(deps, work, params.endpointId, body.version)),
    route(removeWebhookEndpoint, ({ work, params }) => removeEndpoint(work, params.endpointId)),
    route(testWebhookEndpoint, ({ work, params }) => testEndpoint(work, params.endpointId, WEBHOOK_TEST_TYPE)),
    route(listWebhookDeliveries, ({ tx, query }) => findDeliveries(tx, query)),
    route(getWebhookDelivery, async ({ tx, params }) => {
      const row = await tx
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('id', '=', params.deliveryId)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { delivery: toWebhookDelivery(row), body: row.body };
    }),
    route(replayWebhookDeliveries, ({ work, params, body }) => replayDeliveries(work, params.endpointId, body.since)),
    route(replayWebhookDelivery, ({ work, params }) => replayDelivery(work, params.deliveryId)),
  ];
}
