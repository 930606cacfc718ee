import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expectAccessible, MODES } from './support/axe.ts';
import { drawer } from './support/board.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow, type Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const ROUTES = ['/dashboard/statistics', '/dashboard/admin/payments'] as const;
const table = (page: Page) => page.getByTestId('sales-table');
const figure = (page: Page, name: string) => page.locator(`[data-figure=${name}]`).getByTestId('figure');
/** Waits until the figures of the last request are shown. */
const areRead = async (page: Page) => {
  await expect(page.getByTestId('sales-figures')).toHaveAttribute('aria-busy', 'false');
  await expect(table(page)).toBeVisible();
};
const wonOf = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

test(
  'payment history and sales settlement are one screen, with the same figures for the same filter',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    const seen: string[][] = [];
    for (const route of ROUTES) {
      // A past month, which receives no payments during the test.
      await page.goto(`${route}?period=lastMonth&by=method`);
      await areRead(page);
      seen.push([
        ...(await page.getByTestId('sales-totals').locator('dd').allInnerTexts()),
        ...(await table(page).getByRole('row').allInnerTexts()),
      ]);
    }
    expect(seen[0]?.some((text) => /₩[1-9]/.test(text))).toBe(true);
    expect(seen[1]).toEqual(seen[0]);
  },
);

test(
  'a franchisee filters the sales; all filters are in the address, and each split adds up to the totals',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    await page.goto(ROUTES[0]);
    await areRead(page);
    await page.getByLabel('기간', { exact: true }).selectOption({ label: '지난달' });
    await expect(page).toHaveURL(/\?period=lastMonth$/);
    // The last seven days stay on screen until the month has loaded.
    await expect.poll(() => page.getByTestId('day-chart').getByRole('img').count()).toBeGreaterThan(27);
    const [all, ...stores] = await rowsBy(page, '매장별');
    expect(stores.map(([name]) => name).sort()).toEqual(['강남점', '홍대점']);
    expect(all?.[3]).toBe(await figure(page, 'netAmount').innerText());
    for (const split of ['일별', '룸별', '결제 수단별', '예약 경로별']) {
      const [sum, ...rows] = await rowsBy(page, split);
      expect(sum, split).toEqual(all);
      expect(
        rows.reduce((won, row) => won + wonOf(row[3] ?? ''), 0),
        split,
      ).toBe(wonOf(all?.[3] ?? ''));
    }
    await page.getByTestId('store-picker').selectOption(playroom.storeId);
    await page.getByLabel('룸', { exact: true }).selectOption({ label: '1번 한강룸' });
    await page.getByLabel('결제 수단', { exact: true }).selectOption({ label: '카드' });
    await expect(page).toHaveURL(
      new RegExp(
        `period=lastMonth&by=channel&store=${playroom.storeId}&room=${playroom.room('1번 한강룸').id}&method=CARD$`,
      ),
    );
    await page.reload();
    await areRead(page);
    const net = wonOf(await figure(page, 'netAmount').innerText());
    expect(net).toBeGreaterThan(0);
    expect(net).toBeLessThan(wonOf(all?.[3] ?? ''));
  },
);

