import type { Page } from '@playwright/test';
import { startVirtualIdentity } from '@munjigi/virtual-providers';
import { violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { fillForm, openForm, wholeDay } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import type { Playroom } from './support/playroom.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'ko-KR', hasOwnContext: true });

/** The booking before the check, which the browser writes to its console. */
const REFUSED = /409 \(Conflict\).*\/reservation\)/;
const SECRET = 'identity-of-a-browser-test';

/** Connects the demo chain to a provider of identity checks of this test, and makes the room of the desk one for adults. */
async function withAdultsOnly(playroom: Playroom, desk: BookingDesk, work: () => Promise<void>): Promise<void> {
  const identity = await startVirtualIdentity({ apiSecret: SECRET });
  const { provider } = await playroom.ask<{ provider: { version: number } | null }>(
    'admin',
    'GET',
    'identity-provider',
  );
  await playroom.ask('admin', 'POST', 'identity-provider', {
    baseUrl: identity.url,
    channelKey: 'channel-key-test',
    merchantId: 'test',
    apiSecret: SECRET,
    ...(provider !== null && { version: provider.version }),
  });
  await playroom.ask('admin', 'POST', `store/${desk.storeId}/age-rules`, {
    rules: [
      {
        roomIds: [desk.roomId],
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        fromTime: '00:00',
        toTime: '00:00',
        basis: 'YOUTH_ACT',
        note: '',
      },
    ],
    checkMonths: 12,
    version: 0,
  });
  try {
    await work();
  } finally {
    await identity.close();
  }
}

/** Does the identity check in its window as a person with this date of birth. */
async function checkInWindow(page: Page, phone: string, birthDate: string): Promise<void> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByTestId('age-check').getByRole('button', { name: '본인확인 하기' }).tap(),
  ]);
  await opened.locator('input[name=phone]').fill(phone);
  await opened.locator('input[name=birthDate]').fill(birthDate);
  await opened.getByRole('button', { name: '확인하기' }).click();
  await expect(opened.getByText('끝났습니다')).toBeVisible();
  await opened.close();
}

test('an adult books a room for adults after one check, and again without one (AG-3, AG-5)', async ({
  page,
  playroom,
  server,
  errors,
}) => {
  errors.patterns.push(REFUSED);
  await withBookingDesk(playroom, server, (desk) =>
    withAdultsOnly(playroom, desk, async () => {
      await openForm(page, desk, wholeDay(page));
      await expect(page.getByTestId('adults-only')).toContainText('성인만 이용할 수 있는');
      await fillForm(page, desk);
      await page.getByTestId('book').tap();
      const check = page.getByTestId('age-check');
      await expect(check).toContainText('성인만 이용할 수 있는');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);

      // A minor reads nothing about age, and cannot book.
      await checkInWindow(page, desk.phone, `${new Date().getFullYear() - 15}-03-01`);
      await expect(page.getByTestId('age-fault')).toContainText('예약할 수 없어요');
      await expect(check.getByRole('button')).toHaveCount(0);

      await page.getByTestId('book').tap();
      await expect(check.getByRole('button', { name: '본인확인 하기' })).toBeVisible();
      await checkInWindow(page, desk.phone, '1990-05-05');
      await page.waitForURL(/\/g\/mjg_/);
      await expect(page.getByTestId('when')).toContainText('결제 대기');
      await expect(page.getByTestId('age-check')).toHaveCount(0);

      await openForm(page, desk, wholeDay(page));
      const before = await desk.readCode();
      await page.locator('.send-code').tap();
      await expect(async () => expect(await desk.readCode()).not.toBe(before)).toPass();
      await page.locator('input[name=code]').fill(await desk.readCode());
      await page.getByRole('checkbox').tap();
      await page.getByTestId('book').tap();
      await page.waitForURL(/\/g\/mjg_/);
    }),
  );
});

