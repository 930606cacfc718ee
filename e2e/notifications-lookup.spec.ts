import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { at, dayFromNow, GUEST, type Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Creates a reservation and its payments, whose notifications no other test finds: the tests search for its code. */
async function payer(playroom: Playroom) {
  await playroom.letPaymentsRing();
  const room = await playroom.addRoom('알림 시험룸');
  const { id, code } = await playroom.book(room, dayFromNow(20), '12:00', '14:00');
  const pay = async (...amounts: number[]) => {
    for (const amount of amounts)
      await playroom.ask('owner', 'POST', 'payment', { reservationId: id, method: 'CASH', amount, mayExceedDue: true });
  };
  return { id, code, address: `/dashboard/admin/notification?q=${code}`, pay };
}

const rows = (page: Page) => page.getByTestId('lookup-row');
const waiting = (page: Page) => page.locator('[data-testid=lookup-row][data-waits=true]');

test('unconfirmed notifications come first; one is confirmed in its row, several with the keyboard', async ({
  page,
  signIn,
  playroom,
}) => {
  const { code, id, address, pay } = await payer(playroom);
  await pay(11_000, 12_000, 13_000);
  await signIn('admin');
  await page.goto(address);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).locator('[data-column=amount]')).toHaveText(['₩13,000', '₩12,000', '₩11,000']);
  await expect(rows(page).first().locator('[data-kind]')).toHaveText('결제 완료');
  await rows(page).nth(1).getByRole('button', { name: /확인$/ }).click();
  await expect(rows(page).nth(1)).toContainText('김본부 님 확인');
  await expect(page.getByTestId('lookup-summary')).toHaveText('미확인 2건 · 전체 3건');
  await rows(page).first().getByRole('checkbox').focus();
  for (const key of [' ', 'j', ' ']) await page.keyboard.press(key);
  await page.getByRole('button', { name: '선택한 2건 확인' }).click();
  await expect(page.getByText('2건을 확인했어요.')).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  await page.getByLabel('확인 여부').selectOption('unconfirmed');
  await expect(page.getByText('조건에 맞는 알림이 없어요')).toBeVisible();
  await page.getByLabel('확인 여부').selectOption('confirmed');
  await expect(rows(page)).toHaveCount(3);
  await page.reload();
  await expect(page).toHaveURL(`${address}&state=confirmed`);
  await expect(rows(page)).toHaveCount(3);
  await rows(page).first().getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(new RegExp(`reservation=${id}`));
  await expect(page.getByRole('dialog').filter({ hasText: code })).toBeVisible();
});

test(
  'a new notification is announced and does not move the list; confirming all does not confirm it',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    const { address, pay } = await payer(playroom);
    await pay(21_000, 22_000);
    await signIn('sub');
    await page.goto(address);
    await expect(waiting(page)).toHaveCount(2);
    await pay(23_000);
    await expect(page.getByTestId('arrived')).toHaveText('새 알림 1건 보기');
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: '미확인 모두 확인' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('confirm-all-count')).toContainText('2건');
    // Another payment arrives while the confirmation dialog is open.
    await pay(24_000);
    await dialog.getByRole('button', { name: '2건 확인' }).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(waiting(page).locator('[data-column=amount]')).toHaveText(['₩24,000', '₩23,000']);
    await expect(page.getByTestId('arrived')).toHaveCount(0);
    await pay(25_000);
    await page.getByTestId('arrived').click();
    await expect(waiting(page).locator('[data-column=amount]')).toHaveText(['₩25,000', '₩24,000', '₩23,000']);
  },
);

test(
  'a second browser shows who confirmed a notification, without a reload',
  inSweep(),
  async ({ page, signIn, another, playroom }) => {
    const { address, pay } = await payer(playroom);
    await pay(31_000, 32_000);
    await signIn('admin');
    await page.goto(address);
    await expect(waiting(page)).toHaveCount(2);
    const colleague = await another('owner');
    await colleague.goto(address);
    await rows(colleague).first().getByRole('button', { name: /확인$/ }).click();
    await expect(rows(page).first()).toContainText('박점주 님 확인');
    await expect(waiting(page)).toHaveCount(1);
  },
);

