import { expectAccessible } from './support/axe.ts';
import { drawer } from './support/board.ts';
import { withGuest } from './support/desk.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PHONE = { width: 360, height: 740 } as const;
/** Names a folder for pictures; optional. */
const shots = process.env['SCREENS_DIR'];

for (const lng of ['kr', 'en'] as const) {
  const words =
    lng === 'kr'
      ? {
          actions: '할 수 있는 일',
          may: ['연장', '옮기기', '예약 취소', '다른 작업'],
          show: '코드 보기',
          why: '출입 코드 확인 사유',
          reason: '사유',
          missing: '꼭 입력해 주세요.',
          kinds: '종류',
          make: '새 예약',
        }
      : {
          actions: 'Actions',
          may: ['Extend', 'Move', 'Cancel', 'More'],
          show: 'Show the code',
          why: 'Why show the code?',
          reason: 'Reason',
          missing: '',
          kinds: 'Type',
          make: 'New reservation',
        };

  test(
    `support moves and cancels reservations and nothing else, and revealing a door code takes a reason, in ${lng}`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, playroom, server }) => {
      await signIn('care');
      await withGuest(playroom, server, 2, async ({ guest }) => {
        await page.goto(`/dashboard/reservation?lng=${lng}&store=${playroom.storeId}&reservation=${guest.id}`);
        const panel =
          lng === 'kr' ? drawer(page) : page.getByRole('dialog').filter({ has: page.getByTestId('reservation-code') });
        const actions = panel
          .getByRole('group')
          .filter({ has: page.getByRole('button', { name: words.may[3] ?? '', exact: true }) });
        await expect(actions.getByRole('button')).toHaveCount(words.may.length);
        const code = page.getByTestId('access-code');
        await expect(code).toHaveText('••••••');
        if (shots !== undefined) await page.screenshot({ path: `${shots}/support-drawer-${lng}-1440.png` });
        await panel.getByRole('button', { name: words.show }).click();
        const why = page.getByRole('dialog', { name: words.why });
        await why.getByRole('button', { name: words.show }).click();
        await expect(code).toHaveText('••••••');
        await expectAccessible(page, { what: 'the reason', within: '[role=dialog]' });
        if (shots !== undefined) await page.screenshot({ path: `${shots}/support-reason-${lng}-1440.png` });
        await page.setViewportSize(PHONE);
        if (shots !== undefined) await page.screenshot({ path: `${shots}/support-reason-${lng}-360.png` });
        await why.getByRole('textbox', { name: words.reason }).fill('손님이 코드를 잃어버림');
        await why.getByRole('button', { name: words.show }).click();
        await expect(why).toHaveCount(0);
        await expect(code).toHaveText(/^\d{6}$/);
        if (shots !== undefined) await page.screenshot({ path: `${shots}/support-code-${lng}-360.png` });
      });

      // A block cannot overlap a reservation.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/dashboard/reservation?lng=${lng}&store=${playroom.storeId}`);
      await page.getByTestId('new-reservation').click();
      const dialog = page.getByRole('dialog', { name: words.make });
      await expect(dialog.getByRole('textbox').first()).toBeVisible();
      await expect(dialog.locator('[value=BLOCK]')).toHaveCount(0);
      if (shots !== undefined) await page.screenshot({ path: `${shots}/support-create-${lng}-1440.png` });
    },
  );
}
