import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk } from './support/booking-desk.ts';
import { freeDay, freeTime } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { saveShot } from './support/shots.ts';

/**
 * What an examiner of a card company looks for (SE-1 to SE-5). With SCREENS_DIR it draws the pictures of
 * docs/card-review.md.
 */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, hasOwnContext: true });

const SLOT_MS = 10 * 60_000;

async function expectNoFaults(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

test('a store sells online only with its seller, and guests see the seller on every step', async ({
  page,
  playroom,
  server,
  signIn,
  expectError,
}) => {
  expectError(/status of 409.*\/seller\)/);
  await withBookingDesk(playroom, server, async (desk) => {
    await signIn('admin');
    await page.goto(`/dashboard/store?store=${desk.storeId}&tab=seller`);
    await expect(page.getByLabel('상호')).toHaveValue(desk.storeName);
    await expect(page.getByText('온라인 예약에 필요한 판매자 정보가 모두 있어요.')).toBeVisible();
    await saveShot(page, 'card-review-seller-settings');

    // The registration of an open store stays: without it the save is refused and says what is missing.
    await page.getByLabel('통신판매업 신고번호').fill('');
    await page.getByRole('button', { name: '저장' }).tap();
    await expect(page.getByText('온라인 예약에 필요한 판매자 정보가 빠져 있어요.')).toBeVisible();
    await page.getByLabel('통신판매업 신고번호').fill('제 2026-서울강남-09999 호');
    await page.getByRole('button', { name: '저장' }).tap();
    await expect(page.getByLabel('통신판매업 신고번호')).toHaveValue('2026-서울강남-09999');
    await expectNoFaults(page);

    await page.goto(desk.path);
    const seller = page.getByTestId('seller');
    for (const fact of [
      desk.storeName,
      '김대표',
      '120-81-47521',
      '2026-서울강남-09999',
      '02-555-0152',
      'booking@seller.example',
    ])
      await expect(seller).toContainText(fact);
    await expect(seller.getByRole('link', { name: '사업자정보 확인' })).toHaveAttribute(
      'href',
      'https://www.ftc.go.kr/bizCommPop.do?wrkr_no=1208147521',
    );
    await saveShot(page, 'card-review-booking-page');
    await freeDay(page).tap();
    await freeTime(page).tap();
    await expect(page.getByTestId('booking-form')).toBeVisible();
    await expect(page.getByTestId('refunds')).toBeVisible();
    await expect(seller).toContainText('120-81-47521');
    await expectNoFaults(page);
    await saveShot(page, 'card-review-booking-form');

    const policy = page.waitForEvent('popup');
    await seller.getByRole('link', { name: '개인정보 처리방침' }).tap();
    const opened = await policy;
    await expect(opened.getByRole('heading', { level: 1, name: '개인정보 처리방침' })).toBeVisible();
    await expect(opened.getByRole('heading', { name: /개인정보 보호책임자/ })).toBeVisible();
    await saveShot(opened, 'card-review-privacy-policy');
    expect(await violations(opened)).toEqual([]);
    await opened.getByRole('link', { name: 'English' }).tap();
    await expect(opened.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    await opened.close();
  });
});

test('a guest sees who sells before they pay for a reservation', async ({ page, playroom, server }) => {
  await withBookingDesk(playroom, server, async (desk) => {
    const startsAt = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS + 24 * 3600_000;
    const { id } = await playroom.ask<{ id: string }>('admin', 'POST', 'reservation', {
      roomId: desk.roomId,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 6 * SLOT_MS).toISOString(),
      headCount: 2,
      guestName: '나시험',
      guestPhone: desk.phone,
      state: 'PENDING',
    });
    await page.goto(await issueLink(playroom, id, 'admin'));
    await expect(page.getByTestId('when')).toContainText('결제 대기');
    const seller = page.getByTestId('seller');
    for (const fact of [desk.storeName, '김대표', '120-81-47521', '2026-서울강남-01520'])
      await expect(seller).toContainText(fact);
    await expect(seller.getByRole('link', { name: '개인정보 처리방침' })).toHaveAttribute(
      'href',
      /\/b\/playroom\/privacy/,
    );
    await expectNoFaults(page);
    await saveShot(page, 'card-review-guest-page');
  });
});

test('the page of a chain leads to its stores, the nearest first, and says what is free now', async ({
  page,
  context,
  playroom,
  server,
}) => {
  await context.grantPermissions(['geolocation'], { origin: new URL(server).origin });
  await context.setGeolocation({ latitude: 37.5, longitude: 127.03 });
  await withBookingDesk(playroom, server, async (desk) => {
    const store = page.locator(`[data-store="${desk.storeId}"]`);
    // All guests share one list for five seconds.
    await expect(async () => {
      await page.goto('/b/playroom');
      await expect(store).toHaveCount(1, { timeout: 500 });
    }).toPass({ timeout: 15_000 });
    await expect(store.getByRole('heading')).toContainText(desk.storeName);
    await store.scrollIntoViewIfNeeded();
    await expect(store.locator('[data-now]')).toHaveText('지금 바로 이용할 수 있어요');
    await page.getByRole('button', { name: '가까운 매장부터 보기' }).tap();
    // The demo's store in Gangnam is the nearest one with a place; stores without one come last.
    await expect(page.locator('[data-store]').first().getByRole('heading')).toContainText('강남점');
    await expect(page.locator('[data-store]').first().locator('[data-far]')).toHaveText('0.6km');
    await expectNoFaults(page);
    await saveShot(page, 'card-review-chain');
    await store.getByRole('link', { name: new RegExp(desk.storeName) }).tap();
    await expect(page.getByTestId('store-head')).toContainText(desk.storeName);
  });
});
