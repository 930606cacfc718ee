import type { Locator } from '@playwright/test';
import { expectAccessible, violations } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow, type Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The screens of coupons and add-ons (CP-1, BK-13). The third store of the demo is used by no test of online booking. */

const WORDS = {
  kr: { add: '쿠폰 발행', edit: '수정', withdraw: '중단', close: '닫기', addOn: '추가 상품 등록', cancel: '취소' },
  en: {
    add: 'Create a coupon',
    edit: 'Edit',
    withdraw: 'Withdraw',
    close: 'Close',
    addOn: 'Create an add-on',
    cancel: 'Cancel',
  },
} as const;

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const uniqueCode = () => `E2E-${Date.now().toString(36)}${String(process.pid % 1000)}`.toUpperCase().slice(0, 20);

async function thirdStore({ ask }: Playroom): Promise<string> {
  const { items } = await ask<{ items: { id: string }[] }>('owner2', 'GET', 'store?limit=1');
  const [store] = items;
  if (store === undefined) throw new Error('The demo has no third store');
  return store.id;
}

/** Withdraws the coupon of a test, unless the test did so itself. */
async function withdrawCoupon({ ask }: Playroom, code: string): Promise<void> {
  const { items } = await ask<{ items: (Versioned & { code: string; state: string })[] }>(
    'admin',
    'GET',
    'coupon?limit=100',
  );
  const left = items.find((coupon) => coupon.code === code && coupon.state !== 'WITHDRAWN');
  if (left !== undefined) await ask('admin', 'POST', `coupon/${left.id}/withdraw`, { version: left.version });
}

async function fillCoupon(form: Locator, code: string): Promise<void> {
  await form.getByLabel('쿠폰 코드').fill(code.toLowerCase());
  await form.getByLabel('쿠폰 이름').fill('시험 쿠폰');
  await form.getByLabel('할인율').fill('15');
  await form.getByLabel('최대 할인 금액').fill('4000');
  await form.getByLabel('종료일', { exact: true }).fill(dayFromNow(20));
  await form.getByLabel('모든 매장').uncheck();
  await form.getByLabel('부산서면점').check();
  await form.getByLabel('할인 부담').selectOption('HEAD_OFFICE');
}

test(
  'head office creates a coupon, changes and withdraws it; the store sees it without buttons, and the audit log names it',
  inSweep(),
  async ({ page, signIn, another, playroom, expectError }) => {
    expectError(/status of 409/);
    const code = uniqueCode();
    await signIn('admin');
    await page.goto('/dashboard/coupon');
    try {
      await page.getByRole('button', { name: '쿠폰 발행' }).click();
      const form = page.getByRole('dialog', { name: '쿠폰 발행' });
      await fillCoupon(form, code);
      await expect(form.getByText('본사가 할인 금액(부가세 포함)을 매장 정산에 더해 보전해요.')).toBeVisible();
      await form.getByRole('button', { name: '발행', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: '시험 쿠폰' });
      await expect(drawer.getByTestId('coupon-code')).toHaveText(code);
      await expect(drawer).toContainText('15% (최대 ₩4,000)');
      await expect(drawer).toContainText('아직 사용한 예약이 없어요.');

      const deputy = await another('sub');
      await deputy.goto('/dashboard/coupon');
      const followed = deputy.getByTestId('coupon-row').filter({ hasText: code });
      await expect(followed).toContainText('15% (최대 ₩4,000)');
      await expect(deputy.getByRole('button', { name: '쿠폰 발행' })).toHaveCount(0);

      const store = await another('owner2');
      await store.goto('/dashboard/store?tab=prices');
      await store.getByRole('link', { name: '이 매장의 쿠폰 보기' }).click();
      await expect(store.getByTestId('coupon-row').filter({ hasText: code })).toContainText('본사 부담');
      await expect(store.getByRole('button', { name: '쿠폰 발행' })).toHaveCount(0);

      await drawer.getByRole('button', { name: '수정' }).click();
      const edit = page.getByRole('dialog', { name: '쿠폰 수정' });
      await expect(edit.getByLabel('쿠폰 코드')).not.toBeEditable();
      await edit.getByLabel('할인율').fill('25');
      await edit.getByRole('button', { name: '저장' }).click();
      await expect(drawer).toContainText('25% (최대 ₩4,000)');
      // The list of another person of head office follows the events.
      await expect(followed).toContainText('25% (최대 ₩4,000)');

      await drawer.getByRole('button', { name: '중단' }).click();
      await page
        .getByRole('dialog', { name: '시험 쿠폰: 쿠폰을 중단할까요?' })
        .getByRole('button', { name: '중단' })
        .click();
      await expect(followed).toHaveAttribute('data-state', 'WITHDRAWN');
      await expect(drawer.getByRole('button', { name: '수정' })).toHaveCount(0);

      // The code of a withdrawn coupon stays taken.
      await drawer.getByRole('button', { name: '닫기' }).click();
      await page.getByRole('button', { name: '쿠폰 발행' }).click();
      await fillCoupon(form, code);
      await form.getByRole('button', { name: '발행', exact: true }).click();
      await expect(form.getByLabel('쿠폰 코드')).toHaveAccessibleDescription('이미 사용 중이에요.');

      await page.goto('/dashboard/system/audit?action=coupon');
      await page.getByTestId('audit-row').filter({ hasText: '쿠폰 중단' }).first().getByRole('button').click();
      await page.getByRole('dialog').getByRole('link').last().click();
      await expect(page).toHaveURL(/\/dashboard\/coupon\?coupon=/);
    } finally {
      await withdrawCoupon(playroom, code);
    }
  },
);

