import { expectAccessible } from './support/axe.ts';
import { blockOf, broughtIntoSight, drawer, openBoard, row } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow, GUEST, type Reservation } from './support/playroom.ts';
import { ANY_WIDTH, stopClock } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/**
 * The state of a room is the same word on every screen, the next guest is shown behind blocks, and linked rooms are
 * named (issue 14, point 8).
 */

const SLOT_MS = 1_800_000;
const SIGHTS = [
  { width: 390, height: 844, hour: '05:00', days: 48, tag: ['@second-width'] },
  { width: 1440, height: 900, hour: '14:00', days: 50, tag: [] },
  { width: 390, height: 844, hour: '14:00', days: 52, tag: ['@proof'] },
  { width: 1440, height: 900, hour: '05:00', days: 54, tag: ['@proof'] },
] as const;

for (const { width, height, tag } of SIGHTS.slice(0, 2)) {
  test(
    `a blocked room and the joined room that contains it show the same word, with the next guest behind the block (${String(width)} px)`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, signIn }) => {
      await page.setViewportSize({ width, height });
      await signIn('owner');
      const room = await playroom.addRoom(`막힌 ${String(width)} ${String(process.pid)}`);
      const whole = await playroom.ask<{ id: string; name: string }>('owner', 'POST', 'room', {
        storeId: playroom.storeId,
        name: `합친 ${String(width)} ${String(process.pid)}`,
        capacity: 8,
        partRoomIds: [room.id],
      });
      const start = Date.now() - (Date.now() % SLOT_MS);
      const time = (slots: number) => new Date(start + slots * SLOT_MS).toISOString();
      const block = (from: number, to: number, blockReason: string) =>
        playroom.ask('owner', 'POST', 'reservation', {
          kind: 'BLOCK',
          roomId: room.id,
          startsAt: time(from),
          endsAt: time(to),
          blockReason,
        });
      await block(0, 2, 'REPAIR');
      await block(2, 3, 'CLEANING');
      await block(3, 4, 'CLEANING');
      const guest = await playroom.ask<Reservation>('owner', 'POST', 'reservation', {
        roomId: room.id,
        startsAt: time(4),
        endsAt: time(6),
        ...GUEST,
      });
      const clock = (instant: string) =>
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' }).format(
          new Date(instant),
        );
      const next = new RegExp(`수리 .*${clock(time(2))}까지.*다음 예약 (내일 )?${clock(guest.startsAt)}`);

      await page.goto(`/dashboard?store=${playroom.storeId}`);
      for (const { name } of [room, whole])
        await expect(page.getByTestId('overview-room').filter({ hasText: name })).toContainText(next);
      await page.goto(`/dashboard/room/${room.id}`);
      await expect(page.getByTestId('room-state')).toHaveText('수리');
      const today = page.getByRole('region', { name: '오늘' });
      await expect(today).toContainText(/지금수리/);
      await expect(today).toContainText(new RegExp(`다음.*${clock(guest.startsAt)}`));
      await page.goto(`/dashboard/room/${whole.id}`);
      await expect(page.getByTestId('room-state')).toHaveText('수리');
      await expect(today).toContainText(`지금수리연결된 룸 ${room.name}의 예약 · ${clock(time(2))}까지`);
      await expectAccessible(page, { what: 'a room that a linked room takes', within: 'main' });
    },
  );
}

test.describe('on the board', () => {
  test.use({ hasOwnContext: true });
  for (const { width, height, hour, days, tag } of SIGHTS) {
    test(
      `on the board a linked room loses its mark when the move that caused it is undone (${String(width)} px, ${hour})`,
      inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
      async ({ page, playroom, signIn }) => {
        await stopClock(page, hour);
        await page.setViewportSize({ width, height });
        await signIn('owner');
        const stamp = `${String(width)} ${hour} ${String(process.pid)}`;
        const other = await playroom.addRoom(`따로 ${stamp}`);
        const part = await playroom.addRoom(`부분 ${stamp}`);
        const whole = await playroom.ask<{ id: string }>('owner', 'POST', 'room', {
          storeId: playroom.storeId,
          name: `전체 ${stamp}`,
          capacity: 8,
          partRoomIds: [part.id],
        });
        const date = dayFromNow(days);
        const stay = await playroom.book(other, date, '10:00', '13:00');
        // The rooms of this test are below those of all other tests.
        await openBoard(page, playroom.storeId, date, `&reservation=${stay.id}`);
        await expect(drawer(page)).toBeVisible();
        await expect(blockOf(page, stay.id)).toBeVisible();
        await broughtIntoSight(page, row(page, whole.id));
        const marks = row(page, whole.id).locator('[data-linked]');
        await expect(marks).toHaveCount(0);
        await drawer(page).getByRole('button', { name: '옮기기', exact: true }).click();
        await drawer(page).getByLabel('룸', { exact: true }).selectOption(part.id);
        await drawer(page).getByRole('button', { name: '옮기기', exact: true }).last().click();
        await expect.poll(async () => (await playroom.read(stay.id)).roomId).toBe(part.id);
        await expect(marks).toHaveCount(1);
        await expect(marks).toHaveText(`부분 ${stamp} 사용 중`);
        await page.getByRole('button', { name: '되돌리기' }).click();
        await expect.poll(async () => (await playroom.read(stay.id)).roomId).toBe(other.id);
        await expect(marks).toHaveCount(0);
      },
    );
  }
});
