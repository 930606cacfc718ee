import type { Page } from '@playwright/test';
import { inModes, MODES, violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { checkScreenAt, LANGUAGES, type Language } from './support/screens/screen-check.ts';
import { addressInLanguage, SCREENS } from './support/screens/screens.ts';
import { ALL_SCREENS, isChosen, type Screen } from './support/screens/screens-of-roles.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 20);

/**
 * By path: the test id of the part that a screen shows last. The check waits for it, because before that little is
 * rendered.
 */
const PARTS: { readonly [name: string]: string } = {
  doors: 'door-card',
  reservation: 'board-block',
  notification: 'lookup-row',
  statistics: 'sales-table',
  payments: 'sales-table',
  settlement: 'settlement-row',
  'device-history': 'history-row',
};
const WIDTHS = [320, 390, 768, 1024, 1440] as const;
const NARROW = 360;
const HEIGHT = 900;

/** One page visits all screens of a group, because loading a page costs more time than the check. */
for (const group of groupsOf(SCREENS, 5)) {
  const names = group.map(({ name }) => name).join(', ');
  const who = group[0]?.who ?? null;

  test(
    `${names}: the screens have no accessibility violation in either mode and do not scroll sideways at ${NARROW} px`,
    inSweep(),
    async ({ page, signIn, addressOf }) => {
      test.slow();
      if (who !== null) await signIn(who);
      for (const screen of group) {
        await open(page, screen, await addressOf(screen.path), 'kr');
        await inModes(page, MODES, async (mode, rules) =>
          expect.soft(await violations(page, undefined, rules), `${screen.name} ${mode}`).toEqual([]),
        );
        await page.setViewportSize({ width: NARROW, height: HEIGHT });
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), screen.name)
          .toBeLessThanOrEqual(NARROW);
        await page.setViewportSize({ width: 1440, height: HEIGHT });
      }
    },
  );
}

for (const group of groupsOf(
  ALL_SCREENS.filter(({ who, name }) => isChosen(who ?? 'visitor', name)),
  5,
)) {
  const names = group.map(({ name }) => name).join(', ');
  const who = group[0]?.who ?? null;

  for (const language of LANGUAGES) {
    test(
      `${names}: the screens are accessible, and nothing is cut or covered at any width (${language})`,
      { tag: '@proof' },
      async ({ page, signIn, addressOf }) => {
        test.setTimeout(600_000);
        if (who !== null) await signIn(who);
        await page.goto(`/404?lng=${language}`);
        for (const screen of group) {
          await open(page, screen, await addressOf(screen.path), language);
          for (const width of WIDTHS)
            await checkScreenAt(page, {
              width,
              height: HEIGHT,
              name: `${who ?? 'visitor'}-${screen.name}-${language}`,
            });
          // The layout of a window of 1440 × 900 at 200 % zoom has half its width and height.
          await checkScreenAt(page, {
            width: 720,
            height: 450,
            name: `${who ?? 'visitor'}-${screen.name}-${language}-zoomed`,
          });
        }
      },
    );
  }
}

/** Groups the screens by person, with at most `most` screens in a group. */
function groupsOf(screens: readonly Screen[], most: number): Screen[][] {
  const groups: Screen[][] = [];
  for (const screen of screens) {
    const group = groups.find((it) => it[0]?.who === screen.who && it.length < most);
    if (group === undefined) groups.push([screen]);
    else group.push(screen);
  }
  return groups;
}

async function open(page: Page, screen: Screen, address: string, language: Language): Promise<void> {
  await goInside(page, addressInLanguage(address, language));
  await expect(page.getByRole('heading', { level: 1, name: screen[language], exact: true })).toBeVisible();
  const part = PARTS[screen.name];
  if (part !== undefined) await expect(page.getByTestId(part).first()).toBeVisible();
  const tab = new URL(address, page.url()).searchParams.get('tab');
  if (tab === null) return;
  await expect(page.locator(`#store-tab-${tab}`)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

test(
  'the dialogs and drawers that open from a screen have no accessibility violation',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard/door');
    await expect(page.getByTestId('door-card').first()).toBeVisible();
    for (const open of [
      page.getByTestId('account-button'),
      page.getByTestId('settings-button'),
      page.getByTestId('door-card').first().getByRole('button', { name: /설정$/ }),
    ]) {
      await open.click();
      await expect(page.getByRole('dialog').filter({ visible: true })).toBeVisible();
      // Waits for the end of the fade-in, during which the colours change.
      await inModes(page, ['dark'], async () => expect(await violations(page)).toEqual([]));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
    }
  },
);

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

test('with prefers-reduced-motion no animation lasts longer than an instant', async ({ page, signIn }) => {
  await signIn('owner');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(page.getByRole('complementary')).not.toHaveCSS('transition-duration', '0s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('complementary')).toHaveCSS('transition-duration', '0s');
});
