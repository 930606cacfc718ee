import type { CurrentUser, Room, StoreOverviews } from '@munjigi/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { fromElsewhere } from './support/people.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Head office sees stores with open work first, and 50 stores do not fill the screen (issue 14, point 15). */

/** With the three stores of the demo 50; other tests add further ones. */
const COPY_COUNT = 47;

/** Answers like a chain of 50 stores or more: its own stores, and copies of its first one without open work. */
async function pretendManyStores(page: Page): Promise<void> {
  const ids = Array.from({ length: COPY_COUNT }, (_, at) => ({
    id: `0190bbbb-0000-7000-8000-${String(at).padStart(12, '0')}`,
    name: `지점 ${String(at + 1)}`,
  }));
  await page.route('**/api/v2/auth/me', async (route) => {
    const reply = await route.fetch();
    const user = (await reply.json()) as CurrentUser;
    await route.fulfill({
      response: reply,
      json: { ...user, stores: [...user.stores, ...ids.map((copy) => ({ ...copy, timeZone: 'Asia/Seoul' }))] },
    });
  });
  await page.route(/\/api\/v2\/playroom\/overview$/, async (route) => {
    const reply = await route.fetch();
    const { stores } = (await reply.json()) as StoreOverviews;
    const [first] = stores;
    if (first === undefined) throw new Error('The demo has no store');
    const quiet = ids.map(({ id, name }) => ({
      ...first,
      storeId: id,
      storeName: name,
      alarmCount: 0,
      offlineCount: 0,
      notificationCount: 0,
      unpaidInside: [],
      owedRefundCount: 0,
      openDepositCount: 0,
      overduePayoutCount: 0,
    }));
    await route.fulfill({ response: reply, json: { stores: [...stores, ...quiet] } });
  });
  await page.route(/\/api\/v2\/playroom\/room\?/, async (route) => {
    const reply = await route.fetch();
    const { items, total, ...rest } = (await reply.json()) as { items: Room[]; total: number };
    const sample = items[0];
    if (sample === undefined) return route.fulfill({ response: reply });
    const further = ids.map(({ id }, at) => ({
      ...sample,
      id: id.replace('bbbb', 'cccc'),
      storeId: id,
      name: `지점 ${String(at + 1)} 룸`,
    }));
    await route.fulfill({
      response: reply,
      json: { ...rest, items: [...items, ...further], total: total + further.length },
    });
  });
}

/** Shows the menu: it is beside the page, or behind its button on a phone. */
async function openMenu(page: Page) {
  const button = page.locator('.menu-button');
  await expect(page.locator('.menu-button:visible, nav.nav:visible').first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  return page.locator('nav.nav:visible').last();
}

test(
  'of 50 stores those with open work come first with their rooms, and the others are one line each',
  inSweep(ANY_WIDTH),
  async ({ page, signIn }) => {
    await signIn('admin');
    await pretendManyStores(page);
    await page.goto('/dashboard');
    const lines = page.getByTestId('overview-quiet-store');
    await expect(lines.filter({ hasText: '지점 30' })).toBeVisible();
    expect(await lines.count()).toBeGreaterThanOrEqual(30);
    // Other tests add rooms to the stores of the demo, so only the rooms of the quiet stores are counted.
    await expect(page.getByTestId('overview-room').filter({ hasText: '지점' })).toHaveCount(0);
    const line = lines.filter({ hasText: '지점 12' });
    await expect(line.getByTestId('overview-room')).toHaveCount(0);
    await line.locator('summary').click();
    await expect(line.getByTestId('overview-room')).toHaveCount(1);
    await expect(line).toContainText('지점 12 룸');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page, { what: 'the overview of 50 stores', within: 'main' });
  },
);

test(
  'a pending sign-up request is counted in the menu, which leads to the person',
  inSweep(ANY_WIDTH),
  async ({ page, server, signIn }) => {
    const email = `badge-${Date.now().toString(36)}@test.example`;
    await signIn('admin');
    await page.goto('/dashboard');
    const menu = await openMenu(page);
    const reply = await fetch(`${server}/api/v2/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify({
        product: 'playroom',
        name: '신청한 사람',
        email,
        phone: '010-2345-6789',
        storeName: '강남점',
        password: 'a sentence that nobody guesses',
      }),
    });
    expect(reply.status, await reply.text()).toBeLessThan(300);
    const users = menu.getByRole('link', { name: /사용자/ });
    await expect(users.getByTestId('sign-up-badge')).toHaveText(/^\d+$/);
    await expect(users.getByTestId('sign-up-badge')).toHaveAccessibleName(/승인을 기다리는 가입 신청 \d+건/);
    await users.click();
    await page.getByLabel('이름, 이메일, 매장').fill(email);
    await expect(page.getByTestId('user')).toHaveCount(1);
    await expect(page.getByTestId('user')).toContainText('신청한 사람');
  },
);

test(
  'overdue payouts are counted on the overview and marked in their list',
  inSweep(ANY_WIDTH),
  async ({ page, signIn }) => {
    await signIn('admin');
    const mark = { state: 'CLOSED', isOverdue: true };
    await page.route(/\/api\/v2\/playroom\/settlement\?/, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { items: object[] };
      await route.fulfill({
        response: reply,
        json: { ...body, items: body.items.map((item, at) => (at === 0 ? { ...item, ...mark } : item)) },
      });
    });
    await page.route(/\/api\/v2\/playroom\/overview$/, async (route) => {
      const reply = await route.fetch();
      const { stores } = (await reply.json()) as StoreOverviews;
      await route.fulfill({
        response: reply,
        json: { stores: stores.map((store, at) => ({ ...store, overduePayoutCount: at === 0 ? 1 : 0 })) },
      });
    });
    await page.goto('/dashboard');
    const task = page.getByTestId('overview-payouts');
    await expect(task).toHaveText('지급일이 지난 정산 1건');
    await task.getByRole('link').click();
    await expect(page).toHaveURL(/\/dashboard\/system\/settlement/);
    await expect(page.getByText('지급 지연').first()).toBeVisible();
  },
);

test(
  'the list of stores shows the sales of each store in the current month and links to them',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard/system/stores?q=gangnam');
    const sales = page.getByTestId('store-row').filter({ hasText: '강남점' }).locator('[data-label="이번 달 매출"]');
    await expect(sales).toHaveText(/^₩[\d,]+$/);
    const shown = await sales.innerText();
    await sales.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`store=${playroom.storeId}`));
    await expect(page.locator('main')).toContainText(shown);
  },
);
