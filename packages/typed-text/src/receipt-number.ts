import { isBusinessNumber } from './business-number.ts';
import { toPlainSigns } from './signs.ts';
import { normalisePhone } from './phone.ts';

/** The number that a cash receipt is issued to (CR-3). */
export interface ReceiptNumber {
  readonly kind: 'PHONE' | 'CARD' | 'BUSINESS';
  readonly digits: string;
}

const MOST_TYPED = 100;
const MOBILE = /^01[016789]-\d{3,4}-\d{4}$/;
/** Cash receipt cards and the cards that guests register for it. */
const CARD = /^\d{13,19}$/;

/**
 * Reads the number of a cash receipt: a mobile phone, a cash receipt card, or a business number. `null`: another text.
 * The registration number of a person is refused, because the law does not let a store keep it.
 */
export function readReceiptNumber(typed: string): ReceiptNumber | null {
  if (typed.length > MOST_TYPED) return null;
  const phone = normalisePhone(typed);
  if (phone !== null && MOBILE.test(phone)) return { kind: 'PHONE', digits: phone.replaceAll('-', '') };
  const digits = toPlainSigns(typed).replace(/[\p{Pd}\u2212.\s]/gu, '');
  if (isBusinessNumber(digits)) return { kind: 'BUSINESS', digits };
  return CARD.test(digits) && !isPersonNumber(digits) ? { kind: 'CARD', digits } : null;
}

/** Thirteen digits that begin with a date of birth and a digit for the century and sex. */
function isPersonNumber(digits: string): boolean {
  return /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9]\d{6}$/.test(digits);
}
