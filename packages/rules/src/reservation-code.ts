/** Without look-alikes: no 0 and O, no 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** How many random bytes a code is made of: so many that they suffice in any world's lifetime. */
export const RESERVATION_CODE_BYTES = 32;

/** A code as `K7QX-29MD`, each as likely as any other, of `RESERVATION_CODE_BYTES` random bytes. Throws a RangeError when the bytes are too few. */
export function makeReservationCode(randomBytes: Uint8Array): string {
  let code = '';
  for (const byte of randomBytes) {
    // Five bits have one value more than the alphabet has letters: that one is thrown away, so that no letter is likelier.
    code += ALPHABET[byte & 31] ?? '';
    if (code.length === LENGTH) return dashed(code);
  }
  throw new RangeError(`A reservation code is made of ${RESERVATION_CODE_BYTES} random bytes`);
}

/** What somebody typed as a code: in any case, with or without the dash. `null` when it is none. */
export function normaliseReservationCode(text: string): string | null {
  const code = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(code) ? dashed(code) : null;
}

function dashed(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
