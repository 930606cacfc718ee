import type { AuditEntry, Payment } from '@munjigi/contract';
import { withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import {
  isRefusedByServer,
  signInByForm,
  signOutByButton,
  walkAddresses,
  walkMenu,
  type Worker,
} from './support/journey.ts';
import { emailOf, PASSWORD } from './support/people.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test(
  'a day of a SUB_ADMIN: they work with reservations, doors and money of every store, and only read settings and people',
  inSweep(),
  async ({ page, playroom, server }) => {
    test.slow();
    const startedAt = new Date().toISOString();
    const rowsOf = async (subjectId: string) => {
      const { items } = await playroom.ask<{ items: AuditEntry[] }>(
        'admin',
        'GET',
        `audit?${new URLSearchParams({ subjectId, from: startedAt, limit: '100' }).toString()}`,
      );
      return items
        .filter(({ actor }) => actor.label === '이부장')
        .map((it) => it.action)
        .sort();
    };
    const worker: Worker = { page, lng: 'en', role: 'SUB_ADMIN', email: emailOf('sub'), password: PASSWORD };
    const token = await signInByForm(worker, '/dashboard');
    // The overview shows all stores, including those of other tests.
    for (const store of ['강남점', '홍대점', '부산서면점'])
      await expect(page.getByTestId(/^overview-(?:quiet-)?store$/).filter({ hasText: store })).toHaveCount(1);

    await test.step('refunds a part of a payment and cancels a reservation', async () => {
      const room = await playroom.addRoom('본사 여정룸');
      const reservation = await playroom.book(room, dayFromNow(17), '10:00', '12:00');
      const payment = await playroom.ask<Payment>('owner', 'POST', 'payment', {
        reservationId: reservation.id,
        method: 'CASH',
        amount: 20_000,
        mayExceedDue: true,
      });
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}`);
      await page
        .getByTestId('payments')
        .getByRole('button', { name: /^Refund of Cash/ })
        .click();
      const dialog = page.getByRole('dialog', { name: /Refund of Cash/ });
      await dialog.getByLabel('Amount to refund').fill('4000');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The console was broken');
      await dialog.getByRole('button', { name: 'Record refund of ₩4,000' }).click();
      await expect(dialog).toBeHidden();
      expect(await playroom.ask<Payment>('owner', 'GET', `payment/${payment.id}`)).toMatchObject({
        refundedAmount: 4000,
        state: 'PARTIAL_CANCELED',
      });
      expect(await rowsOf(payment.id)).toEqual(['payment.refunded']);
      await page
        .getByRole('dialog', { name: 'Reservation' })
        .getByRole('button', { name: 'Cancel reservation' })
        .click();
      const sure = page.getByRole('dialog', { name: /^Cancel the reservation of/ });
      await sure.getByRole('textbox', { name: 'Reason' }).fill('The guest is ill');
      await sure.getByRole('button', { name: 'Cancel reservation' }).click();
      const send = page.getByRole('dialog', { name: /^Send .* manually$/ });
      await send.getByRole('button', { name: /as sent$/ }).click();
      await expect(send).toBeHidden();
      expect((await playroom.read(reservation.id)).state).toBe('CANCELLED');
      // The first partial refund, and the rest after it was sent.
      expect(await rowsOf(reservation.id)).toEqual([
        'reservation.cancelled',
        'reservation.refunded',
        'reservation.refunded',
      ]);
    });

    await test.step('opens a door and cannot change its settings', async () => {
      await withGuest(playroom, server, 0, async ({ lock, doorName }) => {
        await page.goto(`/dashboard/door?store=${playroom.storeId}`);
        const card = page.getByTestId('door-card').filter({ hasText: doorName });
        await expect(card).toContainText('Online');
        await expect(card.getByRole('button', { name: /Settings/ })).toHaveCount(0);
        await card.getByRole('button', { name: `Open ${doorName}` }).click();
        await expect(card.getByTestId('door-outcome')).toContainText('The door is open.');
        expect(lock.openings()).toBe(1);
      });
    });

    await test.step('reads a statement and comments on it, without closing or paying it', async () => {
      await page.goto('/dashboard/system/settlement');
      await page
        .getByTestId('settlement-row')
        .filter({ has: page.locator('[data-state=OPEN]') })
        .first()
        .getByRole('button')
        .click();
      await page
        .getByTestId('settlement-lines')
        .getByRole('button', { name: /^Royalty/ })
        .click();
      const said = `Please look at this rate ${Date.now().toString(36)}`;
      await page.getByLabel('Comment on this line').fill(said);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByTestId('comment').filter({ hasText: said })).toContainText('Head office');
      await expect(
        page.getByRole('button', { name: /^(Share draft|Add adjustment|Close|Mark as paid|Terms)$/ }),
      ).toHaveCount(0);
    });

    await test.step('reads people, keys and the audit log, and changes none of them', async () => {
      await page.goto('/dashboard/system/users?tab=people');
      await page.getByTestId('user').filter({ hasText: 'care@demo.test' }).getByRole('button').click();
      await expect(page.getByTestId('user-drawer').getByTestId('right-change').first()).toBeVisible();
      await expect(
        page.getByTestId('user-drawer').getByRole('button', { name: /Change permissions|Disable|Sign out/ }),
      ).toHaveCount(0);
      await page.goto('/dashboard/system/integrations');
      await expect(page.getByRole('heading', { level: 2, name: 'API keys' })).toBeVisible();
      // Another test may have imported a statement, which a SUB_ADMIN compares and does not remove.
      await expect(page.getByRole('main').getByRole('button', { name: /^(?!Compare )/ })).toHaveCount(0);
      await page.goto('/dashboard/system/audit');
      await expect(page.getByTestId('audit-row').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Verify now' })).toHaveCount(0);
    });

    await walkMenu(worker);
    await walkAddresses(worker, playroom.room('1번 한강룸').id);
    await isRefusedByServer(worker, server, 'playroom', token);
    await signOutByButton(worker, server, token);
  },
);
