import { formatPhoneNumber, phoneDigits } from '@munjigi/typed-text';

/** Masks a name for lists (PD-1): 홍*동, 홍*, 남**동, J*** ****h. A name of one letter is hidden. */
export function maskName(name: string): string {
  const letters = lettersOf(name.normalize('NFC').trim());
  const shown = letters.length === 1 ? [] : letters.length === 2 ? [0] : [0, letters.length - 1];
  return letters.map((letter, index) => (shown.includes(index) || /\s/.test(letter) ? letter : '*')).join('');
}

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/**
 * The letters as people count them. Boards mask thousands of names, and nearly all are Hangul or Latin, whose letters
 * are single code units.
 */
function lettersOf(text: string): string[] {
  return /^[ -~가-힣]*$/.test(text)
    ? text.split('')
    : Array.from(segmenter.segment(text), (segmentData) => segmentData.segment);
}

/** Masks a phone for lists (PD-1): 010-****-1234; of other formats the last four digits are kept. */
export function maskPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (digits.length <= 4) return '*'.repeat(digits.length);
  const lastFour = digits.slice(-4);
  return /^01\d{8,9}$/.test(digits)
    ? `${digits.slice(0, 3)}-${'*'.repeat(digits.length - 7)}-${lastFour}`
    : `${'*'.repeat(digits.length - 4)}${lastFour}`;
}

/**
 * Masks an e-mail address (PD-1): k***@e***.com. A personal domain names its owner, so only its first letter and the
 * top-level domain stay.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '***';
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const topLevel = dot < 1 ? '' : domain.slice(dot);
  return `${firstLetter(email.slice(0, at))}***@${firstLetter(domain)}***${topLevel}`;
}

function firstLetter(text: string): string {
  return lettersOf(text)[0] ?? '';
}

/** Formats a phone as people write it; numbers of a format unknown in Korea stay unchanged. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone);
  const formatted = formatPhoneNumber(digits);
  return formatted === digits ? phone.trim() : formatted;
}
