import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { drawer } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A guest sets how messages reach them, on a phone (GP-7). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const panel = (page: Page) => page.getByTestId('contact-panel');

const WORDS = {
  kr: {
    settings: '알림 설정',
    language: '메시지 언어',
    email: '이메일',
    save: '저장',
    bad: '이메일 주소를 확인해 주세요',
    kind: '종료 10분 전과 연장 안내',
    saved: '저장했어요',
    now: '지금 주소 g',
  },
  en: {
    settings: 'Message settings',
    language: 'Message language',
    email: 'E-mail',
    save: 'Save',
    bad: 'Check the e-mail address',
    kind: 'Ten minutes left, with the option to extend',
    saved: 'Saved',
    now: 'Your current address is g',
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
      `a guest changes the language and the e-mail address of their messages and refuses a kind, and staff see it, ${language} (GP-7)`,
      inSweep(),
      async ({ page, playroom, another, expectError }) => {
        // The server refuses the first address.
        expectError(/status of 400.*guest\/contact/);
        const room = await playroom.addRoom(`알림 설정 ${Date.now()}`);
        // A refusal holds for the phone number, which other tests must not share.
        const guestPhone = `010-0001-${String(Date.now() % 10_000).padStart(4, '0')}`;
        const stay = await playroom.book(room, dayFromNow(25), '10:00', '12:00', { guestPhone });

        await page.goto(await issueLink(playroom, stay.id));
        await page.getByRole('button', { name: words.settings }).tap();
        await expect(panel(page).getByRole('heading')).toBeFocused();
        await panel(page).getByLabel(words.language).selectOption({ label: 'English' });
        await panel(page).getByLabel(words.email).fill('guest.panel@example');
        await panel(page).getByRole('button', { name: words.save }).tap();
        await expect(panel(page).getByRole('alert')).toContainText(words.bad);
        await panel(page).getByLabel(words.email).fill('guest.panel@example.com');
        await panel(page).getByLabel(words.kind).uncheck();
        await panel(page).getByRole('button', { name: words.save }).tap();
        await expect(panel(page).getByRole('status')).toContainText(words.saved);
        // The page shows the address masked only, because friends of the guest have the link too.
        await expect(panel(page)).toContainText(words.now);
        await expect(page.getByRole('main')).not.toContainText('guest.panel@example.com');
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), colorScheme).toEqual([]);
        }

        const staff = await another('owner');
        await staff.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${stay.id}`);
        await expect(drawer(staff)).toContainText(/g\S*@\S+ · 영어/);
        await expect(drawer(staff)).toContainText('알림 설정 변경');
        await drawer(staff).getByTestId('fold-messages').locator('> summary').click();
        const optOuts = drawer(staff).getByTestId('opt-outs');
        await optOuts.locator('summary').click();
        await expect(optOuts.getByRole('checkbox', { name: '종료 10분 전' })).toBeChecked();
        await drawer(staff).getByRole('button', { name: '보기', exact: true }).click();
        await staff.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '본인 확인' }).click();
        await expect(drawer(staff)).toContainText('guest.panel@example.com');
      },
    );
  });
}
