import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow, type Playroom } from './support/playroom.ts';
import { TOSS, withOwnToss } from './support/provider.ts';

/** The guest enters a number once, and the receipt follows the money (CR-2, CR-3, CR-5, CR-11). */
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
  hasOwnContext: true,
});

interface Settings {
  readonly version: number;
}

async function setIssuer({ ask, storeId }: Playroom, issuer: 'NONE' | 'TOSS'): Promise<void> {
  const path = `store/${storeId}/cash-receipt-settings`;
  const { version } = await ask<Settings>('admin', 'GET', path);
  const rules = { isSelfIssueOn: true, thresholdAmount: 100_000_000, deadlineDays: 5 };
  await ask('admin', 'POST', path, { issuer, ...rules, version });
}

async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

test(
  'a guest enters a number, sees the receipt of cash with its approval number, and that the refund cancels it',
  TOSS,
  async ({ page, playroom, signIn, expectError }) => {
    expectError(/status of 400/);
    const room = await playroom.addRoom(`현금영수증 시험룸 ${Date.now()}`);
    const booked = await playroom.book(room, dayFromNow(23), '10:00', '12:00');
    const link = await issueLink(playroom, booked.id);
    await withOwnToss(playroom, async (toss) => {
      await setIssuer(playroom, 'TOSS');
      try {
        await page.goto(link);
        await page.getByTestId('cash-receipt').getByRole('button').tap();
        const panel = page.getByTestId('cash-receipt-panel');
        await expect(panel).toContainText('아직 현금이나 계좌이체로 낸 금액이 없어요');
        const number = panel.getByLabel('휴대폰 번호 또는 현금영수증 카드 번호');
        await number.fill('900101-1234567');
        await panel.getByRole('button', { name: '번호 저장' }).tap();
        await expect(panel.getByRole('alert')).toContainText('주민등록번호는 쓸 수 없어요');
        await number.fill('010 4567 8901');
        await panel.getByRole('button', { name: '번호 저장' }).tap();
        await expect(panel).toContainText('*******8901');
        await expectGoodScreen(page);

        const payment = await playroom.ask<{ id: string }>('admin', 'POST', 'payment', {
          reservationId: booked.id,
          method: 'CASH',
          amount: booked.priceAmount,
        });
        const line = panel.getByTestId('cash-receipt-line');
        await page.reload();
        await page.getByTestId('cash-receipt').getByRole('button').tap();
        await expect(line).toHaveAttribute('data-state', 'ISSUED', { timeout: 15_000 });
        await expect(line).toContainText(/승인번호 \d{9}/);
        await expectGoodScreen(page);
        expect(toss.book.receipts.sumIssued('01045678901')).toBe(booked.priceAmount);

        const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `payment/${payment.id}`);
        await playroom.ask('admin', 'POST', `payment/${payment.id}/refund`, { version, reason: '손님 요청' });
        await signIn('owner');
        await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${booked.id}`);
        const ofStaff = page.getByTestId('cash-receipts');
        await expect(ofStaff.getByTestId('cash-receipt')).toHaveAttribute('data-state', 'CANCELLED', {
          timeout: 15_000,
        });
        await expect(ofStaff).toContainText('소득공제 · 휴대폰 · *******8901 · 손님 입력');
        expect(toss.book.receipts.sumIssued('01045678901')).toBe(0);
      } finally {
        await setIssuer(playroom, 'NONE');
      }
    });
  },
);

test('head office switches cash receipts on in the settings of a store', TOSS, async ({ page, playroom, signIn }) => {
  await signIn('admin');
  await withOwnToss(playroom, async () => {
    try {
      await page.goto(`/dashboard/store?store=${playroom.storeId}&tab=settlement`);
      const form = page.getByTestId('cash-receipt-settings');
      await form.getByLabel('발급 결제사').selectOption('TOSS');
      await form.getByLabel('자진 발급 기준 금액').fill('150000');
      await expectGoodScreen(page);
      await form.getByRole('button', { name: '저장' }).click();
      await expect(page.getByText('저장했어요').first()).toBeVisible();
      await page.reload();
      await expect(form.getByLabel('자진 발급 기준 금액')).toHaveValue('150000');
    } finally {
      await setIssuer(playroom, 'NONE');
    }
  });
});
