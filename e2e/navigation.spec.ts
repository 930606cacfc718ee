import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Who } from './support/people.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests stop the clock of their pages.
test.use({ hasOwnContext: true });

/** Groups and items of each role exactly as in the reference, followed by our own (AC-3). */
const BEYOND = [
  '손님 지원: 손님 응대',
  '시스템 관리: 사용자, 매장, 판매자·개인정보, 이용 제한 손님, 쿠폰, 이용권, 현금영수증, 정산서, 연동, 메시지, 당직, 승인 요청, 감사 로그',
];
const HEAD_OFFICE = [
  '매장 관리: 대시보드',
  '결제 관리: 결제 내역 관리',
  '알림 관리: 결제 알림 조회',
  '기기 제어: 기기 제어 조회',
  ...BEYOND,
];
const FRANCHISEE = [
  '매장 관리: 대시보드, 플레이룸 관리, 예약 관리',
  '매장 설정: 매장 설정, 출입문 설정',
  '정산: 매출 정산',
];
const MENUS: Record<Who, readonly string[]> = {
  admin: HEAD_OFFICE,
  sub: HEAD_OFFICE,
  owner: FRANCHISEE,
  owner2: FRANCHISEE,
  care: ['손님 지원: 손님 응대'],
};

async function menuOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('complementary').getByRole('navigation')).toBeVisible();
  return page
    .getByRole('complementary')
    .locator('.nav-group')
    .evaluateAll((groups) =>
      groups.map((group) => {
        const items = [
          ...group.querySelectorAll(
            ':scope > ul > .nav-entry > .nav-item, :scope > ul > .nav-entry > .nav-branch > .nav-item',
          ),
        ];
        return `${group.querySelector('.nav-group-title')?.textContent ?? ''}: ${items.map((it) => it.querySelector('.nav-title')?.textContent).join(', ')}`;
      }),
    );
}

for (const who of ['admin', 'sub', 'owner', 'owner2', 'care'] as const) {
  test(`the menu shows exactly the groups and items of its role: ${who}`, async ({ page, signIn }) => {
    await signIn(who);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await menuOf(page)).toEqual(MENUS[who]);
  });
}

test(
  'every item of the menu leads to its screen and is marked as active there',
  inSweep(),
  async ({ page, signIn }) => {
    for (const who of ['owner'] as const) {
      await signIn(who);
      await page.goto('/dashboard');
      const links = page.getByRole('complementary').getByRole('navigation').getByRole('link');
      await expect(links).toHaveCount(6);
      for (const link of await links.all()) {
        await link.click();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(await link.innerText());
        await expect(page.getByRole('complementary').locator('[aria-current=page]')).toHaveCount(1);
      }
    }
  },
);

test(
  'the menu marks the active item regardless of a trailing slash, and on paths below it',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    for (const [path, item] of [
      ['/dashboard/door/', '출입문 설정'],
      ['/dashboard/room/7/edit', '플레이룸 관리'],
      ['/dashboard/', '대시보드'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('complementary').getByRole('link', { name: item })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(page.getByRole('complementary').locator('[aria-current=page]')).toHaveCount(1);
    }
  },
);

test(
  'a nested menu item unfolds, a caption is shown, and an external link opens a new tab',
  inSweep(),
  async ({ page, signIn, context }) => {
    await signIn('admin');
    await page.goto('/dashboard');
    const branch = page.getByRole('complementary').getByRole('button', { name: '연동' });
    await expect(branch).toHaveAttribute('aria-expanded', 'false');
    await branch.click();
    await expect(branch).toHaveAttribute('aria-expanded', 'true');
    const inner = page.getByRole('complementary').getByRole('link', { name: 'API 키·웹훅·캘린더' });
    await expect(inner).toContainText('외부 예약 채널');
    const outer = page.getByRole('complementary').getByRole('link', { name: 'API 문서' });
    const opened = context.waitForEvent('page');
    await outer.click();
    await expect(await opened).toHaveURL('/api/docs');
    await expect(page).toHaveURL('/dashboard');
    await expect(outer).not.toHaveAttribute('aria-current');
    await inner.click();
    await expect(page).toHaveURL('/dashboard/system/integrations');
    await expect(inner).toHaveAttribute('aria-current', 'page');
  },
);

test(
  'the button on the edge toggles the menu between vertical and mini, and the choice is kept',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard');
    const menu = page.getByRole('complementary');
    await expect(menu).toHaveCSS('width', '300px');
    await page.getByRole('button', { name: '메뉴 접기' }).click();
    await expect(menu).toHaveCSS('width', '88px');
    await page.reload();
    await expect(menu).toHaveCSS('width', '88px');
    await page.getByRole('button', { name: '메뉴 펼치기' }).click();
    await expect(menu).toHaveCSS('width', '300px');
  },
);

test('in the mini menu a nested item opens beside it and closes on Escape', inSweep(), async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('app-settings', JSON.stringify({ navLayout: 'mini' })));
  await signIn('admin');
  await page.goto('/dashboard');
  const inner = page.getByRole('complementary').getByRole('link', { name: 'API 키·웹훅·캘린더' });
  await page.getByRole('button', { name: '연동' }).click();
  await expect(inner).toBeVisible();
  expect((await inner.boundingBox())?.x).toBeGreaterThan(88);
  await page.keyboard.press('Escape');
  await expect(inner).toBeHidden();
});

test('the horizontal menu is 64 px high below the header', inSweep(), async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('app-settings', JSON.stringify({ navLayout: 'horizontal' })));
  await signIn('admin');
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await expect(menu).toBeVisible();
  expect(await menu.boundingBox()).toMatchObject({ y: 72, height: 64, width: 1440 });
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.locator('.header').getByTestId('logo')).toBeVisible();
  await menu.getByRole('button', { name: '연동' }).click();
  await expect(menu.getByRole('link', { name: 'API 키·웹훅·캘린더' })).toBeVisible();
});

test('below the breakpoint lg the menu is a drawer of 320 px', inSweep(), async ({ page, signIn }) => {
  await signIn('owner');
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(page.getByRole('button', { name: '메뉴 열기' })).toBeHidden();
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  const drawer = page.getByRole('dialog', { name: '메뉴' });
  expect((await drawer.locator('.drawer-body').boundingBox())?.width).toBe(320);
  await drawer.getByRole('link', { name: '출입문 설정' }).click();
  await expect(page).toHaveURL('/dashboard/door');
  await expect(drawer).toBeHidden();
});

test(
  'while the window is resized, and for 250 ms afterwards, nothing is animated',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    await page.goto('/dashboard');
    await expect(page.getByRole('complementary')).toBeVisible();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 30_000);
    await page.evaluate(() => window.dispatchEvent(new Event('resize')));
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-resizing', '');
    await expect(page.getByRole('complementary')).toHaveCSS('transition-property', 'none');
    await page.clock.runFor(240);
    await expect(root).toHaveAttribute('data-resizing', '');
    await page.clock.runFor(20);
    await expect(root).not.toHaveAttribute('data-resizing');
  },
);
