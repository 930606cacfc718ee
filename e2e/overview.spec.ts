import type { StoreOverviews } from '@munjigi/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { dayFromNow, GUEST } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const SLOT_MS = 1_800_000;
const tile = (page: Page, name: string) => page.locator(`[data-figure=${name}] dd`).first();
const won = (text: string | null) => Number((text ?? '').replaceAll(/[^\d]/g, ''));

test('a payment appears on the dashboard within moments, without a reload (OV-1, OV-3)', async ({
  page,
  playroom,
  signIn,
}) => {
  await signIn('owner');
  const room = await playroom.addRoom('오늘 시험룸');
  const reservation = await playroom.book(room, dayFromNow(14), '10:00', '12:00');
  await page.goto(`/dashboard?store=${playroom.storeId}`);
  await expect(tile(page, 'sales')).toBeVisible();
  const shown = async () => won(await tile(page, 'sales').textContent());
  const recorded = async () => {
    const { stores } = await playroom.ask<StoreOverviews>('owner', 'GET', `overview?storeId=${playroom.storeId}`);
    return Math.abs(stores[0]?.today.netAmount ?? Number.NaN);
  };
  const paid = { reservationId: reservation.id, method: 'CASH', amount: 1234 };
  await playroom.ask('owner', 'POST', 'payment', paid);
  // Other tests pay and refund in this store at the same time, so the figure is compared with what is recorded now.
  await expect.poll(async () => (await shown()) - (await recorded())).toBe(0);
});

for (const lng of ['kr', 'en'] as const) {
  test(
    `the dashboard of one store opens its doors, is accessible, and fits a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, playroom, signIn }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await signIn('owner');
      await page.goto(`/dashboard?store=${playroom.storeId}&lng=${lng}`);
      const strip = page.getByTestId('door-strip');
      await expect(strip.getByTestId('door-line').first()).toBeVisible();
      await expectAccessible(page, { what: 'the dashboard of a store', modes: MODES });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const line = strip.getByTestId('door-line').filter({ hasText: '현관' });
      await line.getByRole('button').click();
      await expect(line.getByTestId('door-outcome')).not.toBeEmpty();
    },
  );
}

test(
  'the overview that a person comes back to stays while the texts of the coming guests arrive',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    const { id: roomId } = await playroom.addRoom('늦은 글 시험룸');
    const startsAt = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS;
    await playroom.ask('owner', 'POST', 'reservation', {
      roomId,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
      ...GUEST,
    });
    // Head office has these texts already, for the badge of sign-ups.
    await signIn('owner');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // Before the page is opened, because texts may be fetched ahead.
    await page.route('**/assets/tasks-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const requested = page.waitForRequest('**/assets/tasks-*.js');
    await page.goto('/dashboard/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await goInside(page, '/dashboard');
    await requested;
    await expect(page.getByTestId('overview-figures')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: '대시보드' })).toBeVisible();
    await expect(page.getByTestId('overview-coming')).toBeHidden();
    release();
    await expect(page.getByTestId('overview-coming')).toBeVisible();
  },
);
