import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { SLOT_MS } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { issueLink } from './guest-link.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { GUEST, type Playroom, type Reservation } from './playroom.ts';
import { TOSS } from './provider.ts';
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

test(
  'two taps hold more time, and its payment extends the stay; unpaid time is given back',
  inSweep(TOSS),
  async ({ page, playroom }) => {
    const { stay, link } = await beginStay(playroom);
    const endsMs = Date.parse(stay.endsAt);
    const later = clockOf(endsMs + SLOT_MS);
    await page.goto(link);
    await card(page)
      .getByRole('button', { name: `${later}까지 (+30분)` })
      .tap();
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    await card(page)
      .getByRole('button', { name: `${later}까지 연장하기` })
      .tap();
    await expect(card(page).getByTestId('extension-hold')).toContainText('안에 결제하면 연장돼요');
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await playroom.read(stay.id)).toMatchObject({ endsAt: stay.endsAt, priceAmount: stay.priceAmount });

    await card(page).getByRole('button', { name: '연장하지 않기' }).tap();
    await expect(card(page)).toContainText('결제하지 않아 연장되지 않았어요');

    await card(page)
      .getByRole('button', { name: `${later}까지 (+30분)` })
      .tap();
    await card(page)
      .getByRole('button', { name: `${later}까지 연장하기` })
      .tap();
    await card(page).getByRole('button', { name: '카드 · 간편결제', exact: true }).tap();
    await page.waitForURL(/\/checkout/);
    await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
    await expect(page.getByTestId('payment-outcome')).toContainText('결제가 끝났어요');
    await expect(page.getByTestId('when')).toContainText(`– ${later}`);
    const paid = await playroom.read(stay.id);
    expect(Date.parse(paid.endsAt)).toBe(endsMs + SLOT_MS);
    expect(paid.paidAmount).toBe(paid.priceAmount);
    expect(paid.priceAmount).toBeGreaterThan(stay.priceAmount);
  },
);

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
