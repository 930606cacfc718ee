import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { SLOT_MS } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { GUEST, type Playroom, type Reservation } from './support/playroom.ts';
import { TOSS } from './support/provider.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/** A guest extends their stay on a small phone (GT-12, GT-13). */
test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, hasOwnContext: true });

/** A paid stay that began with the present slot and lasts one hour, and the link of its guest. */
async function beginStay(playroom: Playroom): Promise<{ stay: Reservation; link: string }> {
  const { ask, addRoom, read } = playroom;
  const room = await addRoom(`연장 ${Date.now()}`);
  const startsAt = Date.now() - (Date.now() % SLOT_MS);
  const { id, priceAmount } = await ask<Reservation>('owner', 'POST', 'reservation', {
    ...GUEST,
    roomId: room.id,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
    channel: 'WALK_IN',
  });
  await ask('owner', 'POST', 'payment', { reservationId: id, method: 'CASH', amount: priceAmount });
  const link = await issueLink(playroom, id);
  return { stay: await read(id), link };
}

const card = (page: Page) => page.getByTestId('extend');
const clockOf = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' }).format(instant);

const WORDS = {
  kr: {
    choice: (time: string) => `${time}까지 (+30분)`,
    confirm: (time: string) => `${time}까지 연장하기`,
    left: '안에 결제하면 연장돼요',
    back: '연장하지 않기',
    returned: '결제하지 않아 연장되지 않았어요',
    way: '카드 · 간편결제',
    paid: '결제가 끝났어요',
  },
  en: {
    choice: (time: string) => `until ${time} (+30 min)`,
    confirm: (time: string) => `Extend until ${time}`,
    left: 'to extend your stay',
    back: 'Do not extend',
    returned: 'your stay was not extended',
    way: 'Card or easy pay',
    paid: 'Your payment is complete',
  },
} as const;

for (const { language, locale, width } of [
  { language: 'kr', locale: 'ko-KR', width: 320 },
  { language: 'kr', locale: 'ko-KR', width: 360 },
  { language: 'en', locale: 'en-US', width: 360 },
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language} at ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 640 } });

    test(
      `two taps hold more time, and its payment extends the stay; unpaid time is given back, ${language} (GT-12, GT-13)`,
      inSweep(TOSS),
      async ({ page, playroom }) => {
        const { stay, link } = await beginStay(playroom);
        const endsMs = Date.parse(stay.endsAt);
        const later = clockOf(endsMs + SLOT_MS);
        await page.goto(link);
        await card(page)
          .getByRole('button', { name: words.choice(later) })
          .tap();
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        await card(page)
          .getByRole('button', { name: words.confirm(later) })
          .tap();
        await expect(card(page).getByTestId('extension-hold')).toContainText(words.left);
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        expect(await violations(page)).toEqual([]);
        expect(await playroom.read(stay.id)).toMatchObject({ endsAt: stay.endsAt, priceAmount: stay.priceAmount });

        await card(page).getByRole('button', { name: words.back }).tap();
        await expect(card(page)).toContainText(words.returned);

        await card(page)
          .getByRole('button', { name: words.choice(later) })
          .tap();
        await card(page)
          .getByRole('button', { name: words.confirm(later) })
          .tap();
        await card(page).getByRole('button', { name: words.way, exact: true }).tap();
        await page.waitForURL(/\/checkout/);
        await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
        await expect(page.getByTestId('payment-outcome')).toContainText(words.paid);
        await expect(page.getByTestId('when')).toContainText(`–${later}`);
        const paid = await playroom.read(stay.id);
        expect(Date.parse(paid.endsAt)).toBe(endsMs + SLOT_MS);
        expect(paid.paidAmount).toBe(paid.priceAmount);
        expect(paid.priceAmount).toBeGreaterThan(stay.priceAmount);
      },
    );
  });
}

test(
  'a guest reads in English and in the dark why no longer stay is possible',
  inSweep(),
  async ({ browser, playroom, server }) => {
    const { stay, link } = await beginStay(playroom);
    await playroom.ask('owner', 'POST', 'reservation', {
      ...GUEST,
      roomId: stay.roomId,
      startsAt: stay.endsAt,
      endsAt: new Date(Date.parse(stay.endsAt) + 2 * SLOT_MS).toISOString(),
      channel: 'STAFF',
      state: 'CONFIRMED',
    });
    const context = await browser.newContext({
      baseURL: server,
      locale: 'en-GB',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    try {
      const page = await context.newPage();
      await page.goto(link);
      await expect(card(page)).toContainText('The next guest has booked this room.');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
