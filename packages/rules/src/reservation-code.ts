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

/** What a letter that is in no code was, by the looks of it, and which letters of codes look like one another. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'QD', O: 'QD', '1': 'J7T', I: 'J7T', L: 'J7T', B: '8', '8': 'B', S: '5', '5': 'S', Z: '2', '2': 'Z', G: '6', '6': 'G', U: 'V', V: 'U', Q: 'D', D: 'Q',
};
const MOST_SIMILAR = 64;

/**
 * The codes that somebody may have meant who read one aloud or typed it from a small screen, the likeliest first: what was typed, and what
 * looks like it. None when it has not the length of a code.
 */
export function similarReservationCodes(text: string): string[] {
  const typed = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  if (typed.length !== LENGTH || !/^[0-9A-Z]+$/.test(typed)) return [];
  // Letters that are in no code are wrong for certain, so they are replaced first; of the others at most as many as there is room for.
  let codes = [''];
  for (const letter of typed) {
    const others = LOOK_ALIKES[letter] ?? '';
    const meant = ALPHABET.includes(letter) ? letter + (codes.length * (1 + others.length) <= MOST_SIMILAR ? others : '') : others;
    codes = codes.flatMap((code) => meant.split('').map((one) => code + one)).slice(0, MOST_SIMILAR);
  }
  return codes.map(dashed);
}

function dashed(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
