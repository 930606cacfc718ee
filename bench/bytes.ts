import { chromium, type Browser } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoServer } from './demo-server.ts';
import { createGuestLink, openBookingPage } from './guest-addresses.ts';

/**
 * Measures the bytes and the paint of a first visit: cold cache, CPU four times slower, 1.6 Mbps down, 150 ms round
 * trip; the median of five. It counts every byte until the screen has been visible for four seconds: headers, fonts,
 * the event stream, the chime. Prints the figures beside their budgets and exits with 1 when a budget is exceeded.
 */

const RUNS = 5;
/** The beginning of the names of the measured screens; by default all. */
const NAMES = process.env['BENCH_SCREENS'] ?? '';
const SETTLE_MS = 4000;

interface Visit {
  /** JavaScript as it was transferred: compressed, with the headers of the replies. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly withoutFonts: number;
  /** When the document alone had arrived: the baseline, which no code of the page can undercut. */
  readonly documentMs: number;
  /** Largest contentful paint in milliseconds. */
  readonly paintMs: number;
  /** Total blocking time: the time of long tasks beyond 50 ms each. */
  readonly blockedMs: number;
  readonly shift: number;
}
const FIGURES = [
  'scriptBytes',
  'allBytes',
  'withoutFonts',
  'documentMs',
  'paintMs',
  'blockedMs',
  'shift',
] as const satisfies readonly (keyof Visit)[];

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly locale: string;
  /** The selector of the element that makes the screen usable. */
  readonly ready: string;
  readonly isSignedIn: boolean;
  /** A phone instead of a desktop. */
  readonly isPhone?: boolean;
  readonly budget: Partial<Visit>;
}

const signInScreen = {
  path: '/auth/jwt/sign-in',
  ready: 'input[type=password]',
  isSignedIn: false,
  budget: { scriptBytes: 130_000, paintMs: 1400, shift: 0.01 },
};
const dashboardScreen = {
  path: '/dashboard',
  ready: 'main h1',
  isSignedIn: true,
  budget: { allBytes: 240_000, paintMs: 2000, blockedMs: 400, shift: 0.01 },
};
const screens: readonly Screen[] = [
  { name: 'sign-in', locale: 'ko-KR', ...signInScreen },
  { name: 'dashboard', locale: 'ko-KR', ...dashboardScreen },
  { name: 'sign-in (English)', locale: 'en-US', ...signInScreen },
  { name: 'dashboard (English)', locale: 'en-US', ...dashboardScreen },
];

/** The page of a guest in the access window of their reservation (GP-1). */
const guestScreen = {
  ready: '[data-testid=doors] button',
  isSignedIn: false,
  isPhone: true,
  budget: { scriptBytes: 60_000, paintMs: 1200, blockedMs: 150, shift: 0.01 },
};

/** The calendar of a store for a guest who comes from its QR code (BK-10). */
const bookingScreen = { ...guestScreen, ready: '[data-testid=calendar] button' };

const WATCH = `
  window.seen = { paint: 0, blocked: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const it of list.getEntries()) seen.paint = it.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const it of list.getEntries()) seen.blocked += Math.max(0, it.duration - 50); }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => { for (const it of list.getEntries()) if (!it.hadRecentInput) seen.shift += it.value; }).observe({ type: 'layout-shift', buffered: true });
`;

async function visit(browser: Browser, url: string, screen: Screen, token: string): Promise<Visit> {
  const context = await browser.newContext({
    locale: screen.locale,
    viewport: screen.isPhone === true ? { width: 360, height: 740 } : { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });

  const requests = new Map<string, { kind: string; bytes: number }>();
  line.on('Network.requestWillBeSent', ({ requestId, type }) =>
    requests.set(requestId, { kind: type ?? 'Other', bytes: 0 }),
  );
  line.on('Network.responseReceived', ({ requestId, type, response }) => {
    const item = requests.get(requestId);
    // A prefetched file is classified by its content type.
    if (item) item.kind = response.mimeType.includes('javascript') ? 'Script' : type;
  });
  // A stream never finishes: the bytes received so far count.
  line.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const item = requests.get(requestId);
    if (item) item.bytes += encodedDataLength;
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const item = requests.get(requestId);
    if (item) item.bytes = encodedDataLength;
  });

  await page.addInitScript({ content: WATCH });
  if (screen.isSignedIn)
    await page.addInitScript({ content: `sessionStorage.setItem('jwt_access_token', ${JSON.stringify(token)})` });
  await page.goto(url + screen.path, { waitUntil: 'commit' });
  await page.locator(screen.ready).first().waitFor({ timeout: 60_000 });
  // Late paints, shifts, fonts and prefetches count as well.
  await sleep(SETTLE_MS);

  const seen = await page.evaluate<{ paint: number; blocked: number; shift: number }>('window.seen');
  const documentMs = await page.evaluate<number>("performance.getEntriesByType('navigation')[0].responseEnd");
  await context.close();
  const sum = (isCounted: (kind: string) => boolean) =>
    [...requests.values()].reduce((total, request) => total + (isCounted(request.kind) ? request.bytes : 0), 0);
  return {
    scriptBytes: sum((kind) => kind === 'Script'),
    allBytes: sum(() => true),
    withoutFonts: sum((kind) => kind !== 'Font'),
    documentMs,
    paintMs: seen.paint,
    blockedMs: seen.blocked,
    shift: seen.shift,
  };
}

function medianOf(visits: readonly Visit[], figure: keyof Visit): number {
  const sorted = visits.map((visit) => visit[figure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: 'demo-password-1234' }),
  });
  if (!reply.ok) throw new Error(`Sign-in answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { accessToken: string }).accessToken;
}

const server = await startDemoServer();
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
  ...(executablePath ? { executablePath } : {}),
});
const rows: Record<string, string | number>[] = [];
try {
  const token = await signIn(server.url);
  const path = await createGuestLink(server.url, token);
  const bookingPath = await openBookingPage(server.url, token);
  const guestScreens: readonly Screen[] = [
    { name: 'guest page', locale: 'ko-KR', path, ...guestScreen },
    { name: 'guest page (English)', locale: 'en-US', path, ...guestScreen },
    { name: 'booking page', locale: 'ko-KR', path: bookingPath, ...bookingScreen },
    { name: 'booking page (English)', locale: 'en-US', path: bookingPath, ...bookingScreen },
  ];
  for (const screen of [...guestScreens, ...screens].filter(({ name }) => name.startsWith(NAMES))) {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, server.url, screen, token));
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
} finally {
  await browser.close();
  await server.stop();
}
console.table(rows);
