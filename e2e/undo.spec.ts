import {
  blockOf,
  broughtIntoSight,
  clickFreeTime,
  createDialog,
  drawer,
  fillGuest,
  openBoard,
  row,
  xOnBoard,
} from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow, type Reservation } from './support/playroom.ts';
import { ANY_WIDTH, stopClock } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Acts on reservations that one tap undoes, at the widths and hours at which operators use them. */

test.use({ hasOwnContext: true });

const SIGHTS = [
  { width: 390, height: 844, hour: '05:00', days: 24, tag: [] },
  { width: 1440, height: 900, hour: '14:00', days: 25, tag: ['@second-width'] },
  { width: 390, height: 844, hour: '14:00', days: 26, tag: ['@proof'] },
  { width: 1440, height: 900, hour: '05:00', days: 27, tag: ['@proof'] },
] as const;

for (const { width, height, hour, days, tag } of SIGHTS) {
  test(
    `an extension and a block are undone, and cannot be undone after another change (${String(width)} px, ${hour})`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, signIn, expectError }) => {
      // The server refuses the undo after another change.
      expectError(/409/);
      await stopClock(page, hour);
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
        // The notice of the first extension may still be there during the second one.
        await expect.poll(async () => (await playroom.read(stay.id)).endsAt).toBe(at(date, '12:30'));
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
      await expect(page.getByText('그사이 예약이 바뀌어 되돌릴 수 없어요. 바뀐 내용은 없어요.')).toBeVisible();
      expect(await playroom.read(stay.id)).toMatchObject({ endsAt: at(date, '12:30'), memo: '바뀜' });

      await openBoard(page, playroom.storeId, date);
      await (await broughtIntoSight(page, row(page, room.id))).click({ position: { x: xOnBoard('08:00') + 5, y: 20 } });
      await createDialog(page).getByText('시간 막기').first().click();
      await createDialog(page).getByRole('button', { name: '시간 막기' }).last().click();
      await expect(
        page.locator(`[data-testid=board-block][data-state=BLOCK][aria-label^="${room.name}, "]`),
      ).toBeVisible();
      await undo.click();
      await expect(
        page.locator(`[data-testid=board-block][data-state=BLOCK][aria-label^="${room.name}, "]`),
      ).toHaveCount(0);
      await expect(blockOf(page, stay.id)).toBeVisible();
    },
  );
}

interface Policy {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly version: number;
}

for (const { width, height, hour, days, tag } of SIGHTS) {
  test(
    `the creation of a series, a mode and a price policy is undone (${String(width)} px, ${hour})`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, signIn, expectError }) => {
      expectError(/409/);
      await stopClock(page, hour);
      await page.setViewportSize({ width, height });
      await signIn('owner');
      const room = await playroom.addRoom(`되돌림 ${String(width)} ${hour} 모드 ${String(process.pid)}`);
      const undo = page.getByRole('button', { name: '되돌리기' });
      const undone = page.getByText('되돌렸어요.');

      await openBoard(page, playroom.storeId, dayFromNow(days));
      const dialog = await clickFreeTime(page, room.id, '10:00');
      await fillGuest(page);
      await dialog.getByLabel('반복 예약').check();
      await dialog.getByRole('button', { name: /^\d+건 예약하기$/ }).click();
      const states = async () =>
        (
          await playroom.ask<{ items: Reservation[] }>(
            'owner',
            'GET',
            `reservation?roomId=${room.id}&storeId=${playroom.storeId}&limit=50`,
          )
        ).items.map((it) => it.state);
      await expect(undo).toBeVisible();
      expect(new Set(await states())).toEqual(new Set(['CONFIRMED']));
      await undo.click();
      await expect(undone).toBeVisible();
      expect(new Set(await states())).toEqual(new Set(['CANCELLED']));

      await page.goto(`/dashboard/room/${room.id}`);
      const modes = page.getByTestId('room-modes');
      const [first, second] = [
        modes.getByRole('group').getByRole('button').nth(0),
        modes.getByRole('group').getByRole('button').nth(1),
      ];
      await first.click();
      await undo.click();
      await expect(modes.getByRole('status')).toContainText('모드 없음 · 되돌림');
      await expect(first).toHaveAttribute('aria-pressed', 'false');
      await first.click();
      await expect(first).toHaveAttribute('aria-pressed', 'true');
      await second.click();
      await expect(second).toHaveAttribute('aria-pressed', 'true');
      await page
        .getByRole('listitem')
        .filter({ hasText: '모드로, 기기는 이전 상태로' })
        .getByRole('button', { name: '되돌리기' })
        .click();
      await expect(first).toHaveAttribute('aria-pressed', 'true');

      const policy = await playroom.ask<Policy>('owner', 'POST', 'price-policy', {
        storeId: playroom.storeId,
        name: `되돌림 ${String(width)} ${hour}`,
        roomIds: [room.id],
        weekdays: [1],
        holidays: false,
        startsOn: null,
        endsOn: null,
        fromTime: '09:00',
        toTime: '10:00',
        unit: 'SLOT',
        amount: 4000,
        packageMinutes: null,
        includedHeadCount: 2,
        extraPersonAmount: 0,
        priority: 1,
      });
      const amounts = async () =>
        (
          await playroom.ask<{ items: Policy[] }>('owner', 'GET', `price-policy?storeId=${playroom.storeId}&limit=200`)
        ).items
          .filter((it) => it.name === policy.name)
          .map((it) => it.amount);
      await page.goto(`/dashboard/store?store=${playroom.storeId}&tab=prices`);
      const listed = page.getByTestId('price-policy').filter({ hasText: policy.name });
      const editor = page.getByTestId('policy-editor');
      await listed.click();
      await editor.getByLabel('금액').fill('4500');
      await editor.getByRole('button', { name: '저장' }).click();
      await expect(listed).toContainText('₩4,500');
      await undo.click();
      await expect(listed).toContainText('₩4,000');
      await listed.click();
      await editor.getByRole('button', { name: '삭제' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
      await expect(listed).toHaveCount(0);
      await undo.click();
      await expect(listed).toContainText('₩4,000');
      expect(await amounts()).toEqual([4000]);
      for (const { id } of (
        await playroom.ask<{ items: Policy[] }>('owner', 'GET', `price-policy?storeId=${playroom.storeId}&limit=200`)
      ).items.filter((it) => it.name === policy.name)) {
        await playroom.ask('owner', 'DELETE', `price-policy/${id}`);
      }
    },
  );
}
