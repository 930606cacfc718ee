import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test('sign-in is 420 px wide, in the middle, over a blurred picture, without a footer', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  const card = page.getByRole('main');
  await expect(card).toBeVisible();
  const box = await card.boundingBox();
  expect(box?.width).toBe(420);
  expect(Math.round((box?.x ?? 0) + 210)).toBe(720);
  const picture = page.locator('.auth-picture');
  await expect(picture).toHaveCSS('filter', /blur\(/);
  await expect(picture).toHaveCSS('background-image', /auth-background/);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('the dashboard has a main area, a header and a menu beside it', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('banner').first()).toBeVisible();
  const menu = page.getByRole('complementary');
  expect((await menu.boundingBox())?.width).toBe(300);
  await expect(menu).toHaveCSS('z-index', '1101');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(menu).toHaveCSS('transition-duration', '0.12s');
});

test('the header is 72 px high on a desktop and 64 px on a phone, and blurs what is below it by 8 px', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/dashboard');
  const header = page.locator('.header');
  await expect(header).toBeVisible();
  expect((await header.boundingBox())?.height).toBe(72);
  await expect(header).toHaveCSS('backdrop-filter', 'blur(8px)');
  await expect(header).toHaveCSS('z-index', '1100');
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect.poll(async () => (await header.boundingBox())?.height).toBe(64);
});

test(
  'the avatar opens a drawer at the right with the initial, the name, a link home and a red sign-out button',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    await page.goto('/dashboard/door');
    await expect(page.getByTestId('account-button')).toHaveText('박');
    await page.getByTestId('account-button').click();
    const drawer = page.getByRole('dialog', { name: '내 계정' });
    await expect(drawer).toBeVisible();
    await expect(page.getByTestId('account-drawer').locator('.avatar')).toHaveText('박');
    await expect(drawer.getByText('박점주', { exact: true })).toBeVisible();
    const box = await drawer.locator('.drawer-body').boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1440);
    const out = drawer.getByRole('button', { name: '로그아웃', exact: true });
    const [red = 0, green = 255, blue = 255] =
      (await out.evaluate((it) => getComputedStyle(it).backgroundColor)).match(/\d+/g)?.map(Number) ?? [];
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(80);
    await drawer.getByRole('link', { name: '홈 / 대시보드' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(drawer).toBeHidden();
  },
);

test('the sign-out button is labelled 로그아웃 in both languages', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard?lng=en');
  await page.getByRole('button', { name: 'My account' }).click();
  await expect(page.getByRole('button', { name: '로그아웃', exact: true })).toBeVisible();
});

test('a drawer closes on Escape and returns the focus', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard');
  await page.getByTestId('account-button').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '내 계정' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '내 계정' })).toBeHidden();
  await expect(page.getByTestId('account-button')).toBeFocused();
});

test('the logo leads to the start and has two sizes', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/door');
  const logo = page.getByRole('complementary').getByTestId('logo');
  await expect(logo).toHaveAttribute('href', '/');
  expect(await logo.locator('svg').boundingBox()).toMatchObject({ width: 102, height: 36 });
  await page.getByTestId('nav-toggle').click();
  await expect.poll(() => logo.locator('svg').boundingBox()).toMatchObject({ width: 40, height: 40 });
  await logo.click();
  await expect(page).toHaveURL('/dashboard');
});

test('a person with several stores chooses one, and the address contains it', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard/door');
  const picker = page.getByLabel('매장 선택');
  await expect(picker.getByRole('option')).toHaveText(['전체 매장', '강남점', '홍대점']);
  await expect(page.getByRole('heading', { level: 2, name: '홍대점' })).toBeVisible();
  await picker.selectOption({ label: '강남점' });
  await expect(page).toHaveURL(/\?store=[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 2, name: '홍대점' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: '강남점' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: '강남점' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: '홍대점' })).toHaveCount(0);
  await expect(picker).toHaveValue(/.+/);
  await page.getByRole('navigation').getByRole('link', { name: '예약 관리' }).click();
  await expect(page).toHaveURL(/reservation\?store=/);
});

test('a person with one store sees its name instead of a picker', async ({ page, signIn }) => {
  await signIn('owner2');
  await page.goto('/dashboard/door');
  await expect(page.locator('.store-name')).toHaveText('부산서면점');
  await expect(page.getByLabel('매장 선택')).toHaveCount(0);
});

test('the first Tab stop skips to the content', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '본문으로 건너뛰기' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a route that throws shows an error page with the message', async ({ page, expectError }) => {
  expectError(/Failed to (load|fetch)|dynamically imported|net::ERR/);
  await page.route('**/assets/sign-in-screen-*.js', (route) => route.abort());
  await page.goto('/auth/jwt/sign-in');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByTestId('error-detail')).toContainText('dynamically imported module');
});

test('a route that answers with a status shows the status and its text', async ({ page, expectError }) => {
  expectError(/./);
  await page.route('**/assets/sign-in-app-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "throw new Response('', { status: 503, statusText: 'Service Unavailable' });",
    }),
  );
  await page.goto('/auth/jwt/sign-in');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByTestId('error-detail')).toHaveText('503 Service Unavailable');
});

test('the application names its version, 1.0.0', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  await page.getByTestId('account-button').click();
  await expect(page.getByRole('dialog', { name: '내 계정' })).toContainText('Munjigi 1.0.0');
});
