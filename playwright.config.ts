import { defineConfig, devices, type LaunchOptions } from '@playwright/test';
import { UNDRAWN } from './e2e/sweeps.ts';

const port = Number(process.env['E2E_PORT'] ?? 4321);
const report = process.env['BROWSER_TEST_REPORT'];
const browser = process.env['CHROMIUM_PATH'];
const notifyingBrowser = process.env['NOTIFYING_CHROMIUM_PATH'];

/** Tests with this tag need a browser with the permission to show notifications. */
const NOTIFYING = /@notifying/;
/** Tests with this tag repeat in English what other tests do in Korean; only `npm run proof -- languages` runs them. */
const PROOF = /@proof/;
/** Tests with this tag pay through the demo chain's only connection to Toss, or replace it, one at a time. */
const TOSS = /@toss/;
const isProof = process.env['BROWSER_PROOF'] === '1';
/** Tests with this tag repeat another test at a second width; only the proofs run them. */
const SECOND_WIDTH = /@second-width/;
const isAtGivenHour = process.env['CLOCK_SHIFT_MS'] !== undefined;
const leftOut = [
  ...(isProof ? [] : [PROOF]),
  // `npm test` takes the drawn part of each sweep, and the proofs that select tests by their tag take all of them.
  ...(isProof || isAtGivenHour ? [] : [SECOND_WIDTH, new RegExp(UNDRAWN)]),
];

/** Used by `npm run e2e`, which builds what has changed and finds or installs a browser. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  webServer: {
    // Starts the built server on an empty folder, with the demo, as a newcomer does.
    command: 'node scripts/demo-server.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      MQTT_PORT: String(port + 1),
      EMBEDDED_BROKER_SECRET: 'of-the-browser-tests-and-of-nothing-else-0',
      DEMO: '1',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      REQUEST_LIMIT: '0',
      WEBHOOK_ALLOW: '127.0.0.1',
      PUSH_TEST_NETWORKS: '127.0.0.1',
      DATABASE_URL: '',
      MQTT_URL: '',
    },
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    // Shorter than the timeout of a test, so that the report names the action that waits in vain.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    viewport: { width: 1440, height: 900 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // Without this, every test would wait for fading dialogs; a11y.spec.ts proves that the application honours the
    // setting.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a third of the time of every test, so only the retry of a failed test is recorded.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'toss', grep: TOSS, grepInvert: leftOut, workers: 1, use: { launchOptions: launchOptions(browser) } },
    { name: 'browser', grepInvert: [NOTIFYING, TOSS, ...leftOut], use: { launchOptions: launchOptions(browser) } },
    // A headless shell refuses desktop notifications.
    ...(notifyingBrowser
      ? [
          {
            name: 'notifying',
            grep: NOTIFYING,
            grepInvert: leftOut,
            use: { launchOptions: launchOptions(notifyingBrowser) },
          },
        ]
      : []),
  ],
});

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // The processor renders the pages, because emulating a graphics card would take longer.
      '--disable-gpu',
      // A page lives for seconds, so optimising its scripts takes longer than it saves.
      '--js-flags=--no-maglev --no-opt',
      '--font-render-hinting=none',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  };
}