test(
  'the overview shows the newest unconfirmed notifications live, and confirms them',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    // No other test takes payments in this store. A retry uses another room and another amount.
    const { items: stores } = await playroom.ask<{ items: { id: string }[] }>('owner2', 'GET', 'store?limit=1');
    const room = await playroom.ask<{ id: string }>('owner2', 'POST', 'room', {
      storeId: stores[0]?.id,
      name: `알림 ${Date.now().toString(36)}`,
      capacity: 4,
    });
    const date = dayFromNow(21);
    const { id, code } = await playroom.ask<{ id: string; code: string }>('owner2', 'POST', 'reservation', {
      roomId: room.id,
      startsAt: at(date, '12:00'),
      endsAt: at(date, '14:00'),
      ...GUEST,
    });
    await playroom.letPaymentsRing();
    await signIn('owner2');
    await page.goto('/dashboard');
    await expect(page.getByTestId('overview-store')).toHaveCount(1);
    const amount = 70_000 + (Date.now() % 9_000);
    await playroom.ask('owner2', 'POST', 'payment', { reservationId: id, method: 'CASH', amount, mayExceedDue: true });
    const card = page.getByTestId('waiting-notifications');
    const mine = card.getByRole('listitem').filter({ hasText: amount.toLocaleString('ko-KR') });
    await expect(mine).toContainText('결제 완료 · 부산서면점');
    await mine.getByRole('button', { name: /확인$/ }).click();
    await expect(mine).toHaveCount(0);
    const kept = await playroom.ask<{ items: { confirmedAt: string | null }[] }>(
      'owner2',
      'GET',
      `payment/notification?q=${code}`,
    );
    expect(kept.items.map(({ confirmedAt }) => confirmedAt === null)).toEqual([false]);
  },
);

test('the help desk sees notifications and cannot confirm them', inSweep(), async ({ page, signIn, playroom }) => {
  const { address, pay } = await payer(playroom);
  await pay(41_000);
  await signIn('care');
  await page.goto(address);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('알림을 볼 수만 있어요.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: /확인$/ })).toHaveCount(0);
});

test(
  'on a phone notifications are cards, and one is confirmed with a thumb',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    const { address, pay } = await payer(playroom);
    await pay(51_000, 52_000);
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn('admin');
    await page.goto(address);
    await expect(waiting(page)).toHaveCount(2);
    await expect(page.getByLabel('구분')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const button = rows(page).first().getByRole('button', { name: /확인$/ });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    await button.click();
    await expect(rows(page).first()).toContainText('김본부 님 확인');
    await page.getByRole('button', { name: '조회 조건 1' }).click();
    await page.getByLabel('확인 여부').selectOption('unconfirmed');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/state=unconfirmed/);
  },
);

for (const [language, all] of [
  ['kr', '미확인 모두 확인'],
  ['en', 'Confirm all unconfirmed'],
] as const) {
  test(
    `the list of notifications with a new one, a selection and an open dialog has no accessibility violation in ${language}`,
    inSweep(sweepIn(language)),
    async ({ page, signIn, playroom }) => {
      const { address, pay } = await payer(playroom);
      await pay(61_000, 62_000);
      await signIn('admin');
      await page.goto(`${address}&lng=${language}`);
      await expect(waiting(page)).toHaveCount(2);
      await rows(page).first().getByRole('checkbox').check();
      await pay(63_000);
      await expect(page.getByTestId('arrived')).toBeVisible();
      await expectAccessible(page, { what: 'list' });
      await page.getByRole('button', { name: all }).click();
      await expect(page.getByTestId('confirm-all-count')).toContainText('2');
      await expectAccessible(page, { what: 'question' });
    },
  );
}
