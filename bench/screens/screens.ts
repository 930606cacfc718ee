import type { Browser } from '@playwright/test';
import type { Who } from '../../e2e/support/people.ts';
import { openPlayroom } from '../../e2e/support/playroom.ts';
import { ROOM_ID, ROOM_NAME, STORE_ID } from '../../e2e/support/screens/screens.ts';
import { routeOf, SCREEN_OF_EACH_ROUTE, type Screen } from '../../e2e/support/screens/screens-of-roles.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { launchBrowser, signInAtDemo } from './first-visits.ts';

/**
 * Measures the change to every screen behind sign-in at a CPU four times slower, with its code loaded. The first change,
 * whose code is still to be loaded, is the baseline. The bytes of a first visit are counted by `e2e/screen-bytes.spec.ts`.
 */

const RUNS = 3;
const CPU_RATE = 4;
/** The beginning of the names of the measured screens; by default all. */
const NAMES = process.env['BENCH_SCREENS'] ?? '';
const PROMISED_MS = 300;

const screens = SCREEN_OF_EACH_ROUTE.filter(
  (screen) => routeOf(screen) !== null && screen.name !== 'no-permission' && screen.name.startsWith(NAMES),
);

const server = await startDemoServer();
const browser = await launchBrowser();
const rows: Record<string, string | number>[] = [];
try {
  const tokens = new Map<Who, Promise<string>>();
  const tokenOf = (who: Who) => {
    const token = tokens.get(who) ?? signInAtDemo(server.url, who);
    tokens.set(who, token);
    return token;
  };
  const playroom = await openPlayroom(server.url, tokenOf);
  for (const screen of screens) {
    const path = screen.path.replace(ROOM_ID, playroom.room(ROOM_NAME).id).replace(STORE_ID, playroom.storeId);
    const token = await tokenOf(screen.who ?? 'admin');
    addRow(screen, await measureChanges(browser, { screen, path, token }));
  }
} finally {
  await browser.close();
  await server.stop();
}
console.table(rows);

interface Changes {
  readonly firstMs: number;
  readonly repeatedMs: readonly number[];
}
interface Target {
  readonly screen: Screen;
  readonly path: string;
  readonly token: string;
}

/** Opens another screen, then this one again and again with the other one between. */
async function measureChanges(browser: Browser, { screen, path, token }: Target): Promise<Changes> {
  const context = await browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript({ content: `sessionStorage.setItem('jwt_access_token', ${JSON.stringify(token)})` });
    const other = routeOf(screen) === 'account' ? '/dashboard/room' : '/dashboard/account';
    const goTo = async (address: string, heading: string | null): Promise<number> => {
      const before = await page.locator('main h1').textContent();
      return await page.evaluate<number>(changeScript(address, heading, before));
    };
    await page.goto(server.url + other);
    await page.locator('main h1').first().waitFor();
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    const firstMs = await goTo(path, screen.kr);
    await page.waitForTimeout(1000);
    const repeatedMs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await goTo(other, null);
      await page.waitForTimeout(500);
      repeatedMs.push(await goTo(path, screen.kr));
      await page.waitForTimeout(500);
    }
    return { firstMs, repeatedMs };
  } finally {
    await context.close();
  }
}

/**
 * Goes to an address by the router, as a link does. Resolves in the page with the time until the frame after the new
 * heading, or one that is another than before.
 */
function changeScript(address: string, heading: string | null, before: string | null): string {
  return `(async () => {
    const [expected, old] = ${JSON.stringify([heading, before])};
    const start = performance.now();
    history.pushState({}, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
    const isShown = () => {
      const text = document.querySelector('main h1')?.textContent;
      return expected === null ? text !== undefined && text !== old : text === expected;
    };
    while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 4));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  })()`;
}

function addRow(screen: Screen, { firstMs, repeatedMs }: Changes): void {
  const middle = repeatedMs.toSorted((a, b) => a - b)[Math.floor(repeatedMs.length / 2)] ?? Number.NaN;
  const isKept = middle <= PROMISED_MS;
  if (!isKept) process.exitCode = 1;
  // At once as well, because the whole table takes some minutes.
  console.log(`${screen.name}: ${Math.round(middle)} ms (first ${Math.round(firstMs)} ms)`);
  rows.push({
    screen: screen.name,
    'change, code to load, ms': Math.round(firstMs),
    'change ms': Math.round(middle),
    kept: isKept ? 'yes' : 'NO',
  });
}
