import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { findCancelCode, issueLink, newGuestPhone } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A guest shares the link of the page with a friend (GT-14). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const WORDS = {
  kr: {
    cancel: '예약 취소',
    why: '다른 기기에서도 열렸어요',
    confirm: /^예약 취소하기$|환불/,
    missing: '6자리를 입력해',
    send: '인증번호 받기',
    code: '인증번호 6자리',
    wrong: '맞지 않거나',
    by: '예약 링크에서 취소했어요',
  },
  en: {
    cancel: 'Cancel reservation',
    why: 'opened on another device',
    confirm: /^Cancel reservation$|refund/,
    missing: 'Enter the 6 digits',
    send: 'Send code',
    code: '6-digit code',
    wrong: 'The code is wrong',
    by: 'Cancelled with the link to the reservation',
  },
} as const;

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test(
      `a friend with the link cancels only with the code that the guest’s phone gets, and the page of the guest says so, ${language} (GT-14, GP-9)`,
      inSweep(),
      async ({ page, browser, playroom, expectError }) => {
        expectError(/status of 401/);
        const room = await playroom.addRoom(`같이 쓰는 링크 ${Date.now()}`);
        const guestPhone = newGuestPhone();
        const stay = await playroom.book(room, dayFromNow(25), '10:00', '12:00', { guestPhone });
        const link = await issueLink(playroom, stay.id);
        await page.goto(link);
        await expect(page.getByTestId('manage')).toBeVisible();
        // The device is known from the second request on.
        await page.reload();
        await expect(page.getByTestId('manage')).toBeVisible();
        const friends = await browser.newContext({ locale, viewport: { width: 360, height: 740 }, hasTouch: true });
        try {
          const friend = await friends.newPage();
          await friend.goto(link);
          await friend.reload();
          await friend.getByTestId('manage').getByRole('button', { name: words.cancel }).tap();
          const panel = friend.getByTestId('cancel-panel');
          const fields = panel.getByTestId('phone-code');
          await expect(fields).toContainText(words.why);
          const cancel = panel.getByRole('button', { name: words.confirm });
          await cancel.tap();
          await expect(panel.getByRole('alert')).toContainText(words.missing);
          await fields.getByRole('button', { name: words.send }).tap();
          const field = fields.getByLabel(words.code);
          await expect(field).toBeFocused();
          expect(await violations(friend)).toEqual([]);
          expect(await friend.evaluate(findLayoutFaults)).toEqual([]);
          const code = await findCancelCode(playroom, guestPhone);
          await field.fill(code === '000000' ? '000001' : '000000');
          await cancel.tap();
          await expect(panel.getByRole('alert')).toContainText(words.wrong);
          await field.fill(code);
          await cancel.tap();
          await expect(friend.getByTestId('cancelled')).toBeVisible();
          for (const seen of [friend, page]) {
            await expect(seen.getByTestId('ended-by')).toContainText(words.by);
            await expect(seen.getByTestId('manage')).toHaveCount(0);
            expect(await violations(seen)).toEqual([]);
            expect(await seen.evaluate(findLayoutFaults)).toEqual([]);
          }
          expect(await playroom.read(stay.id)).toMatchObject({ state: 'CANCELLED' });
        } finally {
          await friends.close();
        }
      },
    );
  });
}
