import type { Page } from '@playwright/test';
import { inModes, MODES, violations, type RuleSet } from './axe.ts';
import { expect, sweepIn, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';

/** Set to a folder, it gets a picture of every screen. */
const shots = process.env['SCREENS_DIR'];

/** Colours depend neither on the language nor on the width, so the other rules are judged in one mode. Screenshots show both. */
const modesOfWords = shots === undefined ? (['dark'] as const) : MODES;
const PHONE = { width: 360, height: 740 };
type Language = 'kr' | 'en';
/** What a screen shows last, by its test id: before that there is too little to judge. */
const PARTS: { readonly [name: string]: string } = {
  doors: 'door-card', reservation: 'board-block', notification: 'lookup-row', statistics: 'sales-table', payments: 'sales-table',
  settlement: 'settlement-row', 'device-history': 'history-row',
};

for (const screen of SCREENS) {
  test(`${screen.name}: no accessibility violation in both modes, no sideways scrolling at 360 px in either language`, async ({ page, signIn, addressOf }) => {
    if (screen.who !== null) await signIn(screen.who);
    await open(page, screen, await addressOf(screen.path), 'kr');
    await inModes(page, MODES, async (mode, rules) => expectNoViolation(page, { name: `${screen.name}-kr-${mode}-1440`, rules }));
    await page.setViewportSize(PHONE);
    await inModes(page, modesOfWords, async (mode) => expectNoViolation(page, { name: `${screen.name}-kr-${mode}-360`, rules: 'all-but-colours' }));
    await expectNoSidewaysScrolling(page);
    await open(page, screen, await addressOf(screen.path), 'en');
    await expectNoSidewaysScrolling(page);
  });

  test(`${screen.name} in English: no accessibility violation`, sweepIn('en'), async ({ page, signIn, addressOf }) => {
    if (screen.who !== null) await signIn(screen.who);
    await open(page, screen, await addressOf(screen.path), 'en');
    await inModes(page, modesOfWords, async (mode) => expectNoViolation(page, { name: `${screen.name}-en-${mode}-1440`, rules: 'all-but-colours' }));
    await page.setViewportSize(PHONE);
    await inModes(page, modesOfWords, async (mode) => expectNoViolation(page, { name: `${screen.name}-en-${mode}-360`, rules: 'all-but-colours' }));
  });
}

async function open(page: Page, screen: (typeof SCREENS)[number], address: string, language: Language): Promise<void> {
  await page.goto(`${address}?lng=${language}`);
  await expect(page.getByRole('heading', { level: 1, name: screen[language], exact: true })).toBeVisible();
  const part = PARTS[screen.name];
  if (part !== undefined) await expect(page.getByTestId(part).first()).toBeVisible();
}

async function expectNoViolation(page: Page, { name, rules }: { readonly name: string; readonly rules: RuleSet }): Promise<void> {
  if (shots !== undefined) {
    await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loaded'), null, { timeout: 6_000 }).catch((error: unknown) => console.warn(error));
    await page.screenshot({ path: `${shots}/${name}.png` });
  }
  expect(await violations(page, undefined, rules), name).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
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
  await signIn('owner');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(page.getByRole('complementary')).not.toHaveCSS('transition-duration', '0s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('complementary')).toHaveCSS('transition-duration', '0s');
});
