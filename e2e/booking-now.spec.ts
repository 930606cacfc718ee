import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { fillForm, provePhone } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { offerWays, TOSS } from './support/provider.ts';
import { playAfterMidnight } from './support/sample-store.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';
import { createTaps } from './support/taps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** Starting now, coming back and finding on a phone (BK-10, BK-14, BK-15). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const WORDS = {
  kr: {
    free: '지금 비어 있어요',
    gone: '지금 예약을 받지 않아요',
    start: '지금 시작',
    running: /예약 확정|이용 중/,
    open: ['열기', '한 번 더 누르면 열려요'],
    push: '밀거나 당겨',
    waiting: '결제 대기',
    tonight: '오늘 새벽 00:30',
    other: 'English',
  },
  en: {
    free: 'Available now',
    gone: 'does not take bookings right now',
    start: 'Start now',
    running: /Confirmed|In use/,
    open: ['Open', 'Tap again to open'],
    push: 'Push or pull',
    waiting: 'Awaiting payment',
    tonight: 'Tonight 00:30',
    other: '한국어',
  },
} as const;

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test(
      'from the QR code of a free room to the opened door in at most eight taps (BK-14)',
      TOSS,
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          const taps = createTaps();
          await offerWays(page, ['TOSS']);
          await page.goto(`${desk.path}?room=${desk.roomId}`);
          await expect(page.getByTestId('now').getByRole('heading')).toHaveText(desk.roomName);
          await expect(page.getByTestId('now-free')).toContainText(words.free);
          expect(await violations(page)).toEqual([]);
          await taps.tap(page.getByTestId('start-now'));
          await expect(page.getByTestId('summary')).toContainText(words.start);
          await expect(page.getByTestId('total')).toBeVisible();
          await fillForm(page, desk, taps);
          expect(await violations(page)).toEqual([]);
          await taps.tap(page.getByTestId('book'));
          await taps.tap(page.getByRole('button', { name: '결제하기 · Pay' }));
          await expect(page.getByTestId('when')).toContainText(words.running);
          const open = page.getByTestId('door').getByRole('button');
          for (const label of words.open) {
            await expect(open).toContainText(label);
            await taps.tap(open);
          }
          await expect(page.getByTestId('door-result')).toContainText(words.push);
          expect(desk.lock.openings()).toBe(1);
          expect(await violations(page)).toEqual([]);
          console.log(`From the QR code to the opened door, ${language}: ${taps.count()} taps: ${taps.list()}`);
          expect(taps.count()).toBeLessThanOrEqual(8);
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
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          await page.goto(desk.path);
          await page.getByTestId('next-start').first().tap();
          await expect(page.locator('input[name=name]')).toHaveValue('나시험');
          await expect(page.locator('input[name=phone]')).toHaveValue(desk.phone);
          await page.goBack();
          await page.getByTestId('held').getByRole('link').tap();
          await page.waitForURL(/\/g\/mjg_/);
          await expect(page.getByTestId('when')).toContainText(words.waiting);
          // The payment of a stay that starts now opens by itself once.
          await expect(page.getByTestId('payment-panel')).toHaveCount(0);
          await expect(page.getByTestId('refund-rules')).toBeVisible();
          expect(await violations(page)).toEqual([]);
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
            locale,
            hasTouch: true,
            viewport: { width: 360, height: 740 },
          });
          try {
            const other = await context.newPage();
            await other.goto(desk.path);
            await other.getByTestId('find-open').tap();
            const before = await desk.readCode();
            const readCode = async () => {
              let code = before;
              await expect.poll(async () => (code = await desk.readCode())).not.toBe(before);
              return code;
            };
            await provePhone(other, { phone: desk.phone, readCode });
            expect(await violations(other)).toEqual([]);
            expect(await other.evaluate(findLayoutFaults)).toEqual([]);
            await other.getByTestId('find-submit').tap();
            await expect(other.getByTestId('found')).toContainText(`${desk.roomName} · ${words.waiting}`);
            expect(await violations(other)).toEqual([]);
            await other.getByTestId('found').getByRole('link').tap();
            await other.waitForURL(/\/g\/mjg_/);
            await expect(other.getByRole('heading', { level: 1 })).toContainText(desk.roomName);
            expect(await violations(other)).toEqual([]);
          } finally {
            await context.close();
          }
        });
      },
    );

    test(
      'the QR code of an archived room says so and offers the other rooms, which fit 320 px in both modes (BK-14)',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          const archived = await desk.addRoom('3번 북악룸', 2);
          const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `room/${archived}`);
          await playroom.ask('admin', 'POST', `room/${archived}/archive`, { version, isArchived: true });
          await page.goto(`${desk.path}?room=${archived}`);
          await expect(page.getByTestId('now-gone')).toContainText(words.gone);
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

    test(
      'at 00:15 the page begins with what is free now and with tonight, and holidays are red (BK-14, BK-2)',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          await playAfterMidnight(page);
          await page.goto(desk.path);
          const now = page.getByTestId('now');
          await expect(now.getByTestId('now-room').first()).toContainText(words.start);
          await expect(now.getByTestId('next-start').first()).toContainText(words.tonight);
          const [first, calendar] = [await now.boundingBox(), await page.getByTestId('calendar').boundingBox()];
          expect(first?.y).toBeLessThan(calendar?.y ?? 0);
          // 29 November is a Sunday, and the reply makes the 27th a public holiday.
          const red = page.getByTestId('calendar').locator('.day-number.sunday');
          await expect(red.filter({ hasText: '29' })).toHaveCount(1);
          await expect(red.filter({ hasText: '27' })).toHaveCount(1);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await violations(page), colorScheme).toEqual([]);
            await saveShot(page, `book-midnight-${language}-${colorScheme}`);
          }
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        });
      },
    );
  });
}

/** Books the room from now on, without paying. Two ways to pay, so that the page of the reservation stays. */
async function hold(page: Page, desk: BookingDesk): Promise<void> {
  await offerWays(page, ['TOSS', 'PORTONE']);
  await page.goto(`${desk.path}?room=${desk.roomId}`);
  await page.getByTestId('start-now').tap();
  await expect(page.getByTestId('total')).toBeVisible();
  await fillForm(page, desk);
  await page.getByTestId('book').tap();
  await page.waitForURL(/\/g\/mjg_/);
  await expect(page.getByTestId('payment-panel').getByRole('button').first()).toBeVisible();
}
