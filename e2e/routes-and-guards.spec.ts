import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { ROOM_ID, SCREENS } from './support/screens/screens.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test('the path / leads to the dashboard', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: '대시보드' })).toBeVisible();
});

test('every route of the reference has its screen', inSweep(), async ({ page, signIn, addressOf }) => {
  await signIn('owner');
  for (const { path, kr } of SCREENS.filter(({ who }) => who === 'owner' || who === 'admin')) {
    const address = await addressOf(path);
    await page.goto(address);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: kr, exact: true })).toBeVisible();
    await expect(page.getByTestId('no-permission')).toHaveCount(0);
  }
});

test('an unknown path redirects to /404', async ({ page, signIn }) => {
  for (const path of ['/nowhere', '/auth/jwt/else', '/auth']) {
    await page.goto(path);
    await expect(page).toHaveURL('/404');
    await expect(page.getByRole('heading', { name: '페이지를 찾을 수 없어요' })).toBeVisible();
  }
  await signIn('admin');
  await page.goto('/dashboard/nowhere');
  await expect(page).toHaveURL('/404');
});

test('the not-found page leads back to the start', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/404');
  await page.getByRole('link', { name: '처음으로' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor is sent to sign-in with the way back in returnTo', async ({ page }) => {
  for (const screen of SCREENS.filter(({ who }) => who !== null)) {
    const path = screen.path.replace(ROOM_ID, '7');
    await goInside(page, path);
    await expect(page).toHaveURL(`/auth/jwt/sign-in?returnTo=${encodeURIComponent(path)}`);
  }
  await page.goto('/dashboard/door?show=open');
  await expect(page).toHaveURL(`/auth/jwt/sign-in?returnTo=${encodeURIComponent('/dashboard/door?show=open')}`);
});

test('an address that follows before the code of sign-in has loaded leads to sign-in with the way to it', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/sign-in-app-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/sign-in\?returnTo=%2Fdashboard$/);
  await goInside(page, '/dashboard/room');
  release();
  await expect(page).toHaveURL(/sign-in\?returnTo=%2Fdashboard%2Froom$/);
  await expect(page.getByLabel('이메일')).toBeVisible();
});

test('the guard of routes replaces the location, so that going back does not lead into it again', async ({ page }) => {
  await page.goto('/404');
  await page.goto('/dashboard/door');
  await expect(page).toHaveURL(/sign-in\?returnTo/);
  await page.goBack();
  await expect(page).toHaveURL('/404');
});

test('a full-screen loader shows while the session is being read', async ({ page, signIn }) => {
  await signIn('admin');
  let answer: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v2/auth/me', async (route) => {
    await requested;
    await route.continue();
  });
  for (const path of ['/dashboard', '/auth/jwt/sign-in']) {
    await page.goto(path);
    const loader = page.getByTestId('loading-screen');
    await expect(loader).toBeVisible();
    expect(await loader.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(page.getByRole('main')).toHaveCount(0);
    if (path === '/dashboard') continue;
    answer();
    await expect(page).toHaveURL('/dashboard');
  }
});

test('a signed-in person does not see sign-in, but the address in returnTo', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/auth/jwt/sign-in');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/auth/jwt/sign-in?returnTo=${encodeURIComponent('/dashboard/door?show=open')}`);
  await expect(page).toHaveURL('/dashboard/door?show=open');
  await page.goto('/auth/jwt/sign-up');
  await expect(page).toHaveURL('/dashboard');
});

test('returnTo never leads out of the application', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  for (const evil of ['//evil.test', 'https://evil.test/', 'javascript:alert(1)', '/\\evil.test', '/\t/evil.test']) {
    await page.goto(`/auth/jwt/sign-in?returnTo=${encodeURIComponent(evil)}`);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('sign-up requests the data of an account and leads back to sign-in', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  await page.getByRole('link', { name: '가입 신청' }).click();
  await expect(page).toHaveURL('/auth/jwt/sign-up');
  await expect(page.getByRole('heading', { name: '가입 신청' })).toBeVisible();
  for (const label of ['이름', '이메일', '전화번호', '매장 이름', '비밀번호'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '로그인' }).click();
  await expect(page).toHaveURL('/auth/jwt/sign-in');
});

test('the page returns to its top on every path change', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.getByRole('navigation').getByRole('link', { name: '기기 제어 조회' }).click();
  await expect(page.getByTestId('history-row').first()).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a thin bar at the top shows while a route loads', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/doors-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const bar = page.getByTestId('route-progress');
  await expect(bar).toHaveAttribute('data-active', 'false');
  await page.getByRole('navigation').getByRole('link', { name: '출입문 설정' }).click();
  await expect(bar).toHaveAttribute('data-active', 'true');
  await expect(bar).toHaveCSS('opacity', '1');
  const box = await bar.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 1440 });
  expect(box?.height).toBeLessThanOrEqual(4);
  release();
  await expect(page).toHaveURL('/dashboard/door');
  await expect(bar).toHaveAttribute('data-active', 'false');
});

test('sign-in and the not-found page load on demand', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/404');
  await expect(page.getByRole('heading', { name: '페이지를 찾을 수 없어요' })).toBeVisible();
  expect(scripts.some((path) => /\/assets\/not-found-page/.test(path))).toBe(true);
  expect(scripts.filter((path) => /\/assets\/(accounts|dashboard|doors-page)/.test(path))).toEqual([]);
  await page.goto('/auth/jwt/sign-in');
  await expect(page.getByTestId('sign-in-form')).toBeVisible();
  expect(scripts.some((path) => /\/assets\/sign-in-screen/.test(path))).toBe(true);
});

test.describe('the loader while a page loads on demand', () => {
  test.use({ hasOwnContext: true });

  for (const { address, chunk } of [
    { address: '/404', chunk: 'not-found-page' },
    { address: '/nowhere', chunk: 'not-found-page' },
    { address: '/auth/jwt/sign-up', chunk: 'visitor-pages' },
  ]) {
    test(
      `while a page loads on demand the loader shows at once on ${address}`,
      inSweep(ANY_WIDTH),
      async ({ page }) => {
        const release = await delayChunk(page, chunk);
        await page.goto(address, { waitUntil: 'commit' });
        const loader = page.locator('.loading-mark');
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        // A redirect renders the loader again.
        await expect
          .poll(() => loader.boundingBox())
          .toEqual({ x: (width - 120) / 2, y: (height - 120) / 2, width: 120, height: 120 });
        await expect(page.getByRole('progressbar', { name: /문지기|불러오는 중/ })).toBeVisible();
        release();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(loader).toHaveCount(0);
      },
    );
  }

  test('sign-in shows the heading of its form in place of a loader', async ({ page }) => {
    const release = await delayChunk(page, 'sign-in-screen');
    await page.goto('/auth/jwt/sign-in', { waitUntil: 'commit' });
    await expect(page.locator('.auth-card-early')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: '로그인' })).toBeVisible();
    await expect(page.getByTestId('sign-in-form')).toHaveCount(0);
    release();
    await expect(page.getByTestId('sign-in-form')).toBeVisible();
  });
});

/** Holds back the replies for a code file until the returned function is called. */
async function delayChunk(page: Page, chunk: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
