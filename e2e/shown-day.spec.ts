import { createDialog, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow } from './support/playroom.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/** Dialogs start on the day that the board shows, before and after the cut-off (issue 14, point 11). */

// The clock of the page is fixed.
test.use({ hasOwnContext: true });

for (const { width, clock, tag } of [
  { width: 1440, clock: '14:00', tag: ['@second-width'] },
  { width: 390, clock: '05:00', tag: [] },
  { width: 390, clock: '14:00', tag: ['@proof'] },
  { width: 1440, clock: '05:00', tag: ['@proof'] },
]) {
  test(
    `a new reservation and a waitlist entry begin on the day that the board shows, at ${clock}, ${width} px`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, signIn }) => {
      await signIn('owner');
      await page.setViewportSize({ width, height: 844 });
      await page.clock.setFixedTime(at(dayFromNow(-1), clock));
      const date = dayFromNow(9);
      await openBoard(page, playroom.storeId, date);
      await page.getByTestId('new-reservation').click();
      await expect(createDialog(page).getByLabel('날짜', { exact: true })).toHaveValue(date);
      await page.keyboard.press('Escape');
      await expect(createDialog(page)).toHaveCount(0);
      await page.getByRole('button', { name: '대기 명단' }).click();
      const waitlist = page.getByRole('dialog', { name: '대기 명단' });
      await waitlist.getByRole('button', { name: '대기 추가' }).click();
      await expect(waitlist.getByLabel('날짜', { exact: true })).toHaveValue(date);
    },
  );
}
