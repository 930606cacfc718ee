/**
 * Virtual payment providers with the documented HTTP interfaces, in memory and on the loopback. Independent of server
 * code. `playNext` and `odd` of a provider play odd but documented behaviour, `nextCancels` of its book makes refunds later,
 * and `repeatAndReorder` delivers its messages as they may come. All of it is off by default.
 */
export { startVirtualPortone, signedMessage } from './portone.ts';
export { startVirtualIdentity, type VirtualIdentity } from './identity.ts';
export { startVirtualToss } from './toss.ts';
export type { BookedTerms, CancelState } from './book.ts';
export { repeatAndReorder, type OddAnswer, type OddBehaviour, type RequestKind } from './odd.ts';
export type { ProviderFaults, SentWebhook, VirtualProvider } from './provider.ts';
export { startVirtualMailbox, type ReceivedMail, type VirtualMailbox } from './mailbox.ts';
export { startVirtualSolapi, type ReceivedSms, type VirtualSolapi } from './solapi.ts';
