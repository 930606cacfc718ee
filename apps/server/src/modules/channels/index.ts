/**
 * API keys and authentication of channels; the booking API of channels, and which reservations a channel created
 * (RV-9); the money that channels collect, and their monthly statements (decision 069).
 */
export { apiKeyRoutes } from './api-keys.routes.ts';
export { createChannelAuthenticator } from './authenticate-channel.ts';
export { channelStatementRoutes } from './channel-statements.routes.ts';
export { channelRoutes } from './channels.routes.ts';
