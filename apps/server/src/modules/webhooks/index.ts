/** Webhooks to the chain's own systems, and guarded requests to addresses that people enter (decision 036). */
export { OUTBOUND_TIMEOUT_MS, postGuarded, sendGuardedRequest, type PostResult } from './guarded-request.ts';
export {
  addressMatcher,
  hostOf,
  isPublicAddress,
  webhookAddresses,
  type AddressFault,
  type WebhookAddresses,
} from './webhook-address.ts';
export { webhookEndpointRoutes } from './webhook-endpoints.routes.ts';
export { SEND_FROM_NOW_ON } from './webhook-endpoints.sql.ts';
export { sealedWebhookSecrets, webhookSeal } from './webhook-endpoints.ts';
export { startWebhooks } from './webhooks.ts';
