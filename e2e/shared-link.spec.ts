import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { issueLink } from './guest-link.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { dayFromNow } from './playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A guest shares the link of the page with a friend (GT-14). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

test(
  'a friend with the link cancels only with the code that the guest’s phone gets (GT-14)',
  inSweep(),
  async ({ page, browser, playroom, expectError }) => {
    expectError(/status of 401/);
    const room = await playroom.addRoom(`같이 쓰는 링크 ${Date.now()}`);
    const guestPhone = `010-55${String(Date.now() % 100).padStart(2, '0')}-${String(Date.now()).slice(-4)}`;
    const stay = await playroom.book(room, dayFromNow(25), '10:00', '12:00', { guestPhone });
    const link = await issueLink(playroom, stay.id);
    await page.goto(link);
    await expect(page.getByTestId('manage')).toBeVisible();
    // The device is known from the second request on.
    await page.reload();
    await expect(page.getByTestId('manage')).toBeVisible();
    const friends = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
    try {
      const friend = await friends.newPage();
      await friend.goto(link);
      await friend.reload();
      await friend.getByTestId('manage').getByRole('button', { name: '예약 취소' }).tap();
      const panel = friend.getByTestId('cancel-panel');
      const fields = panel.getByTestId('phone-code');
      await expect(fields).toContainText('다른 기기에서도 열렸어요');
      const cancel = panel.getByRole('button', { name: /^예약 취소하기$|환불/ });
      await cancel.tap();
      await expect(panel.getByRole('alert')).toContainText('6자리를 입력해');
      await fields.getByRole('button', { name: '인증번호 받기' }).tap();
      const field = fields.getByLabel('인증번호 6자리');
      await expect(field).toBeFocused();
      expect(await violations(friend)).toEqual([]);
      expect(await friend.evaluate(findLayoutFaults)).toEqual([]);
      let code = '';
      await expect(async () => {
        const { items } = await playroom.ask<{ items: { to: string; body: string }[] }>('admin', 'GET', 'demo-inbox');
        const sent = items.find(({ to }) => to === guestPhone.replaceAll('-', '') || to === guestPhone);
        code = /예약 취소 인증번호 (\d{6})/.exec(sent?.body ?? '')?.[1] ?? '';
        expect(code).toMatch(/^\d{6}$/);
      }).toPass({ timeout: 30_000 });
      await field.fill(code === '000000' ? '000001' : '000000');
      await cancel.tap();
      await expect(panel.getByRole('alert')).toContainText('맞지 않거나');
      await field.fill(code);
      await cancel.tap();
      await expect(friend.getByTestId('cancelled')).toBeVisible();
      expect(await playroom.read(stay.id)).toMatchObject({ state: 'CANCELLED' });
    } finally {
      await friends.close();
    }
  },
);
