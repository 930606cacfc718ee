import type { BrowserContext, Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow, GUEST, type Playroom, type Reservation } from './support/playroom.ts';
import { goToPaymentWindow, offerWays, TOSS } from './support/provider.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';
import { createTaps } from './support/taps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** Paying, and the return in a browser that does not know the reservation (GT-16), on a phone. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;
test.use({ ...PHONE, hasOwnContext: true });

const PAID = { kr: '결제가 끝났어요', en: 'Your payment is complete' } as const;
const NOT_PAID = { kr: '결제되지 않았어요', en: 'Not paid' } as const;

async function holdRoom(playroom: Playroom, days: number): Promise<{ held: Reservation; link: string }> {
  const room = await playroom.addRoom(`결제 귀환 ${days} ${Date.now()}`);
  const held = await playroom.book(room, dayFromNow(days), '10:00', '12:00', { state: 'PENDING' });
  return { held, link: await issueLink(playroom, held.id) };
}

/** Goes from the page of the reservation to the window of the provider. Returns the number of taps. */
const goToWindow = (page: Page) => goToPaymentWindow(page, page.getByTestId('pay').getByRole('button'));

/** Agrees or gives up in the window of the provider. Returns the address to which it sends the browser. */
async function leaveWindow(page: Page, choice: 'pay' | 'close'): Promise<string> {
  const body = new URLSearchParams({ choice });
  const reply = await fetch(page.url(), { method: 'POST', redirect: 'manual', body });
  return reply.headers.get('location') ?? '';
}

/** Another browser of the guest, which has no token. */
async function openElsewhere(page: Page, language: 'kr' | 'en', address: string): Promise<[BrowserContext, Page]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser has ended');
  const context = await browser.newContext({ ...PHONE, locale: language === 'kr' ? 'ko-KR' : 'en-GB' });
  const elsewhere = await context.newPage();
  await elsewhere.goto(address);
  return [context, elsewhere];
}

for (const language of ['kr', 'en'] as const)
  test(
    `a return in another browser confirms the payment and shows the result without the reservation, ${language} (GT-16)`,
    TOSS,
    async ({ page, playroom }) => {
      const { held, link } = await holdRoom(playroom, language === 'kr' ? 26 : 27);
      await page.goto(link);
      await goToWindow(page);
      // The window names store and room, and no code of the reservation.
      await expect(page.locator('p').first()).toContainText(/강남점 · 결제 귀환.* · \d+\/\d+ 10:00/);
      await expect(page.locator('body')).not.toContainText(held.code);
      const address = await leaveWindow(page, 'pay');
      expect(address).not.toContain('mjg_');
      expect(await playroom.read(held.id)).toMatchObject({ state: 'PENDING' });
      const [context, elsewhere] = await openElsewhere(page, language, address);
      const result = elsewhere.getByTestId('payment-result');
      await expect(result).toContainText(PAID[language]);
      await expect(result).toContainText('강남점');
      await expect(result).toContainText('10:00–12:00');
      const shown = await elsewhere.locator('body').textContent();
      for (const secret of [held.code, held.guestName, 'mjg_', GUEST.guestPhone]) expect(shown).not.toContain(secret);
      expect(await playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: held.priceAmount });
      // The key of the provider has left the address, and a reload shows the result again.
      expect(elsewhere.url()).not.toContain('paymentKey');
      await elsewhere.reload();
      await expect(result).toContainText(PAID[language]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await elsewhere.emulateMedia({ colorScheme });
        expect(await violations(elsewhere), colorScheme).toEqual([]);
      }
      expect(await elsewhere.evaluate(findLayoutFaults)).toEqual([]);
      await elsewhere.getByRole('button', { name: language === 'kr' ? 'English' : '한국어' }).tap();
      await expect(result).toContainText(PAID[language === 'kr' ? 'en' : 'kr']);
      // The same address in the first tab, which knows the reservation: one truth, and the page continues.
      await page.goto(address);
      await expect(page.getByTestId('payment-outcome')).toContainText('결제가 끝났어요');
      await expect(page).toHaveURL(link);
      await context.close();
    },
  );

const WORDS = {
  kr: { done: '결제가 끝났어요', confirmed: '예약 확정', cash: '현금', shown: '5,000원' },
  en: { done: 'Your payment is complete', confirmed: 'Confirmed', cash: 'Cash', shown: '₩5,000' },
} as const;

