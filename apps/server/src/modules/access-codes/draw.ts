import { randomInt } from 'node:crypto';

/** Codes have six digits without a leading zero, because some locks treat a code as a number (docs/domain.md 1.3). */
const [LEAST, MOST] = [100_000, 1_000_000];
/** With a thousand guests in a store on one day, nearly every second draw is usable. */
const MOST_DRAWS = 1000;
const STRAIGHTS = ['01234567890', '09876543210'];
const NEAR = 9;

export interface CodeConstraints {
  /** Codes that are valid at the same doors at about the same time. */
  readonly others: readonly string[];
  /** Whether the code is at one of the doors at any time. */
  readonly isTaken: (code: string) => boolean;
}

/**
 * Draws an unused code that is not an obvious guess, and that is not one wrong digit or a few steps away from another
 * valid code (DR-5).
 */
export function drawCode(
  { others, isTaken }: CodeConstraints,
  draw: () => number = () => randomInt(LEAST, MOST),
): string {
  for (let count = 0; count < MOST_DRAWS; count += 1) {
    const code = String(draw());
    if (!isObvious(code) && !isTaken(code) && !others.some((other) => areNeighbours(code, other))) return code;
  }
  throw new Error(`No code was found in ${MOST_DRAWS} draws: ${others.length} are good at the same time`);
}

export function isObvious(code: string): boolean {
  return (
    new Set(code).size < 3 ||
    STRAIGHTS.some((straight) => straight.includes(code)) ||
    code.slice(0, 3) === code.slice(3)
  );
}

export function areNeighbours(a: string, b: string): boolean {
  const different = Array.from({ length: a.length }, (_, place) => a[place] !== b[place]).filter(Boolean).length;
  return different <= 1 || Math.abs(Number(a) - Number(b)) <= NEAR;
}
