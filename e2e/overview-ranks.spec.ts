import type { Locator, Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { expect, test } from './support/fixtures.ts';
import { GUEST, type Reservation } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const SLOT_MS = 1_800_000;
const ALARM_MS = 5_000;
const PERSON_CODE = '000000';

/** Whether the whole of it is on the screen, without scrolling. */
async function isOnFirstScreen(page: Page, what: Locator): Promise<boolean> {
  const box = await what.boundingBox();
  const { width, height, scrolled } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: window.innerHeight,
    scrolled: window.scrollY,
  }));
  return (
    box !== null &&
    scrolled === 0 &&
    box.x >= 0 &&
    box.x + box.width <= width &&
    box.y > 0 &&
    box.y + box.height <= height
  );
}

for (const { width, height, lng, words, open } of [
  { width: 390, height: 844, lng: 'kr', words: '코드가 여러 번 거절됐어요', open: /열기/ },
  { width: 1024, height: 768, lng: 'en', words: 'Codes refused several times', open: /^Open/ },
])
  test(
    `refused codes appear at once, and the first screen has them and opens the door of the nearest guest with one tap, at ${String(width)} px (OV-10, DR-60)`,
    inSweep(width === 390 ? ANY_WIDTH : SECOND_WIDTH),
    async ({ page, playroom, server, signIn }) =>
      withBookingDesk(playroom, server, async ({ storeId, roomId, lock }) => {
        await page.setViewportSize({ width, height });
        await signIn('admin');
        const startsAt = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS;
        const guest = await playroom.ask<Reservation>('admin', 'POST', 'reservation', {
          roomId,
          startsAt: new Date(startsAt).toISOString(),
          endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
          ...GUEST,
        });
        await page.goto(`/dashboard?store=${storeId}&lng=${lng}`);
        const alarms = page.getByTestId('overview-alarms');
        const wayIn = page.locator(`[data-testid=overview-way-in][data-reservation="${guest.id}"]`);
        await expect(wayIn.getByRole('button').first()).toBeVisible();
        await expect(alarms).toHaveCount(0);

        for (let time = 0; time < 5; time += 1) expect(lock.enter(PERSON_CODE)).toBe('REFUSED');
        await expect(alarms).toContainText(words, { timeout: ALARM_MS });
        await expect(page.getByTestId('alarm-bell')).toBeVisible({ timeout: ALARM_MS });
        const openers = [alarms.getByRole('button', { name: open }), wayIn.getByRole('button', { name: open }).first()];
        for (const opener of openers) {
          await expect(opener).toBeVisible();
          expect(await isOnFirstScreen(page, opener)).toBe(true);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expectAccessible(page, {
          what: 'the trouble and the next guest',
          modes: MODES,
          within: '.overview-attention',
        });
        await saveShot(page, `overview-ranks-${String(width)}-${lng}`);

        await openers[1]?.click();
        // The opening ends the alarm.
        await expect(alarms).toHaveCount(0, { timeout: ALARM_MS });
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
      }),
  );
