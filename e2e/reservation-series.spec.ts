import { block, clickFreeTime, fillGuest, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The first day of the series; it is in a separate room. */
const DAY = 16;

test(
  'a weekly series shows its conflicts before it is created, and leaves those dates out',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom('반복 시험룸');
    const date = dayFromNow(DAY);
    await playroom.book(room, dayFromNow(DAY + 7), '11:00', '12:00');
    await openBoard(page, playroom.storeId, date);
    const dialog = await clickFreeTime(page, room.id, '10:30');
    await fillGuest(page);
    await dialog.getByLabel('반복 예약').check();
    const refused = dialog.getByTestId('occurrences').locator('tr[data-refused=true]');
    await expect(refused).toHaveCount(1);
    await expect(refused).toContainText('이미 예약된 시간이에요.');
    await expect(dialog.getByTestId('occurrences').locator('tr[data-refused=false]')).toHaveCount(4);
    await dialog.getByRole('button', { name: '가능한 4건만 예약하기' }).click();
    await expect(page.getByText('4건을 예약하고 1건은 뺐어요.')).toBeVisible();
    await expect(block(page, '반복 시험룸', '10:30–11:30')).toHaveAttribute('aria-label', /반복/);
  },
);
