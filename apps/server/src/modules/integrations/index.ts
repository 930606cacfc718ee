/** Interfaces to other systems: calendar feeds (RV-8), channels (RV-9), outgoing webhooks (AP-7). */
export { calendarFeedRoutes } from './calendar-feeds.routes.ts';
export { channelRoutes } from './channels.routes.ts';
export { OUTBOUND_TIMEOUT_MS, postGuarded, type PostResult } from './guarded-post.ts';
export {
  addressMatcher,
  hostOf,
  isPublicAddress,
  webhookAddresses,
  type AddressFault,
  type WebhookAddresses,
} from './webhook-address.ts';
export { sealedWebhookSecrets, webhookSeal } from './webhook-endpoints.ts';
export { webhookEndpointRoutes } from './webhook-endpoints.routes.ts';
export { startWebhooks } from './webhooks.ts';
export { SEND_FROM_NOW_ON } from './webhook-endpoints.sql.ts';
