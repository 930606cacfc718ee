import type { Page } from '@playwright/test';
import { PAGE_STATES } from '../apps/guest/src/testing/page-states.ts';
import { SAMPLE_TOKEN } from '../apps/guest/src/testing/sample-page.ts';
import { sampleBookingStore } from '../apps/guest/src/testing/sample-booking.ts';
import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { openPlainDocuments } from './support/plain-document.ts';
import { playStore } from './support/sample-store.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** Large text of the phone: 200 % at 360 px, which is another thing than a page at half of the width. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const ROOM_NAMES = ['1번 한강 스튜디오룸', '2번 남산 프리미엄 파티룸', '3번 북악룸'];

/** The words of the page that its layout breaks in the middle, other than one that is wider than the page. */
const findBrokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const shown = node.parentElement;
      if (shown === null || !shown.checkVisibility() || shown.clientWidth === 1) continue;
      for (const word of (node.textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.add(word[0]);
      }
    }
    return [...broken];
  });

async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('font-size', '200%'),
    );
  });
}

async function checkStep(page: Page, name: string): Promise<void> {
  await saveShot(page, `zoom-${name}`);
  expect(await findBrokenWords(page), name).toEqual([]);
  expect(await page.evaluate(findLayoutFaults), name).toEqual([]);
  expect(await violations(page), name).toEqual([]);
}

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test(
      'no word of the booking page is broken by text at 200 % (BK-10)',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          const store = sampleBookingStore();
          const rooms = store.rooms.map((room, index) => ({ ...room, name: ROOM_NAMES[index] ?? room.name }));
          await playStore(page, { store: { ...store, rooms } });
          await enlargeText(page);
          await page.goto(desk.path);
          await expect(page.getByTestId('now')).toBeVisible();
          await expect(page.getByTestId('calendar').locator('button.free').first()).toBeVisible();
          await checkStep(page, `day-${language}`);
          await page.getByTestId('calendar').locator('button.free').nth(1).tap();
          const times = page.getByTestId('time').getByRole('button');
          await times.first().tap();
          const choice = page.getByTestId('room-choice').getByRole('button');
          await expect(choice.first()).toHaveCSS('text-align', 'left');
          await checkStep(page, `time-${language}`);
          await page.getByRole('tab').last().tap();
          await expect(page.getByTestId('room-card').first()).toBeVisible();
          await checkStep(page, `rooms-${language}`);
          await page.getByTestId('room-card').first().getByRole('button').first().tap();
          await expect(page.getByTestId('total')).toBeVisible();
          await checkStep(page, `details-${language}`);
        });
      },
    );

    for (const name of ['unpaid', 'entry-open', 'moved-to-a-dearer-room', 'cancelled-by-store'])
      test(`no word of the page of a guest is broken by text at 200 %: ${name} (GP-1)`, inSweep(), async ({ page }) => {
        const state = PAGE_STATES.find((one) => one.name === name);
        await openPlainDocuments(page);
        await page.route('**/api/v2/guest/page', (route) => route.fulfill({ json: state?.page }));
        await enlargeText(page);
        await page.goto(`/g/${SAMPLE_TOKEN}`);
        await expect(page.getByTestId('when')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        await page.setViewportSize({ width: 360, height: await page.evaluate(() => document.body.scrollHeight) });
        await checkStep(page, `page-${name}-${language}`);
      });
  });
