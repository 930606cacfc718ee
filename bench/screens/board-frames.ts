import { chromium, type Page } from '@playwright/test';
import { startBoardServer } from './board-server.ts';
import { largeBoard } from '../large-data/large-board.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures the board with 200 rooms, seven days and 5,000 reservations in Chromium, on the built application: the frame
 * times while it scrolls both ways and while a reservation is dragged past its edge, and the time from a click until
 * every visible block is rendered. The replies are prepared in advance, so that only the screen is measured. Exits with
 * 1 when a promise is not kept.
 */

const ROOMS = 200;
const PER_ROOM_AND_DAY = 25 / 7;
const PROMISED_P95_MS = 20;
const SLOW_DOWNS = [1, 4] as const;
/** A frame of a 60 Hz screen, plus the inaccuracy of its clock. */
const LATE_MS = 16.7 + 0.6;

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url');
}
const token = `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1000) + 3600 })}.x`;

/** Runs in the page: records the gaps between frames until they are read. */
const WATCH_FRAMES = `(() => {
  const gaps = []; let last = 0; let isOn = true;
  const step = (now) => { if (last) gaps.push(now - last); last = now; if (isOn) requestAnimationFrame(step); };
  requestAnimationFrame(step);
  window.readFrames = () => { isOn = false; return gaps; };
})()`;
/**
 * Runs in the page: records the time of the click, and the end of the frame in which the last visible block appeared.
 */
const WATCH_BLOCKS = `(() => {
  const seen = (window.drawn = { clickedAt: 0, doneAt: 0, blocks: 0 });
  document.addEventListener('click', (event) => { seen.clickedAt ||= event.timeStamp; }, { capture: true, once: true });
  const recordFrame = () => {
    const blocks = document.querySelectorAll('[data-testid=board-block]').length;
    if (seen.clickedAt && blocks > 0 && blocks === seen.blocks && seen.isNew) { seen.doneAt = seen.at; return; }
    if (blocks !== seen.blocks) { seen.blocks = blocks; seen.at = performance.now(); seen.isNew = seen.clickedAt > 0; }
    requestAnimationFrame(() => setTimeout(recordFrame));
  };
  recordFrame();
})()`;

async function frames(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(WATCH_FRAMES);
  await act();
  return page.evaluate<readonly number[]>('readFrames()');
}

async function scroll(page: Page, xDistance: number, yDistance: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Input.synthesizeScrollGesture', {
    x: 900,
    y: 500,
    xDistance,
    yDistance,
    speed: 2400,
    gestureSourceType: 'mouse',
  });
  await line.detach();
}

/** Picks up a reservation, moves it about, and holds it at the edges until the board has scrolled under it. */
async function drag(page: Page): Promise<void> {
  const block = page.locator('.board-block[data-state=CONFIRMED]').nth(8);
  const area = await page.getByTestId('board').boundingBox();
  // A slow page replaces the blocks once more after it has scrolled.
  let box = await block.boundingBox();
  for (let attempt = 0; box === null && attempt < 50; attempt += 1) {
    await page.waitForTimeout(100);
    box = await block.boundingBox();
  }
  if (box === null || area === null) throw new Error('There is nothing to drag');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 0; step < 120; step += 1)
    await page.mouse.move(
      area.x + 300 + 400 * Math.abs(Math.sin(step / 14)),
      area.y + 200 + 200 * Math.abs(Math.cos(step / 9)),
    );
  for (const [x, y] of [
    [area.x + area.width - 8, area.y + 300],
    [area.x + 500, area.y + area.height - 8],
  ] as const) {
    await page.mouse.move(x, y, { steps: 6 });
    await page.waitForTimeout(900);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

const board = largeBoard({ rooms: ROOMS, perRoomAndDay: PER_ROOM_AND_DAY });
const server = await startBoardServer(board);
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
  ...(executablePath ? { executablePath } : {}),
});
const table: Record<string, Record<string, string | number>> = {};
let isKept = true;

async function open(path: string, slowDown: number): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript({ content: `sessionStorage.setItem('jwt_access_token', '${token}')` });
  await page.goto(server.url + path);
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return page;
}

async function timeClick(page: Page, click: () => Promise<void>): Promise<string> {
  await page.evaluate(WATCH_BLOCKS);
  await click();
  await page.waitForFunction('drawn.doneAt > 0');
  const { clickedAt, doneAt, blocks } = await page.evaluate<{
    clickedAt: number;
    doneAt: number;
    blocks: number;
  }>('drawn');
  return `${Math.round(doneAt - clickedAt)} ms (${blocks} blocks)`;
}

try {
  const shown = board.daily('2026-11-16', 7).rooms;
  console.log(
    `${shown.length} rooms, ${shown.reduce((sum, item) => sum + item.reservations.length, 0)} reservations in seven days`,
  );
  for (const slowDown of SLOW_DOWNS) {
    const page = await open('/dashboard/reservation?view=week&zoom=36', slowDown);
    await page.getByTestId('board-block').first().waitFor();
    await page.waitForTimeout(2500);
    const acts: Record<string, () => Promise<void>> = {
      'scrolled down and up': () => scroll(page, 0, -5000).then(() => scroll(page, 0, 5000)),
      'scrolled right and left': () => scroll(page, -4000, 0).then(() => scroll(page, 4000, 0)),
      dragged: () => drag(page),
    };
    for (const [name, act] of Object.entries(acts)) {
      const gaps = await frames(page, act);
      const p95 = percentileOf(gaps, 0.95);
      if (slowDown === 1 && p95 > PROMISED_P95_MS) isKept = false;
      const share = (limit: number) =>
        `${((gaps.filter((gap) => gap > limit).length / gaps.length) * 100).toFixed(1)} %`;
      table[`${name}, ${slowDown}×`] = {
        frames: gaps.length,
        'late (> 16.7 ms)': share(LATE_MS),
        '> 50 ms': share(50),
        'p50 ms': percentileOf(gaps, 0.5).toFixed(1),
        'p95 ms': p95.toFixed(1),
        'longest ms': Math.max(...gaps).toFixed(1),
        'in the page': await page.locator('[data-testid=board-block]').count(),
        promised: slowDown === 1 ? `p95 ≤ ${PROMISED_P95_MS}` : '–',
      };
    }
    await page.context().close();
    const fresh = await open('/dashboard/door', slowDown);
    await fresh.waitForTimeout(2500);
    console.log(
      `${slowDown}×: from the click on «예약 관리» to all visible blocks: ${await timeClick(fresh, () => fresh.getByRole('link', { name: '예약 관리' }).click())}`,
    );
    console.log(
      `${slowDown}×: from the click on «주» to all visible blocks: ${await timeClick(fresh, () => fresh.getByRole('button', { name: '주', exact: true }).click())}`,
    );
    await fresh.context().close();
  }
} finally {
  await browser.close();
  server.stop();
}
console.table(table);
if (!isKept) process.exitCode = 1;
