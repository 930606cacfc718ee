import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { withBookingDesk, type BookingDesk } from './booking-desk.ts';
import { fillForm } from './booking-form.ts';
import { expect, test } from './fixtures.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { TOSS } from './provider.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** Starting now, coming back and finding on a phone (BK-10, BK-14, BK-15). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

test(
  'from the QR code of a free room to the opened door in at most eight taps (BK-14)',
  TOSS,
  async ({ page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      let taps = 0;
      const tap = async (target: Locator) => {
        await target.tap();
        taps += 1;
      };
      await page.goto(`${desk.path}?room=${desk.roomId}`);
      await expect(page.getByTestId('now').getByRole('heading')).toHaveText(desk.roomName);
      await expect(page.getByTestId('now-free')).toContainText('지금 비어 있어요');
      await tap(page.getByTestId('start-now'));
      await expect(page.getByTestId('summary')).toContainText('지금 시작');
      await expect(page.getByTestId('total')).toBeVisible();
      await fillForm(page, desk, tap);
      await tap(page.getByTestId('book'));
      await page.waitForURL(/\/g\/mjg_/);
      await tap(page.getByRole('button', { name: /원 결제하기/ }));
      const toss = page.getByRole('button', { name: '토스페이먼츠' });
      const pay = page.getByRole('button', { name: '결제하기 · Pay' });
      await expect(toss.or(pay)).toBeVisible();
      // A chain with one provider goes straight to its window; the choice between two is not a tap of this journey.
      if (await toss.isVisible()) await toss.tap();
      await tap(pay);
      await expect(page.getByTestId('when')).toContainText(/예약 확정|이용 중/);
      const open = page.getByTestId('door').getByRole('button');
      for (const label of ['열기', '한 번 더 누르면 열려요']) {
        await expect(open).toContainText(label);
        await tap(open);
      }
      await expect(page.getByTestId('door-result')).toContainText('밀거나 당겨');
      expect(desk.lock.openings()).toBe(1);
      expect(taps).toBeLessThanOrEqual(8);
    });
  },
);

test(
  'back from the unpaid page, the hold is shown with its link and the form keeps name and phone (BK-10)',
  inSweep(),
  async ({ page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      await hold(page, desk);
      await page.goBack();
      await expect(page.getByTestId('held')).toContainText(desk.roomName);
      expect(await violations(page)).toEqual([]);
      await page.goto(desk.path);
      await page.getByTestId('next-start').first().tap();
      await expect(page.locator('input[name=name]')).toHaveValue('나시험');
      await expect(page.locator('input[name=phone]')).toHaveValue(desk.phone);
      await page.goto(desk.path);
      await page.getByTestId('held').getByRole('link').tap();
      await page.waitForURL(/\/g\/mjg_/);
      await expect(page.getByTestId('when')).toContainText('결제 대기');
    });
  },
);

test(
  'a guest without the link finds the reservation by the phone, in another browser (BK-15)',
  inSweep(),
  async ({ browser, page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      await hold(page, desk);
      const context = await browser.newContext({
        baseURL: server,
        locale: 'ko-KR',
        viewport: { width: 360, height: 740 },
      });
      try {
        const other = await context.newPage();
        await other.goto(desk.path);
        await other.getByTestId('find-open').click();
        await other.locator('input[name=phone]').fill(desk.phone);
        const before = await desk.readCode();
        await other.getByTestId('find-form').getByRole('button', { name: '인증번호 받기' }).click();
        let code = before;
        await expect.poll(async () => (code = await desk.readCode())).not.toBe(before);
        await other.locator('input[name=code]').fill(code);
        expect(await violations(other)).toEqual([]);
        await other.getByTestId('find-submit').click();
        await expect(other.getByTestId('found')).toContainText(`${desk.roomName} · 결제 대기`);
        await other.getByRole('link', { name: '예약 열기' }).click();
        await other.waitForURL(/\/g\/mjg_/);
        await expect(other.getByRole('heading', { level: 1 })).toContainText(desk.roomName);
      } finally {
        await context.close();
      }
    });
  },
);

for (const { language, locale, gone } of [
  { language: 'kr', locale: 'ko-KR', gone: '지금 예약을 받지 않아요' },
  { language: 'en', locale: 'en-US', gone: 'takes no bookings now' },
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale });
    test(
      'the QR code of an archived room says so and offers the other rooms, which fit 320 px in both modes (BK-14)',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          const archived = await desk.addRoom('3번 북악룸', 2);
          const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `room/${archived}`);
          await playroom.ask('admin', 'POST', `room/${archived}/archive`, { version, isArchived: true });
          await page.goto(`${desk.path}?room=${archived}`);
          await expect(page.getByTestId('now-gone')).toContainText(gone);
          await expect(page.getByTestId('now-room')).toContainText(desk.roomName);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await violations(page), colorScheme).toEqual([]);
          }
          for (const width of [320, 180, 360]) {
            await page.setViewportSize({ width, height: 740 });
            expect(await page.evaluate(findLayoutFaults), `${width} px`).toEqual([]);
          }
          await page.getByTestId('now-room').getByRole('button').tap();
          await expect(page.getByTestId('total')).toBeVisible();
          expect(await violations(page)).toEqual([]);
        });
      },
    );
  });
}

/** Books the room from now on, without paying. */
async function hold(page: Page, desk: BookingDesk): Promise<void> {
  await page.goto(`${desk.path}?room=${desk.roomId}`);
  await page.getByTestId('start-now').tap();
  await expect(page.getByTestId('total')).toBeVisible();
  await fillForm(page, desk);
  await page.getByTestId('book').tap();
  await page.waitForURL(/\/g\/mjg_/);
}
