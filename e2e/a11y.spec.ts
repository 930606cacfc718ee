import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Set to a folder, it gets a picture of every screen. */
const shots = process.env['SCREENS_DIR'];

async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the application's own policy allows none.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    (tags) => (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({ runOnly: { type: 'tag', values: tags } }), RULES);
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`);
}

for (const language of ['kr', 'en'] as const) {
  for (const { name, path, who, ...titles } of SCREENS) {
    test(`${name} in ${language}: no accessibility violation in both modes, no sideways scrolling at 360 px`, async ({ page, signIn }) => {
      // A colour on its way to another is no colour to judge.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (who !== null) await signIn(who);
      await page.goto(`${path}?lng=${language}`);
      await expect(page.getByRole('heading', { level: 1, name: titles[language], exact: true })).toBeVisible();
      if (name === 'doors') await expect(page.getByTestId('door-card').first()).toBeVisible();
      if (name === 'device-history') await expect(page.getByTestId('history-row').first()).toBeVisible();
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        for (const mode of ['dark', 'light']) {
          // What the setting does to the document; that it does so is proven in settings-and-theme.spec.ts.
          await page.evaluate((colorScheme) => (document.documentElement.dataset['colorScheme'] = colorScheme), mode);
          await page.waitForFunction(() => document.getAnimations().every((it) => !(it instanceof CSSTransition)));
          if (shots !== undefined) await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loaded'), null, { timeout: 6_000 }).catch((error: unknown) => console.warn(error));
          if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}-${language}-${mode}-${String(width)}.png` });
          expect(await violations(page), `${mode}, ${String(width)} px`).toEqual([]);
        }
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
    expect(await violations(page)).toEqual([]);
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