test(
  'a store creates, orders and deletes add-ons below its price policies (BK-13)',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    const name = `담요 ${uniqueCode()}`;
    const storeId = await thirdStore(playroom);
    const first = await playroom.ask<Versioned>('owner2', 'POST', 'add-on', {
      storeId,
      name: `${name} 먼저`,
      description: '',
      unit: 'STAY',
      amount: 1000,
      maxQuantity: 1,
      roomIds: [],
      isOffered: true,
      // Behind the add-ons of the demo, and directly before the next one.
      sortOrder: 9998,
    });
    await signIn('owner2');
    await page.goto('/dashboard/store?tab=prices');
    const rows = page.getByTestId('add-on').filter({ hasText: name });
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: '추가 상품 등록' }).click();
    const form = page.getByRole('dialog', { name: '추가 상품 등록' });
    await form.getByLabel('이름').fill(name);
    await form.getByLabel('계산 방식').selectOption('HOUR');
    await form.getByLabel('가격').fill('700');
    await form.getByRole('button', { name: '저장' }).click();
    await expect(form).toHaveCount(0);
    await expect(rows.nth(1)).toContainText('시간당 ₩700');
    await page.getByRole('button', { name: `${name} 위로` }).click();
    await expect(rows.nth(0)).toContainText('시간당 ₩700');
    await page.reload();
    await expect(rows.nth(0)).toContainText('시간당 ₩700');

    await page.getByRole('button', { name: `${name} 삭제`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
    await expect(rows).toHaveCount(1);
    await playroom.ask('owner2', 'DELETE', `add-on/${first.id}`);
    // The event of the store removes the last row.
    await expect(rows).toHaveCount(0);
  },
);

for (const lng of ['kr', 'en'] as const) {
  test(
    `the coupons and their dialogs are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, playroom }) => {
      const words = WORDS[lng];
      const code = uniqueCode();
      const coupon = await playroom.ask<Versioned>('admin', 'POST', 'coupon', {
        code,
        name: '접근성 시험',
        kind: 'AMOUNT',
        percent: null,
        amount: 1000,
        maxDiscountAmount: null,
        minPriceAmount: 0,
        startsOn: dayFromNow(10),
        endsOn: dayFromNow(20),
        storeIds: [await thirdStore(playroom)],
        maxUses: null,
        maxUsesPerGuest: null,
        bearer: 'STORE',
      });
      try {
        await signIn('admin');
        await page.goto(`/dashboard/coupon?lng=${lng}`);
        await expect(page.getByTestId('coupon-row').filter({ hasText: code })).toBeVisible();
        await expectAccessible(page, { what: `the coupons in ${lng}` });
        await page.setViewportSize({ width: 360, height: 740 });
        await expectAccessible(page, { what: `the coupons as cards in ${lng}` });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        await page.getByRole('button', { name: words.add }).click();
        await expectAccessible(page, { what: `a new coupon in ${lng}`, within: '[role=dialog]' });
        await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.goto(`/dashboard/coupon?coupon=${coupon.id}&lng=${lng}`);
        await expect(page.getByTestId('coupon-code')).toHaveText(code);
        expect(await violations(page, '[role=dialog]'), `a coupon in ${lng}`).toEqual([]);
        for (const name of [words.edit, words.withdraw]) await expect(page.getByRole('button', { name })).toBeVisible();
      } finally {
        await withdrawCoupon(playroom, code);
      }
    },
  );
}
