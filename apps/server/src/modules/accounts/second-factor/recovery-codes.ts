import { createHmac, randomInt } from 'node:crypto';
import { keyFor } from '../../../sealing/sealing.ts';

const CODES = 10;
const CHARACTERS = 10;
/** Crockford's base32 in lower case, without characters that look alike. 50 bits per code. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes to write down, such as `7kq2m-x90ab`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const code = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`;
  });
}

/** Keyed, so that the database alone is not enough to try all codes. Ignores case, spaces and hyphens. */
export function hashOfRecoveryCode(serverSecret: string, userId: string, typed: string): Buffer {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return createHmac('sha256', keyFor(serverSecret, 'munjigi recovery codes')).update(`${userId}:${code}`).digest();
}
