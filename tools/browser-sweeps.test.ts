import { afterEach, describe, expect, it, vi } from 'vitest';
import { sweepOf, UNDRAWN } from '../e2e/sweeps.ts';

const SEEDS = Array.from({ length: 60 }, (_, seed) => String(seed));

/** The places of six tests of a sweep that a run with this seed takes. */
function drawnPlaces(seed: string, file: string, oneOf: number): number[] {
  vi.stubEnv('TEST_SEED', seed);
  const inSweep = sweepOf(file, oneOf);
  return Array.from({ length: 6 }, () => inSweep().tag.includes(UNDRAWN)).flatMap((isLeftOut, place) =>
    isLeftOut ? [] : [place],
  );
}

describe('a sweep of browser tests', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('takes the same one in three tests in every process of a run, and every test with some seed', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    const drawn = SEEDS.map((seed) => drawnPlaces(seed, 'undo.spec.ts', 3));
    expect(drawn.map((places) => places.length)).toEqual(SEEDS.map(() => 2));
    expect(SEEDS.map((seed) => drawnPlaces(seed, 'undo.spec.ts', 3))).toEqual(drawn);
    expect(new Set(drawn.flat())).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it('takes at most one of the four journeys in a run, and each of them with some seed', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    const journeys = ['admin', 'customer-manager', 'franchisee', 'sub-admin'].map((who) => `journey-${who}.spec.ts`);
    const drawn = SEEDS.map((seed) => journeys.filter((file) => drawnPlaces(seed, file, 16).includes(0)));
    expect(Math.max(...drawn.map((files) => files.length))).toBe(1);
    expect(new Set(drawn.flat())).toEqual(new Set(journeys));
  });

  it('is whole for the proofs, and keeps the other tags of a test', () => {
    vi.stubEnv('WHOLE_SWEEPS', '1');
    expect(drawnPlaces('1', 'undo.spec.ts', 3)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(sweepOf('undo.spec.ts', 3)({ tag: ['@any-width', '@toss'] }).tag).toEqual(['@any-width', '@toss', '@sweep']);
    expect(sweepOf('undo.spec.ts', 3)({ tag: '@any-width' }).tag).toEqual(['@any-width', '@sweep']);
  });
});
