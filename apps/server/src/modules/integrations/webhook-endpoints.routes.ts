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
import { findDeliveries, findEndpoints, shapedDelivery } from './webhook-endpoints.sql.ts';

export function webhookEndpointRoutes(deps: WebhookDeps): Route[] {
  return [
    route(listWebhookEndpoints, ({ tx, query }) => findEndpoints(tx, query)),
    route(createWebhookEndpoint, ({ tx, actor, body }) => createEndpoint(deps, tx, actor, body)),
    route(editWebhookEndpoint, ({ tx, actor, params, body }) => editEndpoint(deps, tx, actor, params.endpointId, body)),
    route(renewWebhookSecret, ({ tx, actor, params, body }) =>
      renewSecret(deps, tx, actor, params.endpointId, body.version),
    ),
    route(removeWebhookEndpoint, ({ tx, actor, params }) => removeEndpoint(deps, tx, actor, params.endpointId)),
    route(testWebhookEndpoint, ({ tx, actor, params }) =>
      testEndpoint(deps, tx, actor, params.endpointId, WEBHOOK_TEST_TYPE),
    ),
    route(listWebhookDeliveries, ({ tx, query }) => findDeliveries(tx, query)),
    route(getWebhookDelivery, async ({ tx, params }) => {
      const row = await tx
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('id', '=', params.deliveryId)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { delivery: shapedDelivery(row), body: row.body };
    }),
    route(replayWebhookDeliveries, ({ tx, actor, params, body }) =>
      replayDeliveries(deps, tx, actor, params.endpointId, body.since),
    ),
    route(replayWebhookDelivery, ({ tx, actor, params }) => replayDelivery(deps, tx, actor, params.deliveryId)),
  ];
}
