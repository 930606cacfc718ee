import type { Page } from '@playwright/test';
import { MODES, violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { fillForm, openForm, wholeDay } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow, type Playroom } from './support/playroom.ts';
import { goToPaymentWindow, TOSS } from './support/provider.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Add-ons and a coupon of a stay that a guest books on a phone (BK-13, CP-2, CP-3). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

interface Coupon {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly usedCount: number;
  readonly version: number;
}

/** Creates a snack set of the store, and a coupon of 5,000 won that head office bears; withdraws it after `work`. */
async function withCoupon(
  { ask }: Playroom,
  { storeId }: BookingDesk,
  work: (code: string, read: () => Promise<Coupon>) => Promise<void>,
): Promise<void> {
  await ask('admin', 'POST', 'add-on', {
    storeId,
    name: '간식 세트',
    description: '과자와 음료',
    unit: 'STAY',
    amount: 3000,
    maxQuantity: 3,
    roomIds: [],
    isOffered: true,
    sortOrder: 1,
  });
  const { id, code } = await ask<Coupon>('admin', 'POST', 'coupon', {
    code: `OPEN-${crypto.randomUUID().slice(0, 8)}`,
    name: '오픈',
    kind: 'AMOUNT',
    amount: 5000,
    percent: null,
    maxDiscountAmount: null,
    minPriceAmount: 0,
    startsOn: dayFromNow(-1),
    endsOn: dayFromNow(1),
    storeIds: [storeId],
    maxUses: null,
    maxUsesPerGuest: 1,
    bearer: 'HEAD_OFFICE',
  });
  const read = () => ask<Coupon>('admin', 'GET', `coupon/${id}`);
  try {
    await work(code, read);
  } finally {
    const { version } = await read();
    await ask('admin', 'POST', `coupon/${id}/withdraw`, { version });
  }
}

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: '쿠폰이 있나요?' }).tap();
  await page.getByLabel('쿠폰 코드').fill(code.toLowerCase());
  await page.getByRole('button', { name: '적용' }).tap();
  await expect(page.getByTestId('coupon')).toContainText('5,000원 할인돼요');
}

test(
  'a guest books with add-ons and a coupon, and cannot use the coupon again',
  inSweep(TOSS),
  async ({ page, playroom, server, expectError }) => {
    expectError(/status of 422/);
    await withBookingDesk(playroom, server, (desk) =>
      withCoupon(playroom, desk, async (code, readCoupon) => {
        const total = page.getByTestId('total');
        await openForm(page, desk, wholeDay(page));
        const more = page.getByRole('button', { name: '간식 세트 늘리기' });
        await more.tap();
        await more.tap();
        await expect(total).toHaveText('30,000원');
        await applyCoupon(page, code);
        await expect(total).toHaveText('25,000원');
        const firstCode = await bookAndPay(page, desk);
        const paid = page.getByTestId('pay');
        await expect(paid).toContainText('간식 세트 × 26,000원');
        await expect(paid).toContainText('쿠폰 ‘오픈’−5,000원');
        await expect(paid).toContainText('결제한 금액25,000원');
        expect(await violations(page)).toEqual([]);
        expect(await readCoupon()).toMatchObject({ state: 'ACTIVE', usedCount: 1 });

        await openForm(page, desk, wholeDay(page));
        await expect(page.getByTestId('add-on-count')).toHaveText('0');
        await applyCoupon(page, code);
        await fillForm(page, { ...desk, readCode: () => readNextCode(desk, firstCode) });
        await page.getByTestId('book').tap();
        await expect(page.getByTestId('coupon')).toContainText('쓸 수 있는 횟수를 모두 썼어요');
        await expect(page.getByLabel('쿠폰 코드')).toBeFocused();
        await expect(page.getByTestId('refusal')).toContainText('19,000원 → 24,000원');
        await checkAppearance(page);
        await page.getByTestId('book').tap();
        await page.waitForURL(/\/g\/mjg_/);
        await expect(page.getByRole('button', { name: '24,000원 결제하기' })).toBeVisible();
        expect(await readCoupon()).toMatchObject({ usedCount: 1 });
      }),
    );
  },
);

/** Books the shown stay and pays. Returns the code that confirmed the phone. */
async function bookAndPay(page: Page, desk: BookingDesk): Promise<string> {
  await fillForm(page, desk);
  const code = await page.getByLabel('인증번호 6자리').inputValue();
  await page.getByTestId('book').tap();
  await page.waitForURL(/\/g\/mjg_/);
  await goToPaymentWindow(page, page.getByRole('button', { name: '25,000원 결제하기' }));
  await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
  await expect(page.getByTestId('when')).toContainText('예약 확정');
  return code;
}

/** The inbox has the code before until the next message arrives. */
async function readNextCode({ readCode }: BookingDesk, before: string): Promise<string> {
  let code = before;
  await expect.poll(async () => (code = await readCode()), { message: 'the next code arrives' }).not.toBe(before);
  return code;
}

/** The step with add-ons and a refused coupon is accessible in both modes, and fits 320 px and zoomed text. */
async function checkAppearance(page: Page): Promise<void> {
  for (const colorScheme of MODES) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  for (const width of [320, 180, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(findLayoutFaults), `${width} px`).toEqual([]);
  }
}
