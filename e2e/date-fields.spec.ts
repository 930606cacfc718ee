import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { createDialog, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A Korean screen in an English-language browser, whose own date inputs would show month, day and year. */
test.use({ hasOwnContext: true, locale: 'en-US' });

const WORDS = {
  kr: {
    from: '시작일',
    open: '달력 열기',
    calendar: '시작일 달력',
    year: '연도 선택',
    month: '월 선택',
    today: '오늘',
    clear: '지우기',
  },
  en: {
    from: 'From',
    open: 'Open calendar',
    calendar: 'Calendar: From',
    year: 'Choose the Year',
    month: 'Choose the Month',
    today: 'Today',
    clear: 'Clear',
  },
} as const;
const PICKER = 'dialog.date-picker';

async function openHistory(page: Page, language: 'kr' | 'en', query = ''): Promise<void> {
  await page.goto(`/dashboard/admin/device-history?lng=${language}${query}`);
  await expect(page.getByRole('search')).toBeVisible();
  // On a phone the date fields are behind a button.
  const more = page
    .getByRole('search')
    .locator('button[aria-expanded=false]:not([aria-haspopup])')
    .filter({ visible: true });
  if ((await more.count()) > 0) await more.click();
  await expect(page.getByLabel(WORDS[language].from, { exact: true })).toBeVisible();
}

for (const width of [390, 1440]) {
  const details = width === 1440 ? ANY_WIDTH : SECOND_WIDTH;
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 800 } });
    test.beforeEach(async ({ signIn }) => signIn('admin'));

    test(
      'a date field shows and accepts dates in the format of the screen’s language, not of the browser’s',
      inSweep(details),
      async ({ page }) => {
        await openHistory(page, 'kr', '&from=2026-11-02');
        const from = page.getByLabel(WORDS.kr.from, { exact: true });
        await expect(from).toHaveValue('2026-11-02');
        await from.fill('');
        await from.pressSequentially('20261103');
        await expect(from).toHaveValue('2026-11-03');
        await expect(page).toHaveURL(/from=2026-11-03/);
        await openHistory(page, 'en', '&from=2026-11-02');
        const english = page.getByLabel(WORDS.en.from, { exact: true });
        await expect(english).toHaveValue('11/02/2026');
        await english.fill('');
        await english.pressSequentially('11/04/2026');
        await expect(page).toHaveURL(/from=2026-11-04/);
      },
    );

    test('in a date field the keyboard alone types, rejects and picks a date', inSweep(details), async ({ page }) => {
      await openHistory(page, 'kr', '&from=2026-11-30');
      const from = page.getByLabel(WORDS.kr.from, { exact: true });
      await from.press('ArrowUp');
      await expect(from).toHaveValue('2026-12-01');
      await from.press('PageDown');
      await expect(page).toHaveURL(/from=2026-11-01/);
      await from.fill('2100-01-01');
      await expect(page.getByText('1900-01-01부터 2099-12-31까지의 날짜를 입력해 주세요.')).toBeVisible();
      await from.fill('2026-02-30');
      await expect(page.getByText('없는 날짜예요.')).toBeVisible();
      await expect(from).toHaveAttribute('aria-invalid', 'true');
      await from.fill('2026-11-10');
      await expect(page).toHaveURL(/from=2026-11-10/);
      await from.press('Tab');
      await page.keyboard.press('Enter');
      const calendar = page.getByRole('dialog', { name: WORDS.kr.calendar });
      await expect(calendar.getByRole('button', { name: /2026\. 11\. 10\./ })).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('PageDown');
      await expect(calendar.getByRole('button', { name: /2026\. 12\. 18\./ })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(calendar).toBeHidden();
      await expect(from).toHaveValue('2026-12-18');
      await expect(page.getByRole('button', { name: WORDS.kr.open }).first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(calendar).toBeHidden();
      await expect(from).toHaveValue('2026-12-18');
    });

    for (const language of ['kr', 'en'] as const) {
      test(
        `the calendar of a date field fits into the window, offers the years 1900 to 2099 and has no accessibility violation, in ${language}`,
        inSweep(),
        async ({ page }) => {
          const words = WORDS[language];
          await openHistory(page, language, '&from=2026-11-12');
          await page.getByRole('button', { name: words.open }).first().click();
          const calendar = page.getByRole('dialog', { name: words.calendar });
          await expect(calendar.getByRole('grid')).toBeVisible();
          const box = await calendar.boundingBox();
          expect(
            box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 800,
          ).toBe(true);
          await expectAccessible(page, { what: 'date picker', within: PICKER });
          await calendar.getByRole('combobox', { name: words.year }).selectOption('2099');
          await calendar.getByRole('combobox', { name: words.month }).selectOption('11');
          await calendar.locator('[data-day="2099-12-31"] button').click();
          await expect(page).toHaveURL(/from=2099-12-31/);
          await page.getByRole('button', { name: words.open }).first().click();
          await calendar.getByRole('button', { name: words.clear }).click();
          await expect(page.getByLabel(words.from, { exact: true })).toHaveValue('');
          await expect(page).not.toHaveURL(/from=/);
          await expectAccessible(page, { what: 'device history' });
        },
      );
    }

    test(
      'the board and its dialogs have the same date field, and Escape closes only the calendar',
      inSweep(),
      async ({ page, signIn, playroom }) => {
        await signIn('owner');
        await openBoard(page, playroom.storeId, '2026-11-02', '&lng=kr');
        const date = page.getByLabel('날짜', { exact: true });
        await expect(date).toHaveValue('2026-11-02');
        await page.getByRole('button', { name: '달력 열기' }).click();
        await page
          .getByRole('dialog', { name: '날짜 달력' })
          .getByRole('button', { name: /2026\. 11\. 9\./ })
          .click();
        await expect(page).toHaveURL(/date=2026-11-09/);
        await expect(date).toHaveValue('2026-11-09');
        await page.getByTestId('new-reservation').click();
        await createDialog(page).getByRole('button', { name: '달력 열기' }).click();
        const calendar = page.getByRole('dialog', { name: '날짜 달력' });
        await expect(calendar.getByRole('grid')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(calendar).toBeHidden();
        await expect(createDialog(page)).toBeVisible();
      },
    );
  });
}
