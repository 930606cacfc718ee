import { afterEach, describe, expect, it, vi } from 'vitest';
import { listFilesWithParts, listSweepFiles, undrawnSweepFiles } from './sweep-files.ts';

describe.each(['server', 'admin'] as const)('sweep files of the project %s', (project) => {
  afterEach(() => vi.unstubAllEnvs());

  it('are left out of a run that takes parts, unless the seed draws them', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    vi.stubEnv('SWEEP_PARTS', '1');
    const files = listSweepFiles(project);
    const expected = files.reduce((sum, { share }) => sum + share, 0);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length - undrawnSweepFiles(project).length).toBeCloseTo(expected, -1);
  });

  it('are drawn in other runs', () => {
    vi.stubEnv('WHOLE_SWEEPS', undefined);
    vi.stubEnv('SWEEP_PARTS', '1');
    const files = listSweepFiles(project);
    const drawn = new Set<string>();
    for (let seed = 0; seed < 150; seed += 1) {
      vi.stubEnv('TEST_SEED', String(seed));
      const undrawn = new Set(undrawnSweepFiles(project, files));
      for (const { file } of files) if (!undrawn.has(`**/${file}`)) drawn.add(file);
    }
    expect(drawn.size).toBe(files.length);
  });

  it('all run in the proof and when tests are started without `npm test`', () => {
    vi.stubEnv('SWEEP_PARTS', undefined);
    expect(undrawnSweepFiles(project)).toEqual([]);
    vi.stubEnv('SWEEP_PARTS', '1');
    vi.stubEnv('WHOLE_SWEEPS', '1');
    expect(undrawnSweepFiles(project)).toEqual([]);
    expect(listFilesWithParts().length).toBeGreaterThan(0);
  });
});