test('a guest without a Korean phone of their own is confirmed by staff who see a document (AG-9, AG-10)', async ({
  page,
  browser,
  signIn,
  playroom,
  server,
  errors,
}) => {
  errors.patterns.push(REFUSED);
  await withBookingDesk(playroom, server, (desk) =>
    withAdultsOnly(playroom, desk, async () => {
      await openForm(page, desk, wholeDay(page));
      await fillForm(page, desk);
      await page.getByTestId('book').tap();
      await page.getByTestId('age-check').getByRole('button', { name: '신분증으로 확인하기' }).tap();
      await page.waitForURL(/\/g\/mjg_/);
      const ofGuest = page.getByTestId('age-check');
      await expect(ofGuest).toContainText('매장에 신분증 확인을 요청했어요');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);

      const { items } = await playroom.ask<{ items: { id: string }[] }>(
        'admin',
        'GET',
        `reservation?storeId=${desk.storeId}&limit=10`,
      );
      const context = await browser.newContext({ locale: 'ko-KR' });
      try {
        await signIn('admin', context);
        const staff = await context.newPage();
        await staff.goto(`/dashboard/reservation?store=${desk.storeId}&reservation=${items[0]?.id ?? ''}`);
        const lines = staff.getByTestId('age-check');
        await expect(lines).toContainText('성인 확인 전');
        await lines.getByRole('button', { name: '신분증 확인' }).click();
        const dialog = staff.getByRole('dialog', { name: '신분증으로 성인 확인' });
        await dialog.getByLabel('확인한 신분증').selectOption('PASSPORT');
        await dialog.getByLabel('확인한 방법').fill('영상 통화로 여권 확인');
        expect(await violations(staff)).toEqual([]);
        await dialog.getByRole('button', { name: '성인으로 확인' }).click();
        await expect(lines).toContainText('여권 확인');
      } finally {
        await context.close();
      }
      await page.reload();
      await expect(page.getByTestId('when')).toBeVisible();
      await expect(ofGuest).toHaveCount(0);
    }),
  );
});

/** The check-in of an unchecked guest, which the browser writes to its console. */
const UNCHECKED = /409 \(Conflict\).*\/check-in\)/;
const SLOT_MS = 30 * 60_000;

test('staff read before they act that a guest gets no code, and check them in with a document (AG-12, AG-13)', async ({
  browser,
  signIn,
  playroom,
  server,
  errors,
}) => {
  errors.patterns.push(UNCHECKED);
  await withBookingDesk(playroom, server, (desk) =>
    withAdultsOnly(playroom, desk, async () => {
      const startsAt = (Math.ceil(Date.now() / SLOT_MS) + 1) * SLOT_MS;
      const { id } = await playroom.ask<{ id: string }>('admin', 'POST', 'reservation', {
        roomId: desk.roomId,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
        guestName: '나손님',
        guestPhone: desk.phone,
        headCount: 2,
      });
      const context = await browser.newContext({ locale: 'ko-KR' });
      try {
        await signIn('admin', context);
        const staff = await context.newPage();
        await staff.goto(`/dashboard/reservation?store=${desk.storeId}&reservation=${id}`);
        const drawer = staff.getByRole('dialog');
        await drawer.getByRole('button', { name: '연장', exact: true }).click();
        await expect(drawer.getByTestId('age-notice')).toContainText('확인할 때까지 출입 코드가 나오지 않아요');
        await drawer.getByRole('button', { name: '체크인' }).click();
        const dialog = staff.getByRole('dialog', { name: '성인 확인 전 체크인' });
        await dialog.getByLabel('확인한 신분증').selectOption('PASSPORT');
        await dialog.getByLabel('확인한 방법').fill('매장에서 봄');
        expect(await violations(staff)).toEqual([]);
        await dialog.getByRole('button', { name: '체크인' }).click();
        await expect(staff.getByTestId('age-check')).toContainText('여권 확인');
        const { state } = await playroom.ask<{ state: string }>('admin', 'GET', `reservation/${id}`);
        expect(state).toBe('IN_USE');
      } finally {
        await context.close();
      }
    }),
  );
});
