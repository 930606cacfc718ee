import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { fillForm, openForm } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';

test.use({ hasOwnContext: true });

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'ko-KR', timezoneId: 'Asia/Seoul' };

test('a guest whom head office blocks is sent to the phone of the store, and books when the block ends (RG-3, RG-4)', async ({
  page,
  signIn,
  playroom,
  server,
  browser,
}) => {
  await withBookingDesk(playroom, server, async (desk) => {
    await signIn('admin');
    await page.goto(`/dashboard/blocked-guest?store=${desk.storeId}`);
    await page.getByRole('button', { name: '이용 제한', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '손님 이용 제한' });
    await dialog.getByLabel('전화번호').fill(desk.phone);
    await dialog.getByLabel('사유').fill('컨트롤러 파손');
    await dialog.getByRole('button', { name: '제한하기' }).click();
    const row = page.getByTestId('block-row').filter({ hasText: '컨트롤러 파손' });
    await expect(row).toContainText(desk.storeName);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(findLayoutFaults)).toEqual([]);

    const phone = await browser.newContext(PHONE);
    try {
      const guest = await phone.newPage();
      await openForm(guest, desk);
      await fillForm(guest, desk);
      await guest.getByTestId('book').tap();
      const refusal = guest.getByTestId('refusal');
      await expect(refusal).toContainText('매장에 전화해 주세요');
      await expect(refusal).not.toContainText('컨트롤러');
      await expect(refusal.getByRole('link')).toHaveAttribute('href', /^tel:/);
      expect(await violations(guest)).toEqual([]);
      expect(await guest.evaluate(findLayoutFaults)).toEqual([]);

      await row.getByRole('button', { name: /제한 해제/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: '해제하기' }).click();
      await expect(row).toContainText('끝남');
      await guest.getByTestId('book').tap();
      await guest.waitForURL(/\/g\/mjg_/);
    } finally {
      await phone.close();
    }
  });
});
