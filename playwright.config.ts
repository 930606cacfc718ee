import { defineConfig, devices, type LaunchOptions } from '@playwright/test';

const port = Number(process.env['E2E_PORT'] ?? 4321);
const report = process.env['BROWSER_TEST_REPORT'];
const browser = process.env['CHROMIUM_PATH'];
const notifyingBrowser = process.env['NOTIFYING_CHROMIUM_PATH'];

/** Tests with this tag need a browser that may be granted notifications. */
const NOTIFYING = /@notifying/;
/** Tests with this tag repeat in English what runs in Korean anyway: only `npm run proof -- languages` runs them. */
const PROOF = /@proof/;
const isProof = process.env['BROWSER_PROOF'] === '1';
/** Tests with this tag repeat at a second width what runs at another anyway: the proofs run them. */
const SECOND_WIDTH = /@second-width/;
const isAtGivenHour = process.env['CLOCK_SHIFT_MS'] !== undefined;
const leftOut = [...(isProof ? [] : [PROOF]), ...(isProof || isAtGivenHour ? [] : [SECOND_WIDTH])];

/** Run it by `npm run e2e`, which builds what has changed and finds or installs a browser. */
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
    // The built server on an empty folder, with the demo: what a newcomer starts.
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
    viewport: { width: 1440, height: 900 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // A dialog that fades in is waited for in every test; a11y.spec.ts proves that the application honours the wish.
    contextOptions: { reducedMotion: 'reduce' },
    // To record costs a third of the time of every test; what fails is tried again where it matters.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'browser', grepInvert: [NOTIFYING, ...leftOut], use: { launchOptions: launchOptions(browser) } },
    // What a headless shell refuses: a notification on the desktop.
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
      // The processor draws the pages: to emulate a graphics card would take longer.
      '--disable-gpu',
      // A page lives for seconds: to optimise its scripts takes longer than it saves.
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
