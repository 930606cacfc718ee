import { inModes, MODES, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';

/** Set to a folder, it gets a picture of every screen. */
const shots = process.env['SCREENS_DIR'];

const WIDTHS = [1440, 360] as const;

for (const language of ['kr', 'en'] as const) {
  // Colours are the same in both languages: the second one is judged by the other rules, once at each width.
  const modesAt = (width: (typeof WIDTHS)[number]) => (language === 'kr' ? MODES : width === 1440 ? (['light'] as const) : (['dark'] as const));
  for (const { name, path, who, ...titles } of SCREENS) {
    test(`${name} in ${language}: no accessibility violation in both modes, no sideways scrolling at 360 px`, async ({ page, signIn, addressOf }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (who !== null) await signIn(who);
      await page.goto(`${await addressOf(path)}?lng=${language}`);
      await expect(page.getByRole('heading', { level: 1, name: titles[language], exact: true })).toBeVisible();
      if (name === 'doors') await expect(page.getByTestId('door-card').first()).toBeVisible();
      if (name === 'reservation') await expect(page.getByTestId('board-block').first()).toBeVisible();
      if (name === 'notification') await expect(page.getByTestId('lookup-row').first()).toBeVisible();
      if (name === 'statistics' || name === 'payments') await expect(page.getByTestId('sales-table')).toBeVisible();
      if (name === 'settlement') await expect(page.getByTestId('settlement-row').first()).toBeVisible();
      if (name === 'device-history') await expect(page.getByTestId('history-row').first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        await inModes(page, modesAt(width), async (mode, rules) => {
          if (shots !== undefined) {
            await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loaded'), null, { timeout: 6_000 }).catch((error: unknown) => console.warn(error));
            await page.screenshot({ path: `${shots}/${name}-${language}-${mode}-${String(width)}.png` });
          }
          const rulesOfLanguage = language === 'kr' ? rules : 'all-but-colours';
          expect(await violations(page, undefined, rulesOfLanguage), `${mode}, ${String(width)} px`).toEqual([]);
        });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });
  }
}

test('dialogs and drawers have no accessibility violation either', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
  for (const open of [page.getByTestId('account-button'), page.getByTestId('settings-button'), page.getByTestId('door-card').first().getByRole('button', { name: /설정$/ })]) {
    await open.click();
    await expect(page.getByRole('dialog').filter({ visible: true })).toBeVisible();
    // Once it stands: while it fades in, its colours are on their way.
    await inModes(page, ['dark'], async () => expect(await violations(page)).toEqual([]));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  }
});

test('a door is opened by the keyboard alone, and the result is announced', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard/door');
  const name = '7번 수락룸 문';
  const card = page.getByTestId('door-card').filter({ hasText: name });
  await card.getByRole('button', { name: `${name} 열기` }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status')).toContainText('문이 열렸어요.');
  await expect(card.getByRole('button', { name: `${name} 열기` })).toBeFocused();
});

test('where the system asks for less motion nothing moves longer than an instant', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('owner');
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary')).toHaveCSS('transition-duration', '0.001s');
});
