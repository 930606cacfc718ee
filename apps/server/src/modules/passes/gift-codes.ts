import { createHash, randomBytes } from 'node:crypto';
import { makeReservationCode, RESERVATION_CODE_BYTES } from '@munjigi/rules';

/** A gift code has two groups of eight letters, about 79 random bits. The server keeps only its hash. */
export function makeGiftCode(): { readonly code: string; readonly mark: Buffer } {
  const half = () => makeReservationCode(randomBytes(RESERVATION_CODE_BYTES));
  const code = `${half()}-${half()}`;
  return { code, mark: hashGiftCode(code) };
}

/** The hash of a typed code, in any case, with or without hyphens and spaces. */
export function hashGiftCode(typed: string): Buffer {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '');
  return createHash('sha256').update(letters).digest();
}