/** The table's rows, cell by cell; the first row is the sum. */
async function rowsBy(page: Page, split: string): Promise<string[][]> {
  await page.getByRole('button', { name: split, exact: true }).click();
  await expect(page.getByRole('button', { name: split, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: `${split} 매출표` })).toBeVisible();
  const lines = await table(page)
    .locator('tbody tr, tfoot tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  return lines.toReversed();
}

test(
  'a payment is found in the sales by its payer, and its guest is masked',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom('찾기 시험룸');
    const reservation = await playroom.book(room, dayFromNow(13), '10:00', '12:00');
    await pay(playroom, reservation.id, 12_000);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${ROUTES[0]}?period=today&store=${playroom.storeId}`);
    await page.getByRole('searchbox').fill(reservation.code);
    const rows = page.getByTestId('payment-row');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(reservation.code);
    await expect(rows).toContainText(/[*]/);
    await expect(page).toHaveURL(/[?&]q=/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await rows.getByRole('link').click();
    await expect(drawer(page)).toContainText(reservation.code);
  },
);

test('the bars and hours of the sales charts are read with the keyboard', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto(`${ROUTES[0]}?period=lastMonth`);
  await areRead(page);
  const bars = page.getByTestId('day-chart').getByRole('img');
  await bars.last().focus();
  await page.keyboard.press('Home');
  await expect(bars.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('chart-reading')).toHaveText((await bars.nth(1).getAttribute('aria-label')) ?? '?');
  await page.getByTestId('heat-map').locator('td[tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key);
  await expect(page.getByTestId('heat-reading')).toHaveText(/^화요일 23:00 · /);
  await expect(page.getByTestId('heat-strongest')).toHaveText(/^매출이 가장 많은 시간: .요일 \d\d:00 · ₩/);
});

test(
  'a payment or refund is in the sales within moments, and each payment links to its reservation',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom('매출 시험룸');
    const reservation = await playroom.book(room, dayFromNow(14), '10:00', '12:00');
    await page.goto(`${ROUTES[0]}?period=today&store=${playroom.storeId}&room=${room.id}`);
    await expect(page.getByTestId('sales-figures').getByTestId('empty-state')).toContainText('매출이 없어요');
    const paid = await pay(playroom, reservation.id, 11_000);
    await expect(figure(page, 'netAmount')).toHaveText('₩11,000', { timeout: 20_000 });
    await expect(figure(page, 'vatAmount')).toHaveText('₩1,000');
    await playroom.ask('owner', 'POST', `payment/${paid.id}/refund`, {
      version: paid.version,
      amount: 4400,
      reason: '시험',
    });
    await expect(figure(page, 'netAmount')).toHaveText('₩6,600', { timeout: 20_000 });
    await expect(figure(page, 'refundAmount')).toHaveText('₩4,400');
    const row = page.locator(`[data-payment="${paid.id}"]`);
    await expect(row).toContainText('−₩4,400');
    await row.getByRole('link').click();
    await expect(drawer(page).getByTestId('payments')).toContainText('시험');
  },
);

interface Weeks {
  readonly thisWeek: readonly { readonly grossAmount: number }[];
  readonly lastWeek: readonly { readonly grossAmount: number }[];
}

test(
  "this week's sales are compared with last week's on both screens, and grow with each payment (SL-2)",
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('admin');
    // Other tests pay and refund meanwhile; only the paid amount never decreases.
    const gross = page.getByTestId('weekly-table').locator('[data-figure=grossAmount]');
    /** The sum of this week, once the screen and the server agree on both weeks. */
    const agreed = async () => {
      let shown = 0;
      await expect(async () => {
        const { thisWeek, lastWeek } = await playroom.ask<Weeks>(
          'owner',
          'GET',
          `sales/weekly-stats?storeId=${playroom.storeId}`,
        );
        const [now, before] = [thisWeek, lastWeek].map((days) => days.reduce((won, day) => won + day.grossAmount, 0));
        expect((await gross.locator('td').allInnerTexts()).slice(0, 2).map(wonOf)).toEqual([now, before]);
        shown = now ?? 0;
      }).toPass({ timeout: 20_000 });
      return shown;
    };
    for (const route of ROUTES) {
      await page.goto(`${route}?period=today&store=${playroom.storeId}`);
      await agreed();
      await expect(gross.getByRole('cell').last()).toHaveText(/^(▲|▼|=) /);
    }
    const first = await agreed();
    const room = await playroom.addRoom('주간 시험룸');
    const reservation = await playroom.book(room, dayFromNow(15), '10:00', '12:00');
    await pay(playroom, reservation.id, 11_000);
    await expect.poll(agreed, { timeout: 30_000 }).toBeGreaterThanOrEqual(first + 11_000);
  },
);

function pay(
  playroom: Playroom,
  reservationId: string,
  amount: number,
): Promise<{ readonly id: string; readonly version: number }> {
  return playroom.ask('owner', 'POST', 'payment', { reservationId, method: 'CASH', amount, mayExceedDue: true });
}

test(
  'the export of the sales holds exactly the filtered payments, as CSV and as a workbook',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto(`${ROUTES[1]}?period=lastMonth&method=CARD`);
    await areRead(page);
    const save = async (format: string) => {
      await page.getByRole('button', { name: '내보내기' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const csv = await save('CSV');
    expect(csv.name).toMatch(/^sales-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$/);
    const [headings = '', ...lines] = csv.bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    const [method, amount] = ['결제 수단', '금액'].map((name) => headings.split(',').indexOf(name));
    const cells = lines.map((line) => line.split(','));
    expect([...new Set(cells.map((line) => line[method ?? -1]))]).toEqual(['카드']);
    expect(cells.reduce((won, line) => won + Number(line[amount ?? -1]), 0)).toBe(
      wonOf(await figure(page, 'netAmount').innerText()),
    );
    const workbook = await save('엑셀');
    expect([workbook.name.endsWith('.xlsx'), workbook.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK']);
  },
);

test(
  'a help-desk person sees the payments of the sales screen and not what a store earns',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('care');
    await page.goto(ROUTES[1]);
    await expect(page.getByTestId('payment-row').first()).toBeVisible();
    await expect(page.getByTestId('sales-totals')).toHaveCount(0);
    await expect(page.getByTestId('weekly-table')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '내보내기' })).toHaveCount(0);
  },
);

for (const lng of ['kr', 'en'] as const) {
  test(
    `a year of sales by week, split by room, fits a phone and is accessible (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('owner');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${ROUTES[0]}?from=${dayFromNow(-365)}&to=${dayFromNow(-1)}&by=room&lng=${lng}`);
      await areRead(page);
      expect(await page.getByTestId('day-chart').getByRole('img').count()).toBeLessThanOrEqual(54);
      await expect(page.getByTestId('payment-row').first()).toBeVisible();
      await expect(page.getByTestId('weekly-table')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expectAccessible(page, { what: 'sales', modes: lng === 'kr' ? MODES : ['dark'] });
    },
  );
}
