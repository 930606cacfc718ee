import { toPlainSigns } from './signs.ts';

const MOST_TYPED = 100;
const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const;

/** Returns a business registration number as `123-45-67890`; `null`: not ten digits, or a wrong check digit. */
export function normaliseBusinessNumber(typed: string): string | null {
  if (typed.length > MOST_TYPED) return null;
  const plain = toPlainSigns(typed).replace(/[\p{Pd}\u2212.\s]/gu, '');
  const digits = /^(?:[가-힣A-Za-z]*:?)(\d{10})$/.exec(plain)?.[1];
  if (digits === undefined || !isBusinessNumber(digits)) return null;
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

/** Whether ten digits are a number of the National Tax Service: an office from 101 on, and the right check digit. */
export function isBusinessNumber(digits: string): boolean {
  if (!/^[1-9]\d{9}$/.test(digits)) return false;
  const values = Array.from(digits, Number);
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0);
  const carried = sum + Math.floor((5 * (values[8] ?? 0)) / 10);
  return (10 - (carried % 10)) % 10 === values[9];
}
