import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { fillForm, openForm, wholeDay } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { createTaps } from './support/taps.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'ko-KR', hasOwnContext: true });

test('a guest books again from the page of a stay that is over, with at most five taps and without a code (RG-7)', async ({
  page,
  playroom,
  server,
}) => {
  await withBookingDesk(playroom, server, async (desk) => {
    await openForm(page, desk, wholeDay(page));
    await fillForm(page, desk);
    await page.getByTestId('book').tap();
    await page.waitForURL(/\/g\/mjg_/);
    const first = page.url();
    const { items } = await playroom.ask<{ items: { id: string; version: number }[] }>(
      'admin',
      'GET',
      `reservation?storeId=${desk.storeId}&limit=10`,
    );
    const [of] = items;
    await playroom.ask('admin', 'POST', `reservation/${of?.id ?? ''}/cancel`, { version: of?.version ?? 0 });
    await page.reload();

    const { tap, count, list } = createTaps();
    await tap(page.getByTestId('cancelled').getByRole('link', { name: '다시 예약하기' }));
    await page.waitForURL(/\/b\/playroom\/.*people=2/);
    await tap(wholeDay(page));
    const room = page.getByTestId('room-card');
    await expect(room).toContainText('지난번에 이용한 룸');
    await tap(room.getByRole('button').nth(3));
    const guest = page.getByTestId('book-again');
    await expect(guest).toContainText('나*험');
    await expect(page.locator('input[name=phone]')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);
    await tap(page.getByRole('checkbox'));
    await tap(page.getByTestId('book'));
    await page.waitForURL((url) => url.pathname.startsWith('/g/mjg_') && url.href !== first);
    await expect(page.getByTestId('when')).toContainText('결제 대기');
    console.log(`From the page of a stay that is over to the next one: ${count()} taps: ${list()}`);
    expect(count()).toBeLessThanOrEqual(5);
  });
});
