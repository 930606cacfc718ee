import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/** Makes the server answer with valid figures that a card cannot render. */
async function breakFigures(page: Page): Promise<() => Promise<void>> {
  const isFigures = (url: URL) => url.pathname.endsWith('/overview') && url.pathname.startsWith('/api/');
  await page.route(isFigures, (route) => route.fulfill({ json: { stores: [{ storeId: null }] } }));
  return () => page.unroute(isFigures);
}

for (const lng of ['kr', 'en'] as const) {
  test(
    `a card that throws leaves the doors and the bell working: a door opens and a payment still rings (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, playroom, signIn, expectError }) => {
      expectError(/Screen failure/);
      await page.setViewportSize({ width: 360, height: 740 });
      await signIn('owner');
      const mend = await breakFigures(page);
      await page.goto(`/dashboard?store=${playroom.storeId}&lng=${lng}`);
      // The card of the figures, and the lines about money that come from them.
      const failure = page.getByTestId('failure');
      await expect(failure).toHaveCount(2);
      await expect(failure.first()).toContainText(lng === 'kr' ? '표시하지 못했어요' : 'could not be shown');
      await expect(page.getByTestId('overview-store')).toBeVisible();
      await expectAccessible(page, { what: 'the dashboard with a failed card', modes: MODES });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

      const line = page.getByTestId('door-strip').getByTestId('door-line').filter({ hasText: '현관' });
      await line.getByRole('button').click();
      await expect(line.getByTestId('door-outcome')).not.toBeEmpty();
      await expect(failure.first()).toBeVisible();

      await playroom.letPaymentsRing();
      const count = page.getByTestId('unconfirmed-count');
      const before = (await count.count()) === 0 ? '0' : await count.textContent();
      const room = await playroom.addRoom(`실패 시험룸 ${lng}`);
      const reservation = await playroom.book(room, dayFromNow(15), '10:00', '12:00');
      await playroom.ask('owner', 'POST', 'payment', { reservationId: reservation.id, method: 'CASH', amount: 1000 });
      if (before !== '99+') await expect(count).not.toHaveText(before ?? '');

      await mend();
      const retry = failure.getByRole('button', { name: lng === 'kr' ? '다시 시도' : 'Try again' });
      await retry.first().click();
      await expect(failure).toHaveCount(1);
      await retry.click();
      await expect(page.getByTestId('overview-figures')).toBeVisible();
      await expect(failure).toHaveCount(0);
    },
  );
}

test(
  'a screen whose code cannot load after a deployment says so inside the shell and offers a reload',
  inSweep(),
  async ({ page, signIn, expectError }) => {
    expectError(/Screen failure|Failed to (load|fetch)|dynamically imported|net::ERR/);
    await signIn('admin');
    await page.goto('/dashboard');
    await expect(page.getByTestId('notification-bell')).toBeVisible();
    await page.route('**/assets/audit-page-*.js', (route) => route.abort());
    await page.goto('/dashboard/system/audit');
    const failure = page.getByTestId('failure');
    await expect(failure).toContainText('새 버전이 설치됐거나');
    await expect(page.getByTestId('notification-bell')).toBeVisible();
    await page.unroute('**/assets/audit-page-*.js');
    await failure.getByRole('button', { name: '새로 고침' }).click();
    await expect(page.getByTestId('failure')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
