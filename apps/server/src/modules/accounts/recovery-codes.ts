import { createHmac, randomInt } from 'node:crypto';
import { keyFor } from '../../sealing.ts';

const CODES = 10;
const CHARACTERS = 10;
/** Crockford's base32 in small letters: none that is taken for another. Fifty bits a code. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten of them, to be written down: `7kq2m-x90ab`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const code = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`;
  });
}

/** Keyed, so that the database alone does not let anybody try all there are. Alike however it was typed. */
export function hashOfRecoveryCode(serverSecret: string, userId: string, typed: string): Buffer {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return createHmac('sha256', keyFor(serverSecret, 'munjigi recovery codes')).update(`${userId}:${code}`).digest();
}
