import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('at two in the morning a franchisee opens a door on a phone with one thumb', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  await page.getByRole('dialog', { name: '메뉴' }).getByRole('link', { name: '출입문 설정' }).tap();
  const name = '8번 불암룸 문';
  await page.getByLabel('이름이나 룸으로 찾기').fill('불암');
  const card = page.getByTestId('door-card').filter({ hasText: name });
  const open = card.getByRole('button', { name: `${name} 열기` });
  const box = await open.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(48);
  expect(box?.width).toBeGreaterThan(150);
  await open.tap();
  await expect(card.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
});

test(
  'on a phone the menu is a drawer of 320 px, which closes on a tap beside it',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard');
    await expect(page.getByRole('complementary')).toBeHidden();
    await page.getByRole('button', { name: '메뉴 열기' }).tap();
    const drawer = page.getByRole('dialog', { name: '메뉴' });
    expect((await drawer.locator('.drawer-body').boundingBox())?.width).toBe(320);
    await page.touchscreen.tap(350, 400);
    await expect(drawer).toBeHidden();
  },
);

test('on a phone the device history is a list of cards that expand on a tap', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/admin/device-history');
  const row = page.getByTestId('history-row').first();
  await expect(row).toHaveCSS('display', 'grid');
  await row.tap();
  await expect(page.getByRole('dialog').getByText('제어 번호')).toBeVisible();
  expect((await page.getByRole('dialog').boundingBox())?.width).toBe(360);
});

test('on a phone the settings and the language are in the account drawer', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard');
  await page.getByTestId('account-button').tap();
  await expect(page.getByTestId('language-picker').last()).toBeVisible();
  await page.getByRole('dialog', { name: '내 계정' }).getByRole('button', { name: '화면 설정' }).tap();
  await page.getByRole('radio', { name: '밝게', exact: true }).check();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
});

test('on a phone the header has only the elements that fit', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: '메뉴 열기' })).toBeVisible();
  await expect(page.getByTestId('settings-button')).toBeHidden();
  await expect(page.locator('.header').getByTestId('language-picker')).toBeHidden();
});
