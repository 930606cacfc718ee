import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { emailOf, PASSWORD } from './people.ts';

/** Two in the morning, a guest before a closed door, one thumb. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
// One after the other: both stand before the same door.
test.describe.configure({ mode: 'default' });

for (const [language, words] of Object.entries({
  kr: { signIn: '로그인', menu: '메뉴 열기', doors: '출입문 설정', open: /^현관 열기$/, opened: '문이 열렸어요.' },
  en: { signIn: 'Sign in', menu: 'Open menu', doors: 'Door settings', open: /^Open 현관$/, opened: 'The door is open.' },
})) {
  test(`from sign-in to an opened door it is four taps (${language})`, async ({ page }) => {
    let taps = 0;
    const tap = async (what: ReturnType<Page['locator']>) => {
      taps += 1;
      await what.tap();
    };
    await page.goto(`/auth/jwt/sign-in?lng=${language}`);
    // A phone fills these in.
    await page.locator('input[type=email]').fill(emailOf('owner'));
    await page.locator('input[type=password]').fill(PASSWORD);
    await tap(page.locator('form button[type=submit]'));
    await tap(page.getByRole('button', { name: words.menu }));
    await tap(page.getByRole('link', { name: words.doors }));
    const open = page.getByRole('button', { name: words.open }).first();
    await expect(open).toBeVisible();
    const box = await open.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    await tap(open);
    await expect(page.getByTestId('door-outcome').filter({ hasText: words.opened }).first()).toBeVisible();
    expect(taps).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}
