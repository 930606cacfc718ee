import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { GUEST, type Reservation } from './support/playroom.ts';
import { TOSS } from './support/provider.ts';
import { createTaps } from './support/taps.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const WORDS = {
  kr: {
    button: '예약 변경하기',
    tomorrow: /내일$/,
    pay: /^변경하고 6,000원 결제하기$/,
    way: '카드 · 간편결제',
    left: '안에 결제해 주세요',
    paid: '결제가 끝났어요',
    same: '같은 요금',
    confirm: '이대로 변경하기',
  },
  en: {
    button: 'Change reservation',
    tomorrow: /tomorrow$/,
    pay: /^Change and pay ₩6,000$/,
    way: 'Card or easy pay',
    left: 'Please pay within',
    paid: 'Your payment is complete',
    same: 'same price',
    confirm: 'Change reservation',
  },
} as const;

for (const { language, locale, colorScheme } of [
  { language: 'kr', locale: 'ko-KR', colorScheme: 'light' },
  { language: 'en', locale: 'en-US', colorScheme: 'dark' },
] as const) {
  const words = WORDS[language];
  test.describe(`on a phone, ${language}`, () => {
    test.use({ locale, colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, hasOwnContext: true });

    test(
      `a guest moves a paid stay to tomorrow for a higher price with six taps at most, ${language} (GT-30 to GT-32)`,
      TOSS,
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async ({ storeId, roomId }) => {
          // Two days ahead, so that every start of tomorrow is another one at every hour.
          const startsAt = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 2 * DAY_MS;
          const { id } = await playroom.ask<Reservation>('admin', 'POST', 'reservation', {
            ...GUEST,
            kind: 'GUEST',
            roomId,
            startsAt: new Date(startsAt).toISOString(),
            endsAt: new Date(startsAt + HOUR_MS).toISOString(),
          });
          await playroom.ask('admin', 'POST', 'payment', { reservationId: id, method: 'CASH', amount: 12_000 });
          // Prices rise after the booking.
          await playroom.ask('admin', 'POST', 'price-policy', {
            storeId,
            name: '성수기',
            roomIds: [],
            weekdays: [1, 2, 3, 4, 5, 6, 7],
            holidays: true,
            startsOn: null,
            endsOn: null,
            fromTime: '00:00',
            toTime: '00:00',
            unit: 'SLOT',
            amount: 3000,
            packageMinutes: null,
            includedHeadCount: 2,
            extraPersonAmount: 0,
            priority: 2,
          });
          const read = () => playroom.ask<Reservation>('admin', 'GET', `reservation/${id}`);
          const link = await issueLink(playroom, id, 'admin');
          await page.goto(link);
          const taps = createTaps();
          const panel = page.getByTestId('moving-panel');
          await taps.tap(page.getByRole('button', { name: words.button }));
          await taps.tap(panel.getByRole('button', { name: words.tomorrow }));
          await panel.getByRole('button', { name: /6,000/ }).first().waitFor();
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          const start = panel.getByRole('button', { name: /6,000/ }).first();
          await taps.tap(start);
          await expect(panel.getByTestId('move-summary')).toContainText('18,000');
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          expect(await violations(page)).toEqual([]);
          await taps.tap(panel.getByRole('button', { name: words.pay }));
          const held = page.getByTestId('held-move');
          await expect(held.getByTestId('move-hold')).toContainText(words.left);
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          expect(await violations(page)).toEqual([]);
          expect(await read()).toMatchObject({
            priceAmount: 12_000,
            startsAt: new Date(startsAt).toISOString(),
          });
          await taps.tap(held.getByRole('button', { name: words.way, exact: true }));
          await page.waitForURL(/\/checkout/);
          // The steps of the provider's page count apart: one tap on the page of the virtual provider.
          await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
          await expect(page.getByTestId('payment-outcome')).toContainText(words.paid);
          await expect(page.getByTestId('moved')).toBeVisible();
          expect(taps.count(), taps.list()).toBeLessThanOrEqual(6);
          test.info().annotations.push({ type: 'taps', description: `${taps.count()}: ${taps.list()}` });
          const moved = await read();
          expect(moved).toMatchObject({ priceAmount: 18_000, paidAmount: 18_000 });
          expect(Date.parse(moved.startsAt)).toBeLessThan(startsAt);
        });
      },
    );
  });
}
