import { createHash, randomBytes } from 'node:crypto';

/** `mjd_` and 32 bytes in base64url. The prefix distinguishes it from the tokens of people, channels and guests. */
const TOKEN = /^mjd_[\w-]{43}$/;

export function newDisplayToken(): string {
  return `mjd_${randomBytes(32).toString('base64url')}`;
}

export function isDisplayToken(token: string): boolean {
  return TOKEN.test(token);
}

/** 256 random bits need no slow hash, and the duration of a search reveals nothing. */
export function hashOfDisplayToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
