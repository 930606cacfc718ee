import type { Page } from '@playwright/test';
import { clickFreeTime, createDialog, fillGuest, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The third store of the demo, whose prices no other test reads. */
const PRICES = '/dashboard/store?tab=prices';

interface Policy {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

const cell = (page: Page, when: string) => page.getByTestId('price-week').locator(`td[aria-label^="${when} "]`);

test.beforeEach(async ({ signIn }) => signIn('owner2'));

test(
  'a new price policy changes the picture of the week before it is saved, and shows its share of a price',
  inSweep(),
  async ({ page, expectError }) => {
    expectError(/status of 422/);
    await page.goto(PRICES);
    await expect(cell(page, '월요일 09:00')).not.toHaveAttribute('aria-label', /아침 할인/);
    await page.getByRole('button', { name: '정책 추가' }).click();
    const editor = page.getByTestId('policy-editor');
    await editor.getByLabel('시작 시각').fill('09:00');
    await editor.getByLabel('종료 시각').fill('11:00');
    await editor.getByLabel('금액').fill('2500');
    await editor.getByLabel('우선순위').fill('90');
    await editor.getByRole('button', { name: '저장' }).click();
    await expect(editor.getByLabel('이름')).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await editor.getByLabel('이름').fill('아침 할인');
    await expect(cell(page, '월요일 09:00')).toHaveAttribute('aria-label', /아침 할인/);
    await expect(cell(page, '월요일 12:00')).not.toHaveAttribute('aria-label', /아침 할인/);
    await editor.getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('저장했어요.')).toBeVisible();
    const listed = page.getByTestId('price-policy').filter({ hasText: '아침 할인' });
    await expect(listed).toContainText('₩2,500 / 30분');

    await page.reload();
    await cell(page, '월요일 09:00').click();
    await expect(page.getByTestId('price-cell')).toContainText('아침 할인');
    const tester = page.getByRole('region', { name: '요금 계산해 보기' });
    await tester.getByLabel('시작').fill('09:10');
    await tester.getByLabel('종료', { exact: true }).fill('10:00');
    await tester.getByRole('button', { name: '계산' }).click();
    await expect(tester.getByLabel('시작')).toHaveAccessibleDescription('매장의 예약 단위에 맞는 시각이 아니에요.');
    await tester.getByLabel('시작').fill('09:00');
    await tester.getByRole('button', { name: '계산' }).click();
    await expect(tester.getByTestId('price-lines')).toContainText('아침 할인');
    await expect(tester.getByTestId('price-lines').getByRole('row').last()).toContainText('₩5,000');

    await listed.click();
    await editor.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '아침 할인 정책을 삭제할까요?' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page.getByText('정책을 삭제했어요.')).toBeVisible();
    await expect(listed).toHaveCount(0);
  },
);

test(
  'hours without a price are found, drawn on the week, and cannot be booked',
  inSweep(),
  async ({ page, playroom, expectError }) => {
    expectError(/status of 422/);
    const [room] = (await playroom.ask<{ items: { id: string; storeId: string }[] }>('owner2', 'GET', 'room?limit=1'))
      .items;
    if (room === undefined) throw new Error('The store has no room');
    const policies = async () =>
      (await playroom.ask<{ items: Policy[] }>('owner2', 'GET', `price-policy?storeId=${room.storeId}&limit=100`))
        .items;
    const end = async (endsOn: string | null) => {
      const weekend = (await policies()).find(({ name }) => name === '주말·공휴일');
      if (weekend === undefined) throw new Error('The demo has no price of weekends');
      await playroom.ask('owner2', 'PATCH', `price-policy/${weekend.id}`, { version: weekend.version, endsOn });
    };
    const today = new Date(`${dayFromNow(0)}T00:00:00Z`).getUTCDay();
    const saturday = dayFromNow(49 + ((6 - today + 7) % 7));
    await end(dayFromNow(42));
    try {
      await page.goto(PRICES);
      await page.getByLabel('기준 주').fill(saturday);
      await expect(
        page
          .getByTestId('price-finding')
          .filter({ hasText: /토.*: 영업하지만 요금이 없어요 \(모든 룸\)/ })
          .first(),
      ).toHaveAttribute('data-kind', 'GAP');
      await expect(cell(page, '토요일 12:00')).toHaveAttribute('data-kind', 'GAP');
      await expect(cell(page, '금요일 12:00')).toHaveAttribute('data-kind', 'PRICED');

      await openBoard(page, room.storeId, saturday);
      const dialog = await clickFreeTime(page, room.id, '12:00');
      await expect(dialog.getByTestId('live-quote')).toContainText('요금이 정해지지 않은 시간이 있어요.');
      await expect(dialog.getByTestId('live-quote').getByRole('link', { name: '요금 정하기' })).toHaveAttribute(
        'href',
        new RegExp(`^/dashboard/store\\?store=${room.storeId}&tab=prices`),
      );
      await fillGuest(page);
      await createDialog(page).getByRole('button', { name: '예약하기' }).click();
      await expect(dialog.getByLabel('시작', { exact: true })).toHaveAccessibleDescription(
        '요금이 정해지지 않은 시간이 있어요.',
      );
    } finally {
      await end(null);
    }
  },
);
