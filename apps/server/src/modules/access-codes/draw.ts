import { randomInt } from 'node:crypto';

/** Six digits, the first no zero: there are locks that take a code for a number (docs/domain.md 1.3). */
const [LEAST, MOST] = [100_000, 1_000_000];
/** In a store with a thousand guests on the same day nearly every second draw is good. */
const MOST_DRAWS = 1000;
const STRAIGHTS = ['01234567890', '09876543210'];
const NEAR = 9;

export interface Around {
  /** Codes that are good at the same doors at about the same time. */
  readonly others: readonly string[];
  /** Is it at one of the doors already, whenever? */
  readonly isTaken: (code: string) => boolean;
}

/**
 * A code that nobody has, that nobody guesses first, and that nobody hits who mistypes one digit of his own or counts on from it
 * (DR-5).
 */
export function drawCode({ others, isTaken }: Around, draw: () => number = () => randomInt(LEAST, MOST)): string {
  for (let count = 0; count < MOST_DRAWS; count += 1) {
    const code = String(draw());
    if (!isObvious(code) && !isTaken(code) && !others.some((other) => areNeighbours(code, other))) return code;
  }
  throw new Error(`No code was found in ${MOST_DRAWS} draws: ${others.length} are good at the same time`);
}

export function isObvious(code: string): boolean {
  return new Set(code).size < 3 || STRAIGHTS.some((straight) => straight.includes(code)) || code.slice(0, 3) === code.slice(3);
}

export function areNeighbours(a: string, b: string): boolean {
  const different = Array.from({ length: a.length }, (_, place) => a[place] !== b[place]).filter(Boolean).length;
  return different <= 1 || Math.abs(Number(a) - Number(b)) <= NEAR;
}
