/** The letters of codes, without look-alikes: no 0 and O, no 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Number of random bytes for a code: enough for any practical run of rejected values. */
export const RESERVATION_CODE_BYTES = 32;

/**
 * Makes a code such as `K7QX-29MD` from `RESERVATION_CODE_BYTES` random bytes; all codes are equally likely. Throws a
 * RangeError for too few bytes.
 */
export function makeReservationCode(randomBytes: Uint8Array): string {
  let code = '';
  for (const byte of randomBytes) {
    // Five bits have one value more than the alphabet has letters; that value is discarded, so that all letters are
    // equally likely.
    code += ALPHABET[byte & 31] ?? '';
    if (code.length === LENGTH) return dashed(code);
  }
  throw new RangeError(`A reservation code is made of ${RESERVATION_CODE_BYTES} random bytes`);
}

/** Normalises a typed code, in any case, with or without the dash. `null` when it is not a code. */
export function normaliseReservationCode(text: string): string | null {
  const code = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(code) ? dashed(code) : null;
}

/**
 * For a letter that no code contains: the letters that it may stand for. For a letter of the alphabet: the letters that
 * it resembles.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'QD',
  O: 'QD',
  '1': 'J7T',
  I: 'J7T',
  L: 'J7T',
  B: '8',
  '8': 'B',
  S: '5',
  '5': 'S',
  Z: '2',
  '2': 'Z',
  G: '6',
  '6': 'G',
  U: 'V',
  V: 'U',
  Q: 'D',
  D: 'Q',
};
const MOST_SIMILAR = 64;

/**
 * Returns the codes that a person may have meant who read one aloud or typed it from a small screen, the likeliest
 * first: the typed code, then similar ones. Empty if the text does not have the length of a code.
 */
export function similarReservationCodes(text: string): string[] {
  const typed = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  if (typed.length !== LENGTH || !/^[0-9A-Z]+$/.test(typed)) return [];
  // Letters that no code contains are always replaced. Letters of the alphabet get alternatives while the limit allows
  // it.
  let codes = [''];
  for (const letter of typed) {
    const others = LOOK_ALIKES[letter] ?? '';
    const meant = ALPHABET.includes(letter)
      ? letter + (codes.length * (1 + others.length) <= MOST_SIMILAR ? others : '')
      : others;
    codes = codes.flatMap((code) => meant.split('').map((one) => code + one)).slice(0, MOST_SIMILAR);
  }
  return codes.map(dashed);
}

function dashed(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
