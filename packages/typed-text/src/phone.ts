import { toPlainSigns } from './signs.ts';

/** Every dash, dot and stroke that people write between the groups of a number. */
const BETWEEN = /[\p{Pd}\u1173\u2212\u30FC\u3161~.·/]/gu;
/** Calls of Korea from abroad: +82, 0082, and 001-82 of a telephone company. */
const FROM_ABROAD = /^(?:\+|00\d?|00\d\d\d)82(?:0?)(?=[1-9]\d{7,9}$)/;
/** Numbers of Korea: mobile, with an area, internet, safe (050), free (080), nationwide (15xx). */
const KOREAN =
  /^(?:010\d{8}|01[16789]\d{7,8}|02\d{7,8}|0[3-6][1-5]\d{7,8}|070\d{7,8}|050\d\d{7,8}|080\d{7,8}|1[568]\d{6})$/;
const ABROAD = /^\+[1-9]\d{7,14}$/;

/** The longest text around a number; longer ones are no phone. */
const MOST_TYPED = 100;

/**
 * Returns a phone as it is stored, `010-1234-5678` or `+12025550143`; `null`: it is no single whole number. Reads what
 * people paste: any dash, dots, brackets, full-width digits, +82, `tel:`, words before and after.
 */
export function normalisePhone(typed: string): string | null {
  if (typed.length > MOST_TYPED) return null;
  const plain = toPlainSigns(typed);
  if (plain.includes('*') || /\de\+?\d/i.test(plain)) return null;
  const groups = plain.replace(BETWEEN, '-').match(/\+?\d[\d ()-]*/g) ?? [];
  const [only] = groups;
  if (groups.length !== 1 || only === undefined) return null;
  const dialled = only.replace(/[^\d+]/g, '');
  const digits = toDomestic(dialled);
  if (KOREAN.test(digits)) return formatPhoneNumber(digits);
  return ABROAD.test(dialled) && !dialled.startsWith('+82') ? dialled : null;
}

/** Whether a number is a whole one outside Korea, to which no code goes by SMS. */
export function isPhoneAbroad(phone: string): boolean {
  return normalisePhone(phone)?.startsWith('+') === true;
}

/**
 * The digits as dialled inside Korea: `+82 10-1234-5678`, `010.1234.5678` and `010 1234 5678` are the same phone. Other
 * numbers keep their digits, so that a part of a number can be searched for.
 */
export function phoneDigits(phone: string): string {
  return toDomestic(toPlainSigns(phone).replace(/[^\d+]/g, '')).replace(/\+/g, '');
}

/** Formats the digits of a Korean number as people write it; others stay unchanged. */
export function formatPhoneNumber(digits: string): string {
  const parts = /^(02|050\d|0\d\d|1[568]\d\d)(\d{3,4})?(\d{4})$/.exec(digits);
  if (!parts) return digits;
  const [, area = '', middle, last = ''] = parts;
  // Nationwide numbers (1588-1234) have no middle, all others have one.
  if ((middle === undefined) !== area.startsWith('1')) return digits;
  return [area, middle, last].filter((part) => part !== undefined).join('-');
}

function toDomestic(dialled: string): string {
  const abroad = dialled.replace(FROM_ABROAD, '0');
  if (abroad !== dialled) return abroad;
  // A spreadsheet drops the first zero, and some people the plus before 82.
  if (/^82(?=1[016789]\d{7,8}$)/.test(dialled)) return `0${dialled.slice(2)}`;
  return /^1[016789]\d{8}$/.test(dialled) ? `0${dialled}` : dialled;
}
