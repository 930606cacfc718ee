/** Providers of payments that speak the documented HTTP, in memory and on the loopback. Nothing here knows the server. */
export { startVirtualPortone, signedMessage } from './portone.ts';
export { startVirtualToss } from './toss.ts';
export type { ProviderFaults, SentWebhook, VirtualProvider } from './provider.ts';
