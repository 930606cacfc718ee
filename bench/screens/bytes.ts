import { startDemoServer } from '../support/demo-server.ts';
import { launchBrowser, medianOf, signInAtDemo, visitScreen, type Visit, type VisitedScreen } from './first-visits.ts';
import { withForeignWork } from './foreign-work.ts';
import { createGuestLink, openBookingPage } from './guest-addresses.ts';

/**
 * Measures the bytes and the paint of a first visit (first-visits.ts), the median of five. Prints the figures beside
 * their budgets and exits with 1 when a budget is exceeded. The document alone is the baseline of the paint.
 */

const RUNS = 5;
/** The beginning of the names of the measured screens; by default all. */
const NAMES = process.env['BENCH_SCREENS'] ?? '';

const FIGURES = [
  'scriptBytes',
  'allBytes',
  'withoutFonts',
  'documentMs',
  'paintMs',
  'usableMs',
  'blockedMs',
  'shift',
] as const satisfies readonly (keyof Visit)[];

interface Screen extends VisitedScreen {
  readonly name: string;
  readonly budget: Partial<Visit>;
}

const signInScreen = {
  path: '/auth/jwt/sign-in',
  ready: 'input[type=password]',
  isSignedIn: false,
  budget: { scriptBytes: 110_000, paintMs: 700, shift: 0.01 },
};
const dashboardScreen = {
  path: '/dashboard',
  ready: '[data-testid=overview-room]',
  isSignedIn: true,
  budget: { allBytes: 220_000, paintMs: 1500, blockedMs: 200, shift: 0.01 },
};
const screens: readonly Screen[] = [
  { name: 'sign-in', locale: 'ko-KR', ...signInScreen },
  { name: 'dashboard', locale: 'ko-KR', ...dashboardScreen },
  { name: 'sign-in (English)', locale: 'en-US', ...signInScreen },
  { name: 'dashboard (English)', locale: 'en-US', ...dashboardScreen },
];
/** After `addForeignWork`: names that the demo does not have, an alarm and an incident. */
const laterScreens: readonly Screen[] = [
  { name: 'dashboard with other names', locale: 'ko-KR', ...dashboardScreen },
  { name: 'dashboard with other names (English)', locale: 'en-US', ...dashboardScreen },
];

/** The page of a guest in the access window of their reservation (GP-1). */
const guestScreen = {
  ready: '[data-testid=doors] button',
  isSignedIn: false,
  isPhone: true,
  budget: { scriptBytes: 85_000, paintMs: 1000, blockedMs: 150, shift: 0.01 },
};

/** The calendar of a store for a guest who comes from its QR code (BK-10). */
const bookingScreen = { ...guestScreen, ready: '[data-testid=calendar] button' };

const server = await startDemoServer({ EMBEDDED_BROKER_SECRET: 'of-the-browser-tests-and-of-nothing-else-0' });
const browser = await launchBrowser();
const rows: Record<string, string | number>[] = [];
try {
  const token = await signInAtDemo(server.url);
  const path = await createGuestLink(server.url, token);
  const bookingPath = await openBookingPage(server.url, token);
  const guestScreens: readonly Screen[] = [
    { name: 'guest page', locale: 'ko-KR', path, ...guestScreen },
    { name: 'guest page (English)', locale: 'en-US', path, ...guestScreen },
    { name: 'booking page', locale: 'ko-KR', path: bookingPath, ...bookingScreen },
    { name: 'booking page (English)', locale: 'en-US', path: bookingPath, ...bookingScreen },
  ];
  await measureScreens([...guestScreens, ...screens], token);
  if (laterScreens.some(isChosen)) await withForeignWork(server.url, async () => measureScreens(laterScreens, token));
} finally {
  console.table(rows);
  await browser.close();
  await server.stop();
}

function isChosen({ name }: Screen): boolean {
  return name.startsWith(NAMES);
}

async function measureScreens(measured: readonly Screen[], token: string): Promise<void> {
  for (const screen of measured.filter(isChosen)) {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visitScreen(browser, server.url, screen, token));
    for (const figure of FIGURES) {
      const median = medianOf(visits, figure);
      const budget = screen.budget[figure];
      const isKept = budget === undefined || median <= budget;
      if (!isKept) process.exitCode = 1;
      const shown = Number(median.toFixed(figure === 'shift' ? 4 : 0));
      rows.push({
        screen: screen.name,
        figure,
        median: shown,
        budget: budget ?? '–',
        kept: budget === undefined ? '–' : isKept ? 'yes' : 'NO',
      });
    }
  }
}
