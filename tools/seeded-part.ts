import { createHash } from 'node:crypto';

/** The variable that `npm run proof -- sweeps` sets. */
const WHOLE = 'WHOLE_SWEEPS';

/** Whether this run takes every case of its sweeps. */
export function isWholeSweep(): boolean {
  return process.env[WHOLE] === '1';
}

/**
 * Takes the part of a sweep that this run tests: about `share` of the cases (0 to 1), at least one, in their order.
 * TEST_SEED chooses them, so that runs with other seeds test other parts; `npm run proof -- sweeps` takes all cases.
 * A case keeps its place in the drawing when other cases are added.
 */
export function seededPart<T>(
  sweep: string,
  cases: readonly T[],
  share: number,
  nameOf: (item: T) => string,
): readonly T[] {
  if (isWholeSweep() || cases.length === 0) return cases;
  const drawn = cases
    .map((item) => ({ item, place: draw(`${sweep} ${nameOf(item)}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, Math.max(1, Math.round(cases.length * share)));
  const kept = new Set(drawn.map(({ item }) => item));
  return cases.filter((item) => kept.has(item));
}

/** Runs that give no seed, such as `npx vitest run`, test the same part each time. */
function draw(name: string): string {
  return createHash('sha256')
    .update(`${process.env['TEST_SEED'] ?? '0'} ${name}`)
    .digest('hex');
}
