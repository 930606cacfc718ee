import { createHash, randomBytes } from 'node:crypto';

/** `mjg_` and 32 random bytes in base64url. The prefix distinguishes it from the tokens of people and channels. */
const TOKEN = /^mjg_[\w-]{43}$/;

export function drawGuestToken(): string {
  return `mjg_${randomBytes(32).toString('base64url')}`;
}

export function isGuestToken(token: string): boolean {
  return TOKEN.test(token);
}

/** 256 random bits need no slow hash, and looking a hash up reveals nothing about the token by its duration. */
export function hashOfGuestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
