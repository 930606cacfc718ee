import { expect, test } from './fixtures.ts';

test('toasts stand at the top right, 356 px wide, 12 px apart, four of them visible', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  const picker = page.locator('.header').getByTestId('language-picker');
  for (const language of ['en', 'kr', 'en', 'kr', 'en']) {
    await picker.selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'kr' ? 'ko' : 'en');
  }
  const toasts = page.locator('[data-sonner-toast]');
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(4);
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'right');
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
  await expect(async () => {
    const boxes = (await Promise.all((await page.locator('[data-sonner-toast][data-visible=true]').all()).map((toast) => toast.boundingBox())))
      .filter((box) => box !== null).sort((a, b) => a.y - b.y);
    expect(boxes).toHaveLength(4);
    expect(boxes.every((box) => Math.round(box.width) === 356)).toBe(true);
    expect(boxes.every((box) => 1440 - box.x - box.width < 40)).toBe(true);
    expect(Math.round((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0))).toBe(12);
  }).toPass({ timeout: 3_500 });
  await expect(toasts.first()).toBeVisible();
});

test('a toast leaves after 4000 ms', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  await page.locator('.header').getByTestId('language-picker').selectOption('en');
  const toast = page.getByText('Language has been changed!');
  await expect(toast).toBeVisible();
  const from = Date.now();
  await expect(toast).toBeHidden({ timeout: 9_000 });
  // Seen a little late and gone a little late on a busy machine.
  expect(Date.now() - from).toBeGreaterThan(2_500);
  expect(Date.now() - from).toBeLessThan(6_500);
});

test('the full-screen loader is 120 × 120 in the middle of the screen', async ({ page, signIn }) => {
  await signIn('admin');
  await page.route('**/api/v2/auth/me', () => new Promise<void>(() => undefined));
  await page.goto('/dashboard');
  const mark = page.getByTestId('loading-screen').locator('.loading-mark');
  await expect(mark).toBeVisible();
  expect(await mark.boundingBox()).toEqual({ x: 660, y: 390, width: 120, height: 120 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the linear progress is 4 px tall', async ({ page }) => {
  const { showComponent } = await import('./component-page.ts');
  await showComponent(page, `
    import { createRoot } from 'react-dom/client';
    import { LinearProgress } from '@/ui/route-progress.tsx';
    createRoot(document.body).render(<LinearProgress label="wait" />);`);
  const style = await page.context().request.get('/auth/jwt/sign-in').then((reply) => reply.text());
  const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(style)?.[1] ?? '';
  await page.addStyleTag({ url: sheet });
  await expect(page.getByRole('progressbar', { name: 'wait' })).toHaveCSS('height', '4px');
});

test('while doors and history are read, skeletons of the final size stand in their place', async ({ page, signIn }) => {
  await signIn('admin');
  await page.route(/\/api\/v2\/playroom\/(door|device-control\/history)\?/, () => new Promise<void>(() => undefined));
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('doors-loading')).toBeVisible();
  await page.goto('/dashboard/admin/device-history');
  await expect(page.getByTestId('history-loading')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
