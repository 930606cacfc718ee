import { createHash, createHmac } from 'node:crypto';
import { keyFor } from '../../../sealing/sealing.ts';

/** `mjg_`, of a companion `mjc_`, and 32 bytes in base64url. The prefix distinguishes it from the tokens of people and channels. */
const TOKEN = /^mj[gc]_[\w-]{43}$/;

/** Derives the tokens of guests from the server's secret (decision 074). */
export interface GuestTokens {
  /** Names the key. A token of another key cannot be composed again. */
  readonly keyMark: string;
  /** The token of this id: always the same one. */
  derive(tokenId: string): string;
  /** The token of the companion's link of this id (GT-21). */
  deriveCompanion(linkId: string): string;
}

export function guestTokensOf(secret: string): GuestTokens {
  const key = keyFor(secret, 'munjigi guest tokens');
  const companionKey = keyFor(secret, 'munjigi companion links');
  return {
    keyMark: keyFor(secret, 'munjigi guest tokens: which secret').subarray(0, 16).toString('hex'),
    derive: (tokenId) => `mjg_${createHmac('sha256', key).update(`guest-token:${tokenId}`).digest('base64url')}`,
    deriveCompanion: (linkId) => `mjc_${createHmac('sha256', companionKey).update(linkId).digest('base64url')}`,
  };
}

export function isGuestToken(token: string): boolean {
  return TOKEN.test(token);
}

/** Whether a token is that of a companion's link. */
export function isCompanionToken(token: string): boolean {
  return token.startsWith('mjc_');
}

/** 256 bits that only the server's secret reveals need no slow hash, and the duration of a search reveals nothing. */
export function hashOfGuestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
