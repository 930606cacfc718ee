/**
 * Virtual payment providers with the documented HTTP interfaces, in memory and on the loopback. Independent of server
 * code.
 */
export { startVirtualPortone, signedMessage } from './portone.ts';
export { startVirtualToss } from './toss.ts';
export type { BookedTerms } from './book.ts';
export type { ProviderFaults, SentWebhook, VirtualProvider } from './provider.ts';
export { startVirtualMailbox, type ReceivedMail, type VirtualMailbox } from './mailbox.ts';
export { startVirtualSolapi, type ReceivedSms, type VirtualSolapi } from './solapi.ts';
