import type { Browser } from '@playwright/test';
import type { Who } from '../e2e/people.ts';
import { openPlayroom } from '../e2e/playroom.ts';
import { ROOM_ID, ROOM_NAME, STORE_ID } from '../e2e/screens.ts';
import { routeOf, SCREEN_OF_EACH_ROUTE, type Screen } from '../e2e/screens-of-roles.ts';
import { startDemoServer } from './demo-server.ts';
import { launchBrowser, medianOf, signInAtDemo, visitScreen, type Visit } from './first-visits.ts';

/**
 * Measures every screen behind sign-in: the bytes of a first visit (first-visits.ts), and the time of a change to it at a
 * CPU four times slower, with its code loaded. The first change, whose code is still to be loaded, is the baseline.
 */

const RUNS = 3;
const CPU_RATE = 4;
/** The beginning of the names of the measured screens; by default all. */
const NAMES = process.env['BENCH_SCREENS'] ?? '';
const BUDGET = { allBytes: 300_000, changeMs: 300 };

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
    const visits: Visit[] = [];
    const changes: Change[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      visits.push(
        await visitScreen(
          browser,
          server.url,
          { path, locale: 'ko-KR', ready: `main h1:text-is("${screen.kr}")`, isSignedIn: true },
          token,
        ),
      );
      changes.push(await measureChange(browser, { screen, path, token }));
    }
    addRow(screen, visits, changes);
  }
} finally {
  await browser.close();
  await server.stop();
}
console.table(rows);

interface Change {
  readonly firstMs: number;
  readonly againMs: number;
}
interface Target {
  readonly screen: Screen;
  readonly path: string;
  readonly token: string;
}

/** Opens another screen, then this one twice with the other one between. */
async function measureChange(browser: Browser, { screen, path, token }: Target): Promise<Change> {
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
    await page.waitForTimeout(1500);
    await goTo(other, null);
    await page.waitForTimeout(500);
    return { firstMs, againMs: await goTo(path, screen.kr) };
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

function addRow(screen: Screen, visits: readonly Visit[], changes: readonly Change[]): void {
  const middle = (figure: keyof Change) =>
    changes.map((change) => change[figure]).sort((a, b) => a - b)[Math.floor(changes.length / 2)] ?? Number.NaN;
  const allBytes = medianOf(visits, 'allBytes');
  const [firstMs, againMs] = [middle('firstMs'), middle('againMs')];
  const isKept = allBytes <= BUDGET.allBytes && againMs <= BUDGET.changeMs;
  if (!isKept) process.exitCode = 1;
  // At once as well, because the whole table takes a quarter of an hour.
  console.log(
    `${screen.name}: ${Math.round(allBytes / 1000)} kB, change ${Math.round(againMs)} ms (first ${Math.round(firstMs)} ms)`,
  );
  rows.push({
    screen: screen.name,
    'kB in all': Number((allBytes / 1000).toFixed(1)),
    'kB of scripts': Number((medianOf(visits, 'scriptBytes') / 1000).toFixed(1)),
    'first paint ms': Math.round(medianOf(visits, 'paintMs')),
    'change, code to load, ms': Math.round(firstMs),
    'change ms': Math.round(againMs),
    kept: isKept ? 'yes' : 'NO',
  });
}
