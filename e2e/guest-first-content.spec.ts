import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';

/** The content that the server writes into the documents of guests (decision 130). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const WORDS = {
  'ko-KR': { open: '열기', step: '3단계 중 1단계' },
  'en-GB': { open: 'Open', step: 'Step 1 of 3' },
} as const;

for (const locale of ['ko-KR', 'en-GB'] as const) {
  const words = WORDS[locale];

  test.describe(`without JavaScript, ${locale}`, () => {
    test.use({ locale, javaScriptEnabled: false });

    test(`the page of a reservation has its first content in ${locale} (GP-1)`, async ({ page, playroom, server }) => {
      await withGuest(playroom, server, 0, async ({ guest, doorName }) => {
        const door = page.getByTestId('door').filter({ hasText: doorName });
        await openContent(page, await issueLink(playroom, guest.id));
        await expect(door.getByRole('button')).toContainText(words.open);
        await expect(page.getByTestId('countdown')).toBeVisible();
        await expect(page.locator('noscript .with-content')).toBeVisible();
        await expect(page.locator('noscript .without-content')).toBeHidden();
      });
    });

    test(`the page of a store has its first content in ${locale} (BK-10)`, async ({ page, playroom, server }) => {
      await withBookingDesk(playroom, server, async (desk) => {
        await openContent(page, desk.path);
        await expect(page.getByTestId('store-head')).toContainText(desk.storeName);
        await expect(page.locator('.step-count')).toHaveText(words.step);
      });
    });
  });

  test.describe(`with a code that arrives late, ${locale}`, () => {
    test.use({ locale });

    test(`the page of a reservation takes its content over, and a tap from before counts, in ${locale}`, async ({
      page,
      playroom,
      server,
    }) => {
      await withGuest(playroom, server, 0, async ({ guest, doorName }) => {
        const releaseCode = await holdCode(page);
        await openContent(page, await issueLink(playroom, guest.id));
        const requests = countRequests(page, '/api/v2/guest/page');
        const open = page.getByTestId('door').filter({ hasText: doorName }).getByRole('button');
        await expect(open).toContainText(words.open);
        await markContent(page);
        await open.tap();
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        releaseCode();
        await expect(open).toHaveClass(/open-armed/);
        expect([await isSameContent(page), requests()]).toEqual([true, 0]);
        expect(await violations(page)).toEqual([]);
        // The page polls as after a reply that it requested itself.
        await expect.poll(requests).toBeGreaterThan(0);
      });
    });

    test(`the page of a store takes its content over in ${locale}`, async ({ page, playroom, server }) => {
      await withBookingDesk(playroom, server, async (desk) => {
        const releaseCode = await holdCode(page);
        await openContent(page, desk.path);
        const requests = countRequests(page, `/booking/store/${desk.storeId}`);
        await expect(page.getByTestId('store-head')).toContainText(desk.storeName);
        await markContent(page);
        releaseCode();
        await expect(page.getByTestId('calendar').locator('button.free').first()).toBeVisible();
        expect([await isSameContent(page), requests()]).toEqual([true, 0]);
        await page.getByTestId('calendar').locator('button.free').nth(1).tap();
        await expect(page.getByTestId('time').first()).toBeVisible();
        // The server knows nothing of what this browser has chosen.
        await page.reload();
        await expect(page.getByTestId('time').first()).toBeVisible();
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
      });
    });
  });
}

/** Opens a document with content. A busy server leaves the content to the page, so it is opened until it has some. */
async function openContent(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('html[data-content]')).toBeAttached({ timeout: 1000 });
  }).toPass();
}

/** Holds the code of the pages back until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/g-assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

function countRequests(page: Page, end: string): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(new URL(request.url()).pathname.endsWith(end))));
  return () => count;
}

/** Marks the element of the server, which a page that replaces the content would remove. */
const markContent = (page: Page) => page.evaluate(() => document.querySelector('main')?.classList.add('of-server'));
const isSameContent = async (page: Page) => (await page.locator('main.of-server').count()) === 1;
