import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { drawer } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PAGE_WIDTH = 360;
const payments = (page: Page) => page.getByTestId('payments');

test('cash for a held reservation is recorded with two presses, which confirm it, and is partly refunded', async ({
  page,
  playroom,
  signIn,
}) => {
  await signIn('owner');
  const room = await playroom.addRoom('결제 시험룸');
  const held = await playroom.book(room, dayFromNow(12), '10:00', '12:00', { state: 'PENDING' });
  await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${held.id}`);
  const won = (amount: number) => `₩${amount.toLocaleString('ko-KR')}`;
  await expect(payments(page).getByTestId('owed')).toHaveText(`받을 금액${won(held.priceAmount)}`);
  await payments(page).getByRole('button', { name: '결제 기록' }).click();
  await payments(page)
    .getByRole('button', { name: `현금 ${won(held.priceAmount)} 받음` })
    .click();
  await expect(payments(page).getByTestId('payment')).toContainText('결제 완료');
  await expect(drawer(page).getByTestId('reservation-state')).toHaveText('확정');
  expect(await playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: held.priceAmount });

  await payments(page)
    .getByRole('button', { name: /^현금 .* 환불$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /환불$/ });
  await expect(dialog.getByLabel('환불 금액')).toHaveValue(String(held.priceAmount));
  await dialog.getByLabel('환불 금액').fill('1000');
  await dialog.getByLabel('사유').fill('음료 불량');
  await dialog.getByRole('button', { name: '₩1,000 환불 기록' }).click();
  await expect(dialog).toBeHidden();
  await expect(payments(page).getByTestId('payment')).toContainText('일부 환불');
  await expect(payments(page).getByTestId('refund')).toContainText('음료 불량');
  await expect(payments(page).getByTestId('owed')).toHaveText('더 받거나 환불할 금액이 없어요');
  await payments(page).getByText('금액 흐름').click();
  await expect(payments(page).getByRole('row', { name: '환불 −₩1,000' })).toBeVisible();
  await expect(payments(page).getByRole('table', { name: '장부' }).getByRole('row').last()).toHaveText(/^합계/);
});

for (const { lng, open, flow, dismiss } of [
  { lng: 'kr', open: '결제 기록', flow: '금액 흐름', dismiss: '닫기' },
  { lng: 'en', open: 'Record payment', flow: 'Where the money went', dismiss: 'Close' },
] as const) {
  test(
    `the payments of a reservation are accessible and fit a phone (${lng})`,
    inSweep(),
    async ({ page, playroom, signIn }) => {
      await signIn('owner');
      await page.setViewportSize({ width: PAGE_WIDTH, height: 740 });
      const room = await playroom.addRoom(`결제 ${lng}`);
      const reservation = await playroom.book(room, dayFromNow(13), '10:00', '12:00');
      await playroom.ask('owner', 'POST', 'payment', { reservationId: reservation.id, method: 'CARD', amount: 1000 });
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}&lng=${lng}`);
      await expect(payments(page).getByTestId('payment')).toBeVisible();
      await payments(page).getByText(flow).click();
      await payments(page).getByRole('button', { name: open }).click();
      await expectAccessible(page, {
        what: 'payments',
        modes: lng === 'kr' ? MODES : ['dark'],
        within: '[data-testid=payments]',
      });
      expect(await payments(page).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      expect((await payments(page).boundingBox())?.width).toBeLessThanOrEqual(PAGE_WIDTH);
      await payments(page).getByRole('button', { name: dismiss, exact: true }).click();
      await payments(page)
        .getByRole('button', { name: /₩1,000/ })
        .click();
      const dialog = page.getByRole('dialog').last();
      await expect(dialog.getByRole('textbox').last()).toBeFocused();
      // The drawer opened under the pointer; move it away, so that no element is in its hover state.
      await page.mouse.move(1, 1);
      await expectAccessible(page, {
        what: 'giving back',
        modes: lng === 'kr' ? MODES : ['dark'],
        within: '[role=dialog]:has(form)',
      });
      await page.keyboard.press('Escape');
      await expect(payments(page)).toBeVisible();
    },
  );
}
