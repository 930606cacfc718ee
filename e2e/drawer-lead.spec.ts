import type { EntryFacts, Payment } from '@munjigi/contract';
import { expectAccessible, MODES } from './support/axe.ts';
import { withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/** What stands below the lower edge of the drawer, in px. */
const hiddenHeight = (drawer: Element) => drawer.scrollHeight - drawer.clientHeight;

for (const lng of ['kr', 'en'] as const) {
  const words =
    lng === 'kr'
      ? { drawer: '예약 상세', give: '손님에게 코드 알려 주기' }
      : { drawer: 'Reservation', give: 'Give the guest the code' };

  test(
    `the drawer leads with payment, then code, then door, and an ordinary stay is read without scrolling (RV-60, ${lng})`,
    inSweep(),
    async ({ page, playroom, server, signIn }) => {
      await signIn('owner');
      await withGuest(playroom, server, 0, async ({ guest }) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        // The message with the code arrives at any moment after the payment; here the code is given by the drawer alone.
        let isGiven = false;
        await page.route(/\/reservation\/[^/]+\/entry$/, async (route) => {
          const response = await route.fetch();
          const facts = (await response.json()) as EntryFacts;
          await route.fulfill({ response, json: { ...facts, isCodeGiven: isGiven } });
        });
        await page.goto(`/dashboard/reservation?lng=${lng}&store=${playroom.storeId}&reservation=${guest.id}`);
        const drawer = page.getByRole('dialog', { name: words.drawer, exact: true });
        const body = drawer.getByTestId('drawer-body');
        await expect(body).toHaveAttribute('data-need', 'TAKE_PAYMENT');
        await expect(drawer.getByTestId('room-openers').getByRole('button').first()).not.toHaveClass(/button-primary/);
        await saveShot(page, `drawer-unpaid-${lng}-1440`);

        await playroom.ask<Payment>('owner', 'POST', 'payment', {
          reservationId: guest.id,
          method: 'CARD',
          amount: guest.priceAmount,
        });
        await expect(body).toHaveAttribute('data-need', 'GIVE_CODE');
        await expect(drawer.getByTestId('payment')).toHaveCount(1);
        await expect(drawer.getByRole('button', { name: words.give })).toBeVisible();
        expect(await drawer.evaluate(hiddenHeight)).toBe(0);
        isGiven = true;
        await drawer.getByRole('button', { name: words.give }).click();
        await expect(body).toHaveAttribute('data-need', 'OPEN');
        await expect(drawer.getByTestId('room-openers').getByRole('button').first()).toHaveClass(/button-primary/);
        for (const [width, height] of [
          [1440, 900],
          [1024, 768],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          expect(await drawer.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
          await saveShot(page, `drawer-paid-${lng}-${width}`);
        }
        await expectAccessible(page, { what: 'the drawer', modes: MODES, within: '[role=dialog]' });
      });
    },
  );
}
