import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow } from './support/playroom.ts';

/** A store sells a pass as a gift, its guest pays a stay with it, and what is left is refunded (PS-1 to PS-7). */
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

test('staff sell a pass as a gift, its guest pays with it, and staff refund what is left', async ({
  page,
  playroom,
  signIn,
  expectError,
}) => {
  expectError(/status of 422/);
  const name = `시험 이용권 ${Date.now()}`;
  const room = await playroom.addRoom(`이용권 시험룸 ${Date.now()}`);
  // A number that no other test has, because the pass belongs to it.
  const guestPhone = '010-0000-7399';
  const booked = await playroom.book(room, dayFromNow(24), '10:00', '12:00', { guestPhone });
  await signIn('owner');
  await page.goto(`/dashboard/pass?store=${playroom.storeId}&part=offers`);
  await page.getByRole('button', { name: '판매 상품 추가' }).tap();
  const offer = page.getByRole('dialog');
  await offer.getByLabel('이름').fill(name);
  await offer.getByLabel('시간', { exact: true }).fill('10');
  await offer.getByLabel('가격').fill('9000');
  await expectGoodScreen(page);
  await offer.getByRole('button', { name: '추가', exact: true }).tap();
  await expect(page.getByTestId('offer-row').filter({ hasText: name })).toContainText('10시간');
  await expectGoodScreen(page);

  await page.getByRole('tab', { name: '판매한 이용권' }).tap();
  await page.getByRole('button', { name: '이용권 판매' }).tap();
  const sale = page.getByRole('dialog');
  await sale.getByLabel('손님 이름').fill('선물한이');
  await sale.getByLabel('손님 전화번호').fill('010-9876-1234');
  await sale.getByLabel('선물용으로 판매 (코드 발급)').tap();
  await expectGoodScreen(page);
  await sale.getByRole('button', { name: /받고 판매/ }).tap();
  const code = await sale.getByLabel('선물 코드').inputValue();
  expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
  await sale.getByRole('button', { name: '확인' }).tap();
  await expect(page.getByRole('dialog')).toContainText('선물 대기');
  const ofPass = page.url();

  await page.goto(await issueLink(playroom, booked.id));
  const panel = page.getByTestId('pass-panel');
  await panel.getByRole('button', { name: '선물 코드 등록' }).tap();
  await panel.getByLabel('선물 코드').fill('ABCD-EFGH-JKMN-PQRS');
  await panel.getByRole('button', { name: '등록' }).tap();
  await expect(panel.getByRole('alert')).toContainText('쓸 수 없는 선물 코드');
  await panel.getByLabel('선물 코드').fill(code.toLowerCase());
  await panel.getByRole('button', { name: '등록' }).tap();
  await expect(panel.getByTestId('pass-line').filter({ hasText: name })).toContainText('10시간 남음');
  await expectGoodScreen(page);
  await panel
    .getByTestId('pass-line')
    .filter({ hasText: name })
    .getByRole('button', { name: '이용권 2시간 사용하기' })
    .tap();
  await expect(page.getByTestId('pay')).toContainText('1,800');
  await expect(page.getByTestId('pass-panel')).toHaveCount(0);
  await expectGoodScreen(page);

  await page.goto(ofPass);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('8시간 / 10시간');
  await expect(drawer.getByTestId('pass-use')).toContainText('2시간');
  await expectGoodScreen(page);
  await drawer.getByRole('button', { name: '남은 금액 환불' }).tap();
  const refund = page.getByRole('dialog').last();
  await expect(refund.getByLabel(/금액/)).toHaveValue('7200');
  await refund.getByLabel(/사유|이유/).fill('손님 요청');
  await expectGoodScreen(page);
  await refund.getByRole('button', { name: /7,200/ }).tap();
  await expect(page.getByRole('dialog')).toContainText('환불됨');
});