for (const [language, day] of [
  ['kr', 28],
  ['en', 38],
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'kr' ? 'ko-KR' : 'en-GB' });

    test(
      'a closed window says paid in every tab when another phone has paid meanwhile (GT-16)',
      inSweep(TOSS),
      async ({ page, playroom }) => {
        const { held, link } = await holdRoom(playroom, day);
        await page.goto(link);
        await goToWindow(page);
        const failed = await leaveWindow(page, 'close');
        const [context, elsewhere] = await openElsewhere(page, language, failed);
        const result = elsewhere.getByTestId('payment-result');
        await expect(result).toContainText(NOT_PAID[language]);
        expect(await violations(elsewhere)).toEqual([]);
        await page.goto(link);
        await goToWindow(page);
        await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
        await expect(page.getByTestId('payment-outcome')).toContainText(words.done);
        await elsewhere.reload();
        await expect(result).toContainText(PAID[language]);
        await page.goto(failed);
        await expect(page.getByTestId('payment-outcome')).toContainText(words.done);
        await expect(page.getByTestId('when')).toContainText(words.confirmed);
        expect(await playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: held.priceAmount });
        expect(await violations(page)).toEqual([]);
        await context.close();
      },
    );

    test(
      'a new tab of the same device continues as the page of the reservation, and a second return shows the result (GT-16)',
      inSweep(TOSS),
      async ({ page, playroom }) => {
        const { held, link } = await holdRoom(playroom, day + 1);
        await page.goto(link);
        await goToWindow(page);
        const address = await leaveWindow(page, 'pay');
        const tab = await page.context().newPage();
        await tab.goto(address);
        await expect(tab.getByTestId('payment-outcome')).toContainText(words.done);
        await expect(tab).toHaveURL(link);
        expect(await violations(tab)).toEqual([]);
        await tab.goto(address);
        await expect(tab.getByTestId('payment-result')).toContainText(PAID[language]);
        expect(await playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: held.priceAmount });
        expect(await violations(tab)).toEqual([]);
        expect(await tab.evaluate(findLayoutFaults)).toEqual([]);
        await tab.close();
      },
    );

    test(
      'a return after staff cancelled the hold takes no money and says so, here and elsewhere (GT-10, GT-16)',
      inSweep(TOSS),
      async ({ page, playroom, expectError }) => {
        expectError(/status of 409/);
        const { held, link } = await holdRoom(playroom, day + 3);
        await page.goto(link);
        await goToWindow(page);
        const address = await leaveWindow(page, 'pay');
        const { version } = await playroom.read(held.id);
        await playroom.ask('owner', 'POST', `reservation/${held.id}/cancel`, { version });
        const [context, elsewhere] = await openElsewhere(page, language, address);
        await expect(elsewhere.getByTestId('payment-result')).toContainText(NOT_PAID[language]);
        await page.goto(address);
        await expect(page.getByTestId('cancelled')).toBeVisible();
        await expect(page.getByTestId('payment-outcome')).not.toContainText(words.done);
        for (const seen of [page, elsewhere]) {
          expect(await violations(seen)).toEqual([]);
          expect(await seen.evaluate(findLayoutFaults)).toEqual([]);
        }
        await saveShot(page, `return-cancelled-${language}`);
        expect(await playroom.read(held.id)).toMatchObject({ state: 'CANCELLED', paidAmount: 0 });
        await context.close();
      },
    );

    test(
      'a return with the order of another reservation shows only its result, and nothing of the page (GT-16)',
      inSweep(TOSS),
      async ({ page, playroom, expectError }) => {
        expectError(/status of 404.*confirm/);
        const [first, other] = [await holdRoom(playroom, day + 4), await holdRoom(playroom, day + 5)];
        await page.goto(other.link);
        await goToWindow(page);
        const address = await leaveWindow(page, 'pay');
        await page.goto(first.link);
        await goToWindow(page);
        await page.goto(address);
        await expect(page.getByTestId('payment-result')).toContainText(PAID[language]);
        await expect(page.getByTestId('payment-outcome')).toHaveCount(0);
        expect(await playroom.read(first.held.id)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
        expect(await playroom.read(other.held.id)).toMatchObject({ state: 'CONFIRMED' });
        expect(await violations(page)).toEqual([]);
        await saveShot(page, `return-other-order-${language}`);
      },
    );

    test(
      'with one provider the tap on paying opens its window, and receipts are a part of their own (GP-8)',
      inSweep(TOSS),
      async ({ page, playroom }) => {
        const room = await playroom.addRoom(`결제 한 번 ${Date.now()}`);
        const stay = await playroom.book(room, dayFromNow(day + 2), '10:00', '12:00');
        await playroom.ask('owner', 'POST', 'payment', { reservationId: stay.id, method: 'CASH', amount: 5000 });
        await offerWays(page, ['TOSS']);
        await page.goto(await issueLink(playroom, stay.id));
        const receipts = page.getByTestId('payments');
        await receipts.getByRole('button').tap();
        await expect(receipts).toContainText(words.shown);
        await expect(page.getByTestId('pay')).not.toContainText(words.cash);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        const taps = createTaps();
        await goToPaymentWindow(page, page.getByTestId('pay').getByRole('button'), taps.tap);
        expect(taps.count()).toBe(1);
        console.log(`From the page to the window of a single provider, ${language}: ${taps.count()} tap`);
      },
    );
  });
}
