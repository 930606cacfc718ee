import { chromium, type Browser } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransferredBytes } from '../../e2e/support/transferred-bytes.ts';

/**
 * A first visit of a screen: cold cache, CPU four times slower, 1.6 Mbps down, 150 ms round trip. Every byte counts until
 * the screen has been visible for four seconds: headers, fonts, the event stream, the chime.
 */

const SETTLE_MS = 4000;
const CPU_RATE = 4;

export interface Visit {
  /** JavaScript as it was transferred: compressed, with the headers of the replies. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly withoutFonts: number;
  /** When the document alone had arrived: the baseline, which no code of the page can undercut. */
  readonly documentMs: number;
  /** Largest contentful paint in milliseconds. */
  readonly paintMs: number;
  /** When the part that makes the screen usable was visible. */
  readonly usableMs: number;
  /** Total blocking time: the time of long tasks beyond 50 ms each. */
  readonly blockedMs: number;
  readonly shift: number;
}

export interface VisitedScreen {
  readonly path: string;
  readonly locale: string;
  /** The selector of the element that makes the screen usable. */
  readonly ready: string;
  readonly isSignedIn: boolean;
  /** A phone instead of a desktop. */
  readonly isPhone?: boolean;
}

const WATCH = `
  window.seen = { paint: 0, blocked: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const it of list.getEntries()) seen.paint = it.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const it of list.getEntries()) seen.blocked += Math.max(0, it.duration - 50); }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => { for (const it of list.getEntries()) if (!it.hadRecentInput) seen.shift += it.value; }).observe({ type: 'layout-shift', buffered: true });
`;

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    ...(executablePath ? { executablePath } : {}),
  });
}

/** Visits a screen of the server at `url` once. */
export async function visitScreen(browser: Browser, url: string, screen: VisitedScreen, token: string): Promise<Visit> {
  const context = await browser.newContext({
    locale: screen.locale,
    viewport: screen.isPhone === true ? { width: 360, height: 740 } : { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const counted = await TransferredBytes.watch(session);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await page.addInitScript({ content: WATCH });
    if (screen.isSignedIn)
      await page.addInitScript({ content: `sessionStorage.setItem('jwt_access_token', ${JSON.stringify(token)})` });
    await page.goto(url + screen.path, { waitUntil: 'commit' });
    await page.locator(screen.ready).first().waitFor({ timeout: 60_000 });
    const usableMs = await page.evaluate<number>('performance.now()');
    // Late paints, shifts, fonts and prefetches count as well.
    await sleep(SETTLE_MS);
    const seen = await page.evaluate<{ paint: number; blocked: number; shift: number }>('window.seen');
    return {
      scriptBytes: counted.count('javascript'),
      allBytes: counted.count(),
      withoutFonts: counted.count() - counted.count('font'),
      documentMs: await page.evaluate<number>("performance.getEntriesByType('navigation')[0].responseEnd"),
      paintMs: seen.paint,
      usableMs,
      blockedMs: seen.blocked,
      shift: seen.shift,
    };
  } finally {
    await context.close();
  }
}

/** Signs a person of the demo in, by default of head office. Returns the access token. */
export async function signInAtDemo(url: string, who = 'admin'): Promise<string> {
  const reply = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@demo.test`, password: 'demo-password-1234' }),
  });
  if (!reply.ok) throw new Error(`Sign-in answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { accessToken: string }).accessToken;
}

/** The middle of the visits in one figure. */
export function medianOf(visits: readonly Visit[], figure: keyof Visit): number {
  const sorted = visits.map((visit) => visit[figure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
