import { normaliseLine } from './name.ts';

const DASHES = / ?[-‐‑‒–—―−﹣－~] ?/g;

/**
 * Reads the number of a mail-order registration as people write it, `2023-서울강남-01234`: without 제 and 호, with plain
 * dashes and without spaces around them. Authorities differ (docs/domain.md 6), so every other text stays as it is.
 * `null`: it has no digit, so it is no number.
 */
export function normaliseMailOrderNumber(typed: string): string | null {
  // One line has no two spaces in a row.
  const line = normaliseLine(typed.normalize('NFKC')).replace(DASHES, '-');
  const withoutFirst = line.startsWith('제') ? line.slice(1) : line;
  const inner = withoutFirst.endsWith('호') ? withoutFirst.slice(0, -1) : withoutFirst;
  // 제 can also stand in the middle, after the authority.
  const number = inner.replace(/ 제 ?(?=\d)/, ' ').trim();
  return /\d/.test(number) ? number : null;
}
