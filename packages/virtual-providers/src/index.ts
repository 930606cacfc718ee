/**
 * Virtual payment providers with the documented HTTP interfaces, in memory and on the loopback. Independent of server
 * code.
 */
export { startVirtualPortone, signedMessage } from './portone.ts';
export { startVirtualToss } from './toss.ts';
export type { ProviderFaults, SentWebhook, VirtualProvider } from './provider.ts';
