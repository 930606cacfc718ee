import type { Locator, Page } from '@playwright/test';
import { createDialog, drawer, openBoard, row, broughtIntoSight, scrollToMoment } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';

/** All stores of the person, the keys of the board, and toasts that cover no tool (SH-30, SH-31, RV-71, RV-73). */

const WIDTHS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

/** The names of the controls that a visible toast covers. */
const coveredBy = (page: Page, controls: string) =>
  page.evaluate((selector) => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((control) => {
      const box = control.getBoundingClientRect();
      const isCovered = toasts.some(
        (toast) =>
          box.width > 0 &&
          toast.left < box.right &&
          toast.right > box.left &&
          toast.top < box.bottom &&
          toast.bottom > box.top,
      );
      return isCovered ? [control.getAttribute('aria-label') ?? control.textContent] : [];
    });
  }, controls);

test('a guest of any store is found by four digits with two acts from any screen, with the store beside them', async ({
  page,
  playroom,
  signIn,
}) => {
  const other = playroom.store('홍대점');
  const room = await playroom.addRoom(`두 매장 ${Date.now().toString(36)}`, 4, other.id);
  const digits = String(1000 + (process.pid % 9000));
  const reservation = await playroom.book(room, dayFromNow(12), '10:00', '12:00', {
    guestName: '두점포',
    guestPhone: `010-0000-${digits}`,
  });
  await signIn('owner');
  for (const from of ['/dashboard/statistics', `/dashboard/door?store=${playroom.storeId}`]) {
    await page.goto(from);
    await expect(page.getByTestId('palette-button')).toBeVisible();
    let acts = 0;
    const act = async (work: Promise<void>) => {
      acts += 1;
      await work;
    };
    await act(page.keyboard.press('Control+k'));
    const palette = page.getByTestId('command-palette');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await act(page.keyboard.type(digits));
    const found = palette.getByTestId('palette-reservation').filter({ hasText: reservation.code });
    await expect(found).toContainText('홍대점');
    await expect(found).toContainText('미결제');
    expect(acts).toBeLessThanOrEqual(2);
    await found.click();
    await expect(drawer(page)).toContainText(reservation.code);
  }
});

test('with all stores shown the boards stand below each other, the list names the stores, and a new reservation asks for its store', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await page.goto('/dashboard/reservation');
  await expect(page.getByTestId('board-of-store')).toHaveCount(2);
  await expect(page.getByTestId('board-row').first()).toBeVisible();
  await saveShot(page, 'all-stores-board');
  await page.keyboard.press('w');
  const question = page.getByRole('dialog', { name: '어느 매장인가요?' });
  await question.getByRole('button', { name: '홍대점' }).click();
  await expect(page.getByRole('dialog', { name: '현장 예약' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '목록', exact: true }).click();
  await expect(page.getByTestId('reservation-row').first()).toBeVisible();
  const list = page.getByTestId('reservation-list');
  await expect(list.getByText('강남점').first()).toBeVisible();
  await expect(list.getByText('홍대점').first()).toBeVisible();
  await saveShot(page, 'all-stores-list');
  await page.getByRole('combobox', { name: '결제', exact: true }).selectOption({ label: '환불함' });
  await expect(page).toHaveURL(/payment=REFUNDED/);
});

test('the keys of the board work from page load on without a click, and the grid is reached by one key', async ({
  page,
  playroom,
  signIn,
}) => {
  await signIn('owner');
  const load = () => openBoard(page, playroom.storeId, dayFromNow(13));
  await load();
  await page.keyboard.press('n');
  await expect(createDialog(page)).toBeVisible();
  await load();
  await page.keyboard.press('w');
  await expect(page.getByRole('dialog', { name: '현장 예약' })).toBeVisible();
  await load();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '키보드로 쓰기' })).toBeVisible();
  await load();
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/date=/);
  await load();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('board')).toBeFocused();
});

for (const [width, height] of WIDTHS) {
  test(`a toast covers no tool and no close button, and the one of a new booking opens it (${String(width)} px)`, async ({
    page,
    playroom,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    const room = await playroom.addRoom(`알림 ${String(width)} ${Date.now().toString(36)}`);
    await signIn('owner');
    await openBoard(page, playroom.storeId, dayFromNow(14));
    await page.getByTestId('new-reservation').click();
    const dialog = createDialog(page);
    await dialog.getByLabel('룸', { exact: true }).selectOption(room.id);
    await dialog.getByLabel('손님 이름').fill('나시험');
    await dialog.getByLabel('연락처').fill('010-0000-7351');
    await dialog.getByRole('button', { name: '예약하기' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: '예약했어요' });
    const open = toast.getByRole('button', { name: '예약 보기' });
    await expect(dialog).toBeHidden();
    await expectClear(page, open, '.header button, .header select, .board-toolbar button');
    await saveShot(page, `toast-board-${String(width)}`);
    if (width !== 1440) {
      // The dialog suggests the next hour, which a phone may not show.
      const list = await playroom.ask<{ items: { startsAt: string; roomId: string }[] }>(
        'owner',
        'GET',
        `reservation?storeId=${playroom.storeId}&roomId=${room.id}&limit=10`,
      );
      await scrollToMoment(page, list.items.find(({ roomId }) => roomId === room.id)?.startsAt ?? '');
    }
    if (width === 1440) await open.click();
    else await (await broughtIntoSight(page, row(page, room.id).getByTestId('board-block'))).click();
    await expect(drawer(page)).toContainText('나*험');
    await expectClear(page, null, '[role=dialog] [aria-label=닫기]');
    await saveShot(page, `toast-drawer-${String(width)}`);
    await drawer(page).getByRole('button', { name: '닫기' }).first().click();
    await expect(drawer(page)).toBeHidden();
  });

  test(`a week shows all of its seven days at once (${String(width)} px)`, async ({ page, playroom, signIn }) => {
    await page.setViewportSize({ width, height });
    await signIn('owner');
    await openBoard(page, playroom.storeId, '2026-12-16', '&view=week');
    const board = page.getByTestId('board');
    const left = (await page.locator('.board-corner').boundingBox()) ?? { x: 0, width: 0 };
    const frame = (await board.boundingBox()) ?? { x: 0, width: 0 };
    const days = await page.locator('.board-day').evaluateAll((elements) =>
      elements.map((it) => {
        const box = it.getBoundingClientRect();
        return { text: it.textContent, left: box.left, right: box.right };
      }),
    );
    const seen = days.filter((day) => day.left >= left.x + left.width - 1 && day.right <= frame.x + frame.width + 1);
    await saveShot(page, `week-${String(width)}`);
    expect(seen.slice(0, 7).map(({ text }) => text)).toEqual(
      [14, 15, 16, 17, 18, 19, 20].map((day) => expect.stringContaining(String(day)) as unknown),
    );
  });
}

/** Expects the toasts beside the controls, once they stand still. */
async function expectClear(page: Page, toast: Locator | null, controls: string): Promise<void> {
  if (toast !== null) await expect(toast).toBeVisible();
  await expect.poll(() => coveredBy(page, controls)).toEqual([]);
}
