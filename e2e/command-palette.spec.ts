import { inModes, MODES, violations } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The command palette does everything from the keyboard (SH-5). */

const PHONE = '010-0000-4182';

test(
  'in the command palette a person opens a screen and finds a guest by the last four digits, with the keyboard alone',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    const room = await playroom.addRoom('팔레트 시험룸');
    const reservation = await playroom.book(room, dayFromNow(10), '10:00', '12:00', { guestPhone: PHONE });
    await signIn('owner');
    await page.goto('/dashboard');
    await expect(page.getByTestId('palette-button')).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByTestId('command-palette');
    await expect(palette.getByRole('combobox', { name: '화면, 예약, 출입문 찾기' })).toBeFocused();
    await page.keyboard.type('예약');
    await expect(palette.getByTestId('palette-screen').first()).toHaveText('예약 관리');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/reservation/);
    await expect(palette).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(PHONE.slice(-4));
    const found = palette.getByTestId('palette-reservation').filter({ hasText: reservation.code });
    await expect(found).toContainText('나*험');
    await expect(found).not.toContainText(PHONE);
    while ((await found.getAttribute('class'))?.includes('Mui-focused') !== true)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: '예약 상세' })).toContainText(reservation.code);
  },
);

test(
  'the command palette opens a door from any screen, and choosing the door does not open it yet',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard/system/settlement');
    await page.getByTestId('palette-button').click();
    const palette = page.getByTestId('command-palette');
    await palette.getByRole('combobox').fill('강남 현관');
    await expect(palette.getByTestId('palette-door')).toHaveCount(1);
    const orders: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/door/open')) orders.push(request.method());
    });
    await page.keyboard.press('Enter');
    const button = palette.getByRole('button', { name: /현관 열기/ });
    await expect(button).toBeFocused();
    expect(orders).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(palette.getByTestId('door-outcome')).toContainText('열렸어요');
    expect(orders).toEqual(['POST']);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  },
);

for (const language of ['kr', 'en'] as const) {
  test(
    `the command palette fits a phone and has no accessibility violation (${language})`,
    inSweep(sweepIn(language)),
    async ({ page, signIn }) => {
      await signIn('admin');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`/dashboard?lng=${language}`);
      await page.getByTestId('palette-button').click();
      const palette = page.getByTestId('command-palette');
      await expect(palette.getByTestId('palette-screen').first()).toBeVisible();
      await inModes(page, MODES, async (mode) => expect(await violations(page), mode).toEqual([]));
      await page.keyboard.type('zzzz');
      await expect(palette.getByRole('status')).toContainText(language === 'kr' ? '‘zzzz’에 맞는' : 'matches “zzzz”');
      await inModes(page, MODES, async (mode) => expect(await violations(page), mode).toEqual([]));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    },
  );
}
