import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isWholeSweep, seededPart } from '../tools/seeded-part.ts';

/** What Playwright takes between the title and the body of a test. */
interface Details {
  readonly tag?: string | readonly string[];
}

/** The tag of the tests that `npm run proof -- sweeps` runs whole. */
const SWEEP = '@sweep';
/** The tag of the tests of sweeps that this run leaves out: playwright.config.ts does not select them. */
export const UNDRAWN = '@undrawn';

const SPECS = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.spec.ts'))
  .sort();

/**
 * Returns a function that makes the details of the next test of a sweep. Each run takes one in `oneOf` tests, and
 * TEST_SEED decides which. Files next to each other begin at different places, so that a run takes as much from sweeps
 * of one test as from long ones, and one of the four journeys.
 *
 *     const inSweep = sweepOf(import.meta.filename, 3);
 *     test('a title', inSweep(ANY_WIDTH), async ({ page }) => …
 */
export function sweepOf(file: string, oneOf: number): (details?: Details) => { tag: string[] } {
  const places = Array.from({ length: oneOf }, (_, place) => place);
  const drawn = new Set(seededPart(`browser tests, one in ${String(oneOf)}`, places, 1 / oneOf, String));
  let place = SPECS.indexOf(path.basename(file));
  return (details) => {
    const isDrawn = isWholeSweep() || drawn.has(place++ % oneOf);
    return { tag: [...[details?.tag ?? []].flat(), SWEEP, ...(isDrawn ? [] : [UNDRAWN])] };
  };
}
