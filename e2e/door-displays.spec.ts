import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { SLOT_MS } from './support/desk.ts';
import { GUEST } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test(
  'a tablet gets its link on the page of the room, shows a stay without its guest, and ends with the link (DP-1, DP-3)',
  inSweep(),
  async ({ page, browser, playroom, server, signIn, expectError }) => {
    expectError(/status of 401/);
    const room = await playroom.addRoom(`태블릿 ${Date.now()}`);
    await signIn('owner');
    await page.goto(`/dashboard/room/${room.id}`);
    const panel = page.getByRole('region', { name: '문 앞 화면' });
    await panel.getByRole('button', { name: '주소 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '태블릿 주소' });
    const address = await dialog.getByLabel('태블릿에서 열 주소', { exact: true }).inputValue();
    expect(address).toMatch(new RegExp(`^${server}/d/mjd_[\\w-]{43}$`));
    await dialog.getByRole('button', { name: '닫기' }).click();

    const context = await browser.newContext({ viewport: { width: 1024, height: 600 } });
    try {
      const tablet = await context.newPage();
      await tablet.goto(address);
      const now = tablet.locator('main');
      await expect(now).toHaveAttribute('data-kind', 'FREE');
      expect(await violations(tablet)).toEqual([]);
      await tablet.setViewportSize({ width: 360, height: 640 });
      expect(await tablet.evaluate(findLayoutFaults)).toEqual([]);
      await saveShot(tablet, 'display-free-360');
      const startsAt = Date.now() - (Date.now() % SLOT_MS);
      await playroom.ask('owner', 'POST', 'reservation', {
        ...GUEST,
        roomId: room.id,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
        channel: 'WALK_IN',
      });
      // The tablet asks at once when the connection returns.
      await tablet.evaluate(() => dispatchEvent(new Event('online')));
      await expect(now).toHaveAttribute('data-kind', 'IN_USE');
      await expect(now).toContainText('In use');
      await expect(now).not.toContainText(GUEST.guestName);
      expect(await violations(tablet)).toEqual([]);
      for (const size of [
        { width: 1024, height: 600 },
        { width: 1920, height: 1200 },
        { width: 800, height: 1280 },
        { width: 360, height: 640 },
      ]) {
        await tablet.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await tablet.emulateMedia({ colorScheme });
          await saveShot(tablet, `display-${size.width}-${colorScheme}`);
        }
        expect(await tablet.evaluate(findLayoutFaults), `${size.width} × ${size.height}`).toEqual([]);
      }

      await expect(panel).toContainText('마지막 접속');
      await panel.getByRole('button', { name: '연결 해제' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '연결 해제' }).click();
      await expect(panel).toContainText('연결된 태블릿이 없어요.');
      await tablet.evaluate(() => dispatchEvent(new Event('online')));
      await expect(tablet.locator('body')).toContainText('This display is no longer connected');
    } finally {
      await context.close();
    }
  },
);
