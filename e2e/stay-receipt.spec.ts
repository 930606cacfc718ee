import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow } from './support/playroom.ts';

/** The receipt of a stay on the phone of its guest and on paper (CR-13), and the list of staff (CR-14). */
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
  hasOwnContext: true,
});

async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

/** The pages of a PDF: each is an object of the type Page. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('a guest opens the receipt of the stay, in both languages, and prints it on one sheet', async ({
  page,
  playroom,
}) => {
  const room = await playroom.addRoom(`영수증 시험룸 ${Date.now()}`);
  const booked = await playroom.book(room, dayFromNow(24), '10:00', '12:00');
  const payment = await playroom.ask<{ id: string; version: number }>('admin', 'POST', 'payment', {
    reservationId: booked.id,
    method: 'CARD',
    amount: booked.priceAmount,
  });
  const link = await issueLink(playroom, booked.id);
  await page.goto(link);
  await page.getByTestId('payments').getByRole('button').tap();
  const receiptLink = page.getByRole('link', { name: '영수증 (인쇄용)' });
  await expect(receiptLink).toHaveAttribute('href', `${link}/receipt?lng=kr`);
  await expectGoodScreen(page);

  await page.goto(`${link}/receipt?lng=kr`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('영수증');
  const total = page.getByTestId('receipt-total');
  await expect(total).toContainText(`${booked.priceAmount.toLocaleString('en-US')}원`);
  await expect(page.getByTestId('receipt-payments')).toContainText('카드');
  await expect(page.getByText('카드 매출전표')).toBeVisible();
  await expect(page.getByRole('button', { name: '인쇄하기' })).toBeVisible();
  await expectGoodScreen(page);
  expect(countPages(await page.pdf({ format: 'A4' }))).toBe(1);

  await page.getByRole('link', { name: 'English' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
  await expect(page.getByTestId('receipt-stay')).toContainText('Time');
  await expectGoodScreen(page);

  await playroom.ask('admin', 'POST', `payment/${payment.id}/refund`, {
    version: payment.version,
    amount: 1000,
    reason: '손님 요청',
  });
  await page.reload();
  await expect(page.getByTestId('receipt-payments')).toContainText('−₩1,000');
  await page.getByRole('link', { name: 'Back to your booking' }).tap();
  await expect(page).toHaveURL(new RegExp(`${link}/?$`));
});

test('a wrong link gets a page that says what to do', async ({ page, expectError }) => {
  expectError(/status of 401/);
  await page.goto(`/g/mjg_${'Zk'.repeat(21)}x/receipt`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('영수증을 볼 수 없어요');
  await expectGoodScreen(page);
});

test('head office lists cash receipts, filters them, and saves them as a file', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/cash-receipt?state=REFUSED');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('현금영수증');
  await expect(page.getByTestId('receipt-row').first()).toHaveAttribute('data-state', 'REFUSED', { timeout: 15_000 });
  await expectGoodScreen(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '내보내기' }).tap();
  await page.getByRole('menuitem', { name: 'CSV' }).tap();
  expect((await saved).suggestedFilename()).toBe('cash-receipts.csv');
});
