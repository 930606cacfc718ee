import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const DEFAULTS = {
  colorScheme: 'dark',
  direction: 'ltr',
  contrast: 'default',
  navLayout: 'vertical',
  primaryColor: 'default',
  navColor: 'integrate',
  compactLayout: true,
  fontFamily: 'Public Sans Variable',
};
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('app-settings') ?? 'null') as unknown);

async function choose(page: Page, setting: string, label: string): Promise<void> {
  await page
    .getByTestId('settings-drawer')
    .locator(`[data-setting=${setting}]`)
    .getByRole('radio', { name: label, exact: true })
    .check();
}

test('the settings are stored under app-settings with the defaults of the reference', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(page)).toEqual(DEFAULTS);
});

test('every setting applies at once and is stored', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  await page.getByTestId('settings-button').click();
  const root = page.locator('html');
  await choose(page, 'colorScheme', '밝게');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  await choose(page, 'contrast', '높게');
  await expect(root).toHaveAttribute('data-contrast', 'high');
  await choose(page, 'primaryColor', '파랑');
  await expect(root).toHaveAttribute('data-accent', 'blue');
  await choose(page, 'navLayout', '작게');
  await expect(page.getByRole('complementary', { includeHidden: true })).toHaveCSS('width', '88px');
  await choose(page, 'navColor', '어둡게 구분');
  await expect(page.locator('.sidebar')).toHaveAttribute('data-color-scheme', 'dark');
  await choose(page, 'compactLayout', '넓게');
  await expect(page.locator('main')).toHaveAttribute('data-compact', 'false');
  await choose(page, 'direction', '오른쪽에서');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await choose(page, 'fontFamily', 'Barlow');
  await expect(root).toHaveCSS('font-family', /^Barlow/);
  const changed = {
    colorScheme: 'light',
    contrast: 'high',
    primaryColor: 'blue',
    navLayout: 'mini',
    navColor: 'apparent',
    compactLayout: false,
    direction: 'rtl',
    fontFamily: 'Barlow',
  };
  expect(await stored(page)).toEqual(changed);
  await page.reload();
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  await page.getByTestId('settings-button').click();
  await page.getByRole('button', { name: '기본값으로' }).click();
  expect(await stored(page)).toEqual(DEFAULTS);
});

test('the storage keys mode and theme-mode follow the chosen colour scheme', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
  const modes = () => page.evaluate(() => [localStorage.getItem('mode'), localStorage.getItem('theme-mode')]);
  expect(await modes()).toEqual(['dark', 'dark']);
  await page.getByTestId('settings-button').click();
  await choose(page, 'colorScheme', '밝게');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
  await expect.poll(modes).toEqual(['light', 'light']);
});

test('without readable settings the theme layer’s own default, light, applies', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('app-settings', '{broken'));
  await page.goto('/auth/jwt/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
});

test('the wrong colour mode never flashes: the page is dark before any code of the application runs', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/auth/jwt/sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 22, 28)');
});

test('the dark and light modes colour the whole screen', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  for (const [mode, background] of [
    ['dark', 'rgb(18, 22, 28)'],
    ['light', 'rgb(247, 248, 250)'],
  ] as const) {
    await page.addInitScript(
      (colorScheme) => localStorage.setItem('app-settings', JSON.stringify({ colorScheme })),
      mode,
    );
    await page.goto('/dashboard/door');
    await expect(page.getByTestId('door-card').first()).toBeVisible();
    await expect(page.locator('.shell')).toHaveCSS('background-color', background);
    await expect(page.locator('html')).toHaveCSS('color-scheme', mode);
  }
});

test('a right-to-left page mirrors the menu and the styles', inSweep(), async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('app-settings', JSON.stringify({ direction: 'rtl' })));
  await signIn('admin');
  await page.goto('/dashboard/door');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
  expect((await page.getByRole('complementary').boundingBox())?.x).toBe(1140);
  // The styles of MUI are mirrored as well: the icon is to the right of its text.
  const margins = await page
    .getByTestId('door-card')
    .filter({ hasText: '1번 한강룸 문' })
    .first()
    .locator('.MuiButton-startIcon')
    .first()
    .evaluate((icon) => [getComputedStyle(icon).marginLeft, getComputedStyle(icon).marginRight]);
  expect(margins).toEqual(['8px', '-4px']);
});

test('the primary colour is the orange of the reference, with legible text on it', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  const button = page.getByRole('button', { name: '로그인' });
  await expect(button).toHaveCSS('background-color', 'rgb(244, 124, 44)');
  await expect(button).toHaveCSS('color', 'rgb(29, 15, 5)');
});

test('texts use Public Sans Variable and headings Barlow, both served by this server', async ({ page, signIn }) => {
  const fonts: string[] = [];
  page.on('response', (response) => {
    if (/\.woff2?$/.test(response.url())) fonts.push(response.url());
  });
  await signIn('admin');
  await page.goto('/dashboard?lng=en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Barlow/);
  await expect(page.locator('html')).toHaveCSS('font-family', /^"Public Sans Variable"/);
  await expect
    .poll(
      () =>
        page.evaluate(() =>
          [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('"', '')),
        ),
      { timeout: 15_000 },
    )
    .toEqual(expect.arrayContaining(['Public Sans Variable', 'Barlow']));
  expect(fonts.every((url) => new URL(url).origin === new URL(page.url()).origin)).toBe(true);
});

test('the unit of spacing is 8 px and corners have a radius of 8 px', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard/door');
  const card = page.getByTestId('door-card').first();
  await expect(card).toHaveCSS('border-radius', '8px');
  await expect(card).toHaveCSS('padding', '16px');
  await expect(page.getByRole('complementary').getByRole('link', { name: '출입문 설정' })).toHaveCSS(
    'border-radius',
    '8px',
  );
});

test('the layout changes at the breakpoints 600, 900, 1200 and 1536', inSweep(), async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('app-settings', JSON.stringify({ navLayout: 'horizontal' })));
  await signIn('admin');
  await page.goto('/dashboard/admin/device-history');
  await expect(page.getByTestId('history-row').first()).toBeVisible();
  const header = page.locator('.header');
  const measureHeader = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return {
      padding: await header.evaluate((it) => getComputedStyle(it).paddingLeft),
      row: await page
        .getByTestId('history-row')
        .first()
        .evaluate((it) => getComputedStyle(it).display),
      icon: await page.locator('.nav-horizontal .nav-item .icon').first().isVisible(),
    };
  };
  expect(await measureHeader(599)).toEqual({ padding: '12px', row: 'grid', icon: false });
  expect(await measureHeader(600)).toEqual({ padding: '20px', row: 'grid', icon: false });
  expect(await measureHeader(899)).toEqual({ padding: '20px', row: 'grid', icon: false });
  expect(await measureHeader(900)).toEqual({ padding: '20px', row: 'table-row', icon: false });
  expect(await measureHeader(1199)).toEqual({ padding: '20px', row: 'table-row', icon: false });
  expect(await measureHeader(1200)).toEqual({ padding: '40px', row: 'table-row', icon: false });
  expect(await measureHeader(1535)).toEqual({ padding: '40px', row: 'table-row', icon: false });
  expect(await measureHeader(1536)).toEqual({ padding: '40px', row: 'table-row', icon: true });
});
