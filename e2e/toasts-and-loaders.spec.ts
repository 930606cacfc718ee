import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests stop the clock of their pages.
test.use({ hasOwnContext: true });

/**
 * Replaces the clock that the timers of toasts use. It stands still until a test advances it, so that a slow machine
 * loses no toast.
 */
async function stopTheClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
}

test(
  'toasts are at the top right, 356 px wide, 12 px apart, with at most four visible',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await stopTheClock(page);
    const picker = page.locator('.header').getByTestId('language-picker');
    const visible = page.locator('[data-sonner-toast][data-visible=true]');
    for (const [index, language] of ['en', 'kr', 'en', 'kr', 'en'].entries()) {
      await picker.selectOption(language);
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'kr' ? 'ko' : 'en');
      await expect(async () => {
        await page.clock.runFor(20);
        expect(await visible.count()).toBe(Math.min(index + 1, 4));
      }).toPass();
    }
    await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'right');
    await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
    await expect(async () => {
      const boxes = (await Promise.all((await visible.all()).map((toast) => toast.boundingBox())))
        .filter((box) => box !== null)
        .sort((a, b) => a.y - b.y);
      expect(boxes).toHaveLength(4);
      expect(boxes.every((box) => Math.round(box.width) === 356)).toBe(true);
      expect(boxes.every((box) => 1440 - box.x - box.width < 40)).toBe(true);
      expect(Math.round((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0))).toBe(12);
    }).toPass();
  },
);

test('a toast closes after 4000 ms and lets clicks through meanwhile', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await stopTheClock(page);
  await page.locator('.header').getByTestId('language-picker').selectOption('en');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Language has been changed!' });
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(toast).toHaveCSS('pointer-events', 'none');
  await page.clock.runFor(3_500);
  await expect(toast).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(600);
    await expect(toast).toHaveCount(0, { timeout: 300 });
  }).toPass();
});

test('the full-screen loader is 120 × 120 px in the middle of the screen', async ({ page, signIn }) => {
  await signIn('admin');
  await page.route('**/api/v2/auth/me', () => new Promise<void>(() => undefined));
  await page.goto('/dashboard');
  const mark = page.getByTestId('loading-screen').locator('.loading-mark');
  await expect(mark).toBeVisible();
  expect(await mark.boundingBox()).toEqual({ x: 660, y: 390, width: 120, height: 120 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the linear progress bar is 4 px high', async ({ page }) => {
  const { showComponent } = await import('./support/component-page.ts');
  await showComponent(
    page,
    `
    import { createRoot } from 'react-dom/client';
    import { LinearProgress } from '@/ui/states/route-progress.tsx';
    createRoot(document.body).render(<LinearProgress label="wait" />);`,
  );
  const style = await page
    .context()
    .request.get('/auth/jwt/sign-in')
    .then((reply) => reply.text());
  const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(style)?.[1] ?? '';
  await page.addStyleTag({ url: sheet });
  await expect(page.getByRole('progressbar', { name: 'wait' })).toHaveCSS('height', '4px');
});

test(
  'while doors and history load, skeletons of the final size take their place',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.route(/\/api\/v2\/playroom\/(door|device-control\/history)\?/, () => new Promise<void>(() => undefined));
    await page.goto('/dashboard/door');
    await expect(page.getByTestId('doors-loading')).toBeVisible();
    await page.goto('/dashboard/admin/device-history');
    await expect(page.getByTestId('history-loading')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
