/** Digits of other scripts that phones and keyboards type; full-width ones are the work of NFKC. */
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g;
/** Signs that are not seen: controls of direction and joining, marks for the form of a sign, keycaps. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Brings a number that a person typed or pasted to plain digits and signs of ASCII. */
export function toPlainSigns(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(OTHER_DIGITS, (digit) => String(valueOf(digit)))
    .replace(/\s+/g, ' ')
    .trim();
}

function valueOf(digit: string): number {
  const code = digit.charCodeAt(0);
  return code - (code < 0x06f0 ? 0x0660 : code < 0x0966 ? 0x06f0 : 0x0966);
}
