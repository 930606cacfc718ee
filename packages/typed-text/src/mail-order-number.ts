import { normaliseLine } from './name.ts';

const DASHES = /\s*[-‐‑‒–—―−﹣－~]\s*/g;
/** `제2023-서울강남-01234호`, with the year before or after the authority; older ones have no year. */
const WRAPPED = /^(?:제\s*)?(.*?)(?:\s*호)?$/;

/**
 * Reads the number of a mail-order registration as people write it, `2023-서울강남-01234`: without 제 and 호, with plain
 * dashes and without spaces around them. Authorities differ (docs/domain.md 7), so every other text stays as it is.
 * `null`: it has no digit, so it is no number.
 */
export function normaliseMailOrderNumber(typed: string): string | null {
  const line = normaliseLine(typed.normalize('NFKC')).replace(DASHES, '-');
  const [, inner = line] = WRAPPED.exec(line) ?? [];
  // 제 can also stand in the middle, after the authority.
  const number = inner.replace(/\s제\s*(?=\d)/, ' ').trim();
  return /\d/.test(number) ? number : null;
}
