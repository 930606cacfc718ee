/** Channels: their API keys and the booking API that they call (RV-9). */
export { apiKeyRoutes } from './api-keys.routes.ts';
export { createChannelAuthenticator } from './authenticate-channel.ts';
export { channelStatementRoutes } from './channel-statements.routes.ts';
export { channelRoutes } from './channels.routes.ts';
