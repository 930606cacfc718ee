import { afterEach, describe, expect, it, vi } from 'vitest';
import { isWholeSweep, seededPart } from './seeded-part.ts';

const cases = Array.from({ length: 40 }, (_, index) => `case ${index}`);
const partOf = (share: number) => seededPart('sweep', cases, share, (name) => name);

describe('seededPart', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('takes the share of the cases in their order, and the same ones for one seed', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    vi.stubEnv('TEST_SEED', '7');
    const part = partOf(0.25);
    expect(part).toHaveLength(10);
    expect(part).toEqual(cases.filter((name) => part.includes(name)));
    expect(partOf(0.25)).toEqual(part);
  });

  it('reaches every case with some seed', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    const reached = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) {
      vi.stubEnv('TEST_SEED', String(seed));
      for (const name of partOf(0.25)) reached.add(name);
    }
    expect(reached.size).toBe(cases.length);
  });

  it('takes at least one case, and none of an empty sweep', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    expect(partOf(0.001)).toHaveLength(1);
    expect(seededPart('sweep', [], 0.5, String)).toEqual([]);
  });

  it('takes every case in the proof', () => {
    vi.stubEnv('WHOLE_SWEEPS', '1');
    expect(isWholeSweep()).toBe(true);
    expect(partOf(0.25)).toEqual(cases);
  });
});
