import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

const PHONE = { width: 360, height: 740 };
const payments = (page: Page) => page.getByTestId('payments');
const history = (page: Page) => page.getByTestId('history');

for (const { lng, words } of [
  {
    lng: 'kr',
    words: {
      cancel: '예약 취소',
      send: /직접 보내기$/,
      reference: '이체 번호나 메모 (선택)',
      later: '나중에',
      sent: /보냄으로 표시$/,
      owed: '직접 보내야 해요',
      partly: '일부 환불',
      refunded: '환불 완료',
      owedEvent: '직접 보낼 환불',
      doneEvent: '환불함',
      list: /아직 보내지 않은 환불/,
    },
  },
  {
    lng: 'en',
    words: {
      cancel: 'Cancel reservation',
      send: /^Send .* manually$/,
      reference: 'Transfer reference or note (optional)',
      later: 'Later',
      sent: /as sent$/,
      owed: 'To send manually',
      partly: 'Partly refunded',
      refunded: 'Refunded',
      owedEvent: 'Refund to send manually',
      doneEvent: 'Refunded',
      list: /refunds? not sent yet/,
    },
  },
] as const) {
  test(
    `cash for a cancelled reservation is owed until a person confirms that they sent it (${lng})`,
    inSweep(),
    async ({ page, playroom, signIn }) => {
      await signIn('owner');
      await page.setViewportSize(PHONE);
      const room = await playroom.addRoom(`환불 시험룸 ${lng} ${Date.now()}`);
      const reservation = await playroom.book(room, dayFromNow(20), '10:00', '12:00');
      await playroom.ask('owner', 'POST', 'payment', {
        reservationId: reservation.id,
        method: 'CASH',
        amount: reservation.priceAmount,
      });
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}&lng=${lng}`);
      await page.getByRole('button', { name: words.cancel }).click();
      await expect(page.getByTestId('refund-plan')).toBeVisible();
      await page.getByRole('dialog').last().getByRole('button', { name: words.cancel }).click();

      const dialog = page.getByRole('dialog', { name: words.send });
      await expect(dialog.getByLabel(words.reference)).toBeFocused();
      await page.mouse.move(1, 1);
      await expectAccessible(page, {
        what: 'sending a refund manually',
        modes: lng === 'kr' ? MODES : ['dark'],
        within: '[role=dialog]:has(form)',
      });
      await dialog.getByRole('button', { name: words.later }).click();
      await expect(payments(page).getByTestId('refund-parts')).toContainText(words.owed);
      await expect(payments(page).getByTestId('payment')).not.toContainText(words.refunded);
      await expect(history(page)).toContainText(words.owedEvent);
      expect(await playroom.read(reservation.id)).toMatchObject({
        state: 'CANCELLED',
        paidAmount: reservation.priceAmount,
      });

      await page.goto(`/dashboard?lng=${lng}&store=${playroom.storeId}`);
      await page.getByTestId('overview-refunds').getByRole('link', { name: words.list }).click();
      const listed = page.getByTestId('owed-refunds').getByRole('listitem').filter({ hasText: reservation.code });
      await expect(listed).toContainText(words.owed);
      await expectAccessible(page, {
        what: 'refunds that are owed',
        modes: lng === 'kr' ? MODES : ['dark'],
        within: '[data-testid=owed-refunds]',
      });
      expect(await page.getByTestId('owed-refunds').evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      await listed.getByRole('link').click();

      await payments(page).getByRole('button', { name: words.send }).click();
      await dialog.getByLabel(words.reference).fill('7351');
      await dialog.getByRole('button', { name: words.sent }).click();
      await expect(dialog).toBeHidden();
      await expect(payments(page).getByTestId('payment')).toContainText(words.refunded);
      await expect(payments(page).getByTestId('refund')).toContainText('7351');
      await expect(payments(page).getByTestId('refund-parts')).toHaveCount(0);
      await expect(history(page).getByText(words.doneEvent, { exact: true })).toHaveCount(1);
      expect(await playroom.read(reservation.id)).toMatchObject({ paidAmount: 0 });
    },
  );
}
