import { defineConfig } from 'vitest/config';

const shared = {
  pool: 'forks' as const,
  // A shared or slow machine: two more tries, and what needed one is named.
  retry: process.env['CI'] ? 2 : 0,
  maxWorkers: 2,
  setupFiles: ['tools/fail-on-console.ts'],
  // A test that leaves something behind must not decide another's result.
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'admin',
          include: ['apps/admin/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
    ],
  },
});
