import { blockOf, broughtIntoSight, createDialog, drawer, openBoard, row, xOnBoard } from './board.ts';
import { expect, test } from './fixtures.ts';
import { at, dayFromNow } from './playroom.ts';

/** Acts on reservations that one touch undoes, at the widths and hours in which they are used. */

test.use({ hasOwnContext: true });

const SIGHTS = [
  { width: 390, height: 844, hour: '05:00', days: 24, tag: [] },
  { width: 1440, height: 900, hour: '14:00', days: 25, tag: [] },
  { width: 390, height: 844, hour: '14:00', days: 26, tag: ['@proof'] },
  { width: 1440, height: 900, hour: '05:00', days: 27, tag: ['@proof'] },
] as const;

for (const { width, height, hour, days, tag } of SIGHTS) {
  test(`a longer stay and a block are undone, and not after another change (${String(width)} px, ${hour})`, { tag: [...tag] }, async ({ page, playroom, signIn, expectError }) => {
    // The refused undo.
    expectError(/409/);
    await page.clock.setFixedTime(at(dayFromNow(0), hour));
    await page.setViewportSize({ width, height });
    await signIn('owner');
    const date = dayFromNow(days);
    const room = await playroom.addRoom(`되돌림 ${String(width)} ${hour} ${String(process.pid)}`);
    const stay = await playroom.book(room, date, '10:00', '12:00');
    const undo = page.getByRole('button', { name: '되돌리기' });

    await openBoard(page, playroom.storeId, date, `&reservation=${stay.id}`);
    const extend = async () => {
      await drawer(page).getByRole('button', { name: '연장', exact: true }).click();
      await drawer(page).getByRole('button', { name: '12:30까지 연장' }).click();
      await expect(page.getByText('12:30까지 연장했어요.').first()).toBeVisible();
    };
    await extend();
    await undo.click();
    await expect(page.getByText('되돌렸어요.')).toBeVisible();
    expect(await playroom.read(stay.id)).toMatchObject({ endsAt: at(date, '12:00'), priceAmount: stay.priceAmount });
    await expect(drawer(page).getByTestId('history')).toContainText('시간 변경');

    await extend();
    const { version } = await playroom.read(stay.id);
    await playroom.ask('owner', 'PATCH', `reservation/${stay.id}`, { version, memo: '바뀜' });
    await undo.last().click();
    await expect(page.getByText('그 사이에 예약이 바뀌어 되돌릴 수 없어요. 바뀐 것은 없어요.')).toBeVisible();
    expect(await playroom.read(stay.id)).toMatchObject({ endsAt: at(date, '12:30'), memo: '바뀜' });

    await openBoard(page, playroom.storeId, date);
    await (await broughtIntoSight(page, row(page, room.id))).click({ position: { x: xOnBoard('08:00') + 5, y: 20 } });
    await createDialog(page).getByText('시간 막기').first().click();
    await createDialog(page).getByRole('button', { name: '시간 막기' }).last().click();
    await expect(page.locator('[data-testid=board-block][data-state=BLOCK]')).toBeVisible();
    await undo.click();
    await expect(page.locator('[data-testid=board-block][data-state=BLOCK]')).toHaveCount(0);
    await expect(blockOf(page, stay.id)).toBeVisible();
  });
}
