import { createHash } from 'node:crypto';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { undrawnSweepFiles } from './tools/sweep-files.ts';

/** The seed of the shuffled order, which the reporter prints: TEST_SEED repeats an order and the parts of sweeps. */
const seed = Number((process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000_000)));

/** Files that take more than ten seconds. */
const LONG_FILES =
  /\/(matrix|commands\/(restore|backup|doctor)|backup\/restore|access-codes|spares|broken-off|stream-catch-up|races|model|emergencies|doors)\.test\.ts$/;

/**
 * A random order in which the long files come first, because a long file at the end would leave the other worker idle.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      `${LONG_FILES.test(moduleId) ? 0 : 1} ${createHash('sha256')
        .update(`${seed} ${path.relative(import.meta.dirname, moduleId)}`)
        .digest('hex')}`;
    return files
      .map((file) => ({ file, place: place(file) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ file }) => file);
  }
}

const shared = {
  pool: 'forks' as const,
  maxWorkers: 2,
  setupFiles: ['tools/fail-on-console.ts'],
  // The time-out for conditions: a busy machine meets them late, and one that never becomes true still fails.
  expect: { poll: { timeout: 20_000 } },
  // Stubs of a test are removed, so that they cannot affect another one.
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Files run in a random order; with TEST_SHUFFLE=tests the tests of each file as well.
    sequence: { sequencer: LongFilesFirst, shuffle: { tests: process.env['TEST_SHUFFLE'] === 'tests' }, seed },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...undrawnSweepFiles('unit')],
          environment: 'node',
          isolate: false,
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...undrawnSweepFiles('server')],
          environment: 'node',
          // The modules of the server keep no state that could pass from one test server to another, and loading them
          // takes seconds.
          isolate: false,
          // One more than the cores, because a tenth of the time a test waits for a clock, a lock or a child process.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          tags: [
            {
              name: 'engines',
              description: 'The PostgreSQL or the MQTT broker can change the outcome: runs on Debian’s as well.',
            },
          ],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          testTimeout: 90_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'admin',
          include: ['apps/admin/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...undrawnSweepFiles('admin')],
          environment: 'happy-dom',
          // The files of a worker share one document and one copy of the application; `set-up.ts` clears what each file
          // leaves behind.
          isolate: false,
          sequence: { groupOrder: 2 },
          setupFiles: [...shared.setupFiles, 'apps/admin/src/testing/set-up.ts'],
          testTimeout: 90_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'guest',
          include: ['apps/guest/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
