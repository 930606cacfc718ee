import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { emailOf, PASSWORD } from './support/people.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/** A phone at two in the morning: a guest waits before a closed door, and the person has one thumb free. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

for (const [language, words] of Object.entries({
  kr: { room: '1번 한강룸', open: '1번 한강룸 문 열기', opened: '문이 열렸어요.' },
  en: { room: '2번 남산룸', open: 'Open 2번 남산룸 문', opened: 'The door is open.' },
})) {
  test(`a door is opened with two taps after sign-in (${language})`, inSweep(ANY_WIDTH), async ({ page }) => {
    let taps = 0;
    const tap = async (what: ReturnType<Page['locator']>) => {
      taps += 1;
      await what.tap();
    };
    await page.goto(`/auth/jwt/sign-in?lng=${language}`);
    // A phone fills in e-mail and password by itself.
    await page.locator('input[type=email]').fill(emailOf('owner'));
    await page.locator('input[type=password]').fill(PASSWORD);
    await tap(page.locator('form button[type=submit]'));
    const card = page.locator('.overview-card').filter({ hasText: words.room }).first();
    const open = card.getByRole('button', { name: words.open, exact: true });
    await expect(open).toBeVisible();
    const box = await open.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await tap(open);
    // Each door of a room shows the result of the command to it.
    await expect(card.getByTestId('open-outcome').filter({ hasText: words.opened })).toHaveCount(1);
    expect(taps).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}
