import type { MessageChannel } from '@munjigi/contract';

/** One message as a provider gets it. It holds personal data and the digits of a code, and must not be logged. */
export interface GuestMessage {
  /** The id of the attempt: the provider gets it too. */
  readonly id: string;
  readonly channel: MessageChannel;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
  /** Of an e-mail about place and time: the calendar entry of the stay, which the provider attaches. */
  readonly calendar: { readonly type: string; readonly text: string } | null;
  /** Of an alimtalk: the KakaoTalk channel and the approved template. */
  readonly alimtalk: { readonly channelId: string; readonly templateCode: string } | null;
}

/**
 * `REFUSED`: the provider will never send this message. `UNREACHABLE`: it was not sent, and the same message can be sent
 * later. `DEFERRED`: the provider works, and takes nothing for this recipient now. `UNKNOWN`: it may have been sent.
 * `isDelivered`: it arrived already. `isOfAccount`: it was refused because of the account of the product, such as a sender that is not registered, so a
 * person has to correct its settings.
 */
export type SendOutcome =
  | {
      readonly kind: 'ACCEPTED';
      readonly providerMessageId: string | null;
      readonly cost: number | null;
      readonly isDelivered?: boolean;
    }
  | { readonly kind: 'REFUSED'; readonly error: string; readonly isOfAccount?: boolean }
  | { readonly kind: 'DEFERRED' | 'UNREACHABLE' | 'UNKNOWN'; readonly error: string };

/** What a provider knows about a message whose outcome the server did not see. */
export type LookupOutcome = SendOutcome | { readonly kind: 'NOT_SENT' };

export interface MessageDriver {
  /**
   * Sends one message. Calls `keepReference` with what the provider knows the message by, and waits for it, before the
   * provider can send anything.
   */
  send(message: GuestMessage, keepReference: (reference: string) => Promise<void>): Promise<SendOutcome>;
  /** Finds out what became of a message. `null`: this provider cannot say. */
  lookUp: ((reference: string) => Promise<LookupOutcome>) | null;
}

/** How the error of a deferred attempt begins. Such attempts of a message are counted. */
export const DEFERRED_ERROR = 'RECIPIENT_DEFERRED';

const MOST_ERROR_LETTERS = 200;

/** The provider's words without long numbers, which could be a phone or a code. */
export function hideNumbers(words: string): string {
  return words.replace(/\d[\d -]{4,}\d/g, '***').slice(0, MOST_ERROR_LETTERS);
}
