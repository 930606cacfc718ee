import type { Locator, Page } from '@playwright/test';
import { clickFreeTime, createDialog, fillGuest, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A day that no other test uses; each test has its own room. */
const DAY = 33;

test.beforeEach(async ({ signIn, expectError }) => {
  await signIn('owner');
  // The browser itself logs each refused call as an error.
  expectError(/status of 4(09|22)/);
});

/** Expects the error at the field, visible and announced to screen readers. */
async function isRefusedAt(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(words);
}

const book = (page: Page) => createDialog(page).getByRole('button', { name: '예약하기' }).click();

/** Replaces the times of the next new reservation, as an outdated screen would send them. */
async function sendOnce(page: Page, times: { startsAt?: string; endsAt?: string }): Promise<void> {
  await page.route(
    '**/api/v2/playroom/reservation',
    async (route) => {
      const body = route.request().postDataJSON() as object;
      await route.continue({ postData: JSON.stringify({ ...body, ...times }) });
    },
    { times: 1 },
  );
}

test(
  'a reservation that ends before it starts, or is off the slots, is refused at its field',
  inSweep(),
  async ({ page, playroom }) => {
    const room = await playroom.addRoom('시각 시험룸');
    const date = dayFromNow(DAY);
    await openBoard(page, playroom.storeId, date);
    const dialog = await clickFreeTime(page, room.id, '10:00');
    await fillGuest(page);

    await sendOnce(page, { endsAt: at(date, '09:00') });
    await book(page);
    await isRefusedAt(dialog.getByLabel('종료'), '종료 시각이 시작 시각보다 늦어야 해요.');

    await sendOnce(page, { startsAt: at(date, '10:10') });
    await book(page);
    await isRefusedAt(dialog.getByLabel('시작', { exact: true }), '매장의 예약 단위에 맞는 시각이 아니에요.');

    await sendOnce(page, { endsAt: at(date, '34:00') });
    await book(page);
    await isRefusedAt(dialog.getByLabel('종료'), '최대 이용 시간보다 길어요.');

    // The changed times applied once; the form’s own times are used now.
    await book(page);
    await expect(dialog).toBeHidden();
    await expect(page.locator(`[data-testid=board-block][aria-label^="시각 시험룸, "]`)).toHaveCount(1);
  },
);

test(
  'more guests than the room holds, and a time at which the room is closed, are refused at their fields',
  inSweep(),
  async ({ page, playroom }) => {
    const room = await playroom.addRoom('정원 시험룸', 4);
    const date = dayFromNow(DAY);
    await playroom.ask('owner', 'POST', `store/${playroom.storeId}/closure`, {
      roomIds: [room.id],
      startsAt: at(date, '12:00'),
      endsAt: at(date, '14:00'),
      reason: '벽지 교체',
    });
    await openBoard(page, playroom.storeId, date);
    const dialog = await clickFreeTime(page, room.id, '12:00');
    await expect(dialog.getByTestId('overlap')).toContainText('벽지 교체');
    await fillGuest(page);

    await dialog.getByLabel('인원').fill('9');
    await isRefusedAt(dialog.getByLabel('인원'), '정원 4명');
    await book(page);
    await isRefusedAt(dialog.getByLabel('인원'), '룸 정원을 넘었어요.');

    await dialog.getByLabel('인원').fill('3');
    await book(page);
    await isRefusedAt(dialog.getByLabel('시작', { exact: true }), '영업시간이 아니에요.');

    await dialog.getByLabel('인원').fill('');
    await book(page);
    await isRefusedAt(dialog.getByLabel('인원'), '1명 이상이어야 해요.');
  },
);

test(
  'a reservation of a taken time is refused at its field, with the free times near it',
  inSweep(),
  async ({ page, playroom }) => {
    const room = await playroom.addRoom('겹침 시험룸');
    const date = dayFromNow(DAY);
    await openBoard(page, playroom.storeId, date);
    const dialog = await clickFreeTime(page, room.id, '10:00');
    await fillGuest(page);
    await playroom.book(room, date, '10:00', '11:00');
    await expect(dialog.getByTestId('overlap')).toContainText('10:00–11:00');
    await book(page);
    await isRefusedAt(dialog.getByLabel('시작', { exact: true }), '이미 예약된 시간이에요.');
    const chip = dialog.getByTestId('free-chips').getByRole('button').first();
    await expect(chip).toBeFocused();
    await chip.click();
    await book(page);
    await expect(dialog).toBeHidden();
  },
);
