import { expect, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import type { Who } from './support/people.ts';
import { SCREENS } from './support/screens/screens.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SCREENS.map(({ path, kr }) => [path, kr])),
  '/dashboard/system/users': '사용자',
  '/dashboard/system/stores': '매장',
  '/dashboard/system/audit': '감사 로그',
};
const PATHS = [
  '/dashboard/room',
  '/dashboard/reservation',
  '/dashboard/store',
  '/dashboard/door',
  '/dashboard/statistics',
  '/dashboard/admin/payments',
  '/dashboard/admin/notification',
  '/dashboard/admin/device-history',
  '/dashboard/support',
  '/dashboard/system/users',
  '/dashboard/system/stores',
  '/dashboard/system/audit',
];
/**
 * The screens that each role has no right to, with the missing permission: each is a 403 screen inside the shell
 * (AC-4).
 */
const CLOSED: Record<Exclude<Who, 'owner2'>, Readonly<Record<string, string>>> = {
  admin: {},
  sub: {},
  owner: {
    '/dashboard/system/users': 'users:read',
    '/dashboard/system/stores': 'stores:oversee',
    '/dashboard/system/audit': 'audit:read',
  },
  care: {
    '/dashboard/statistics': 'sales:read',
    '/dashboard/system/users': 'users:read',
    '/dashboard/system/stores': 'stores:oversee',
    '/dashboard/system/audit': 'audit:read',
  },
};

for (const who of ['admin', 'sub', 'owner', 'care'] as const) {
  test(
    `a person opens the screens of their role, and gets a 403 screen for the others: ${who}`,
    inSweep(),
    async ({ page, signIn }) => {
      await signIn(who);
      await page.goto('/dashboard');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      for (const path of PATHS) {
        await goInside(page, path);
        const lacks = CLOSED[who][path];
        // Each screen has another heading, so that the previous screen does not pass for it.
        await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toHaveText(
          lacks === undefined ? (TITLES[path] ?? '') : '이 화면을 볼 권한이 없어요',
        );
        if (lacks !== undefined)
          await expect(page.getByTestId('no-permission').locator(`[data-capability='${lacks}']`)).toContainText(
            '필요한 권한: ',
          );
      }
    },
  );
}

test('the 403 screen names the missing permission and leads back', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/dashboard/door');
  await page.goto('/dashboard/system/users');
  await expect(page.getByTestId('no-permission')).toContainText('403');
  await expect(page.getByTestId('no-permission')).toContainText('필요한 권한: 사용자 보기');
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.getByRole('button', { name: '이전 화면으로' }).click();
  await expect(page).toHaveURL('/dashboard/door');
});

test('a help-desk person starts at the help desk', async ({ page, signIn }) => {
  await signIn('care');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard/support');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('손님 응대');
});

test(
  'a help-desk person gives a reason before a door moves, and the reason is stored',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('care');
    await page.goto('/dashboard/door');
    const name = '6번 도봉룸 문';
    const card = page.getByTestId('door-card').filter({ hasText: name }).first();
    await card.getByRole('button', { name: `${name} 열기` }).click();
    const dialog = page.getByRole('dialog', { name: `${name} 열기 사유` });
    await dialog.getByRole('button', { name: '열기' }).click();
    await expect(dialog.getByText('사유를 입력해 주세요.')).toBeVisible();
    await dialog.getByLabel('사유').fill('손님 휴대전화 방전');
    await dialog.getByRole('button', { name: '열기' }).click();
    await expect(card.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
    await page.goto('/dashboard/admin/device-history?action=OPEN');
    await page
      .getByTestId('history-row')
      .filter({ hasText: name })
      .filter({ hasText: '정상담' })
      .first()
      .getByRole('button')
      .click();
    await expect(page.getByRole('dialog')).toContainText('손님 휴대전화 방전');
  },
);

test('a SUB_ADMIN opens doors and does not configure them', async ({ page, signIn }) => {
  await signIn('sub');
  await page.goto('/dashboard/door');
  const card = page.getByTestId('door-card').filter({ hasText: '1번 한강룸 문' }).first();
  await expect(card.getByRole('button', { name: /열기$/ })).toBeVisible();
  await expect(
    page
      .getByRole('button', { name: /설정$/ })
      .filter({ hasNotText: '화면' })
      .and(page.getByRole('main').getByRole('button')),
  ).toHaveCount(0);
});

test('a franchisee sees only their own stores', async ({ page, signIn }) => {
  await signIn('owner2');
  await page.goto('/dashboard/door');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['부산서면점']);
  await expect(page.getByTestId('door-card')).toHaveCount(13);
});

test('the server refuses what the browser hides from a role', async ({ tokenOf, server }) => {
  const status = async (who: Who, path: string) =>
    (await fetch(`${server}/api/v2/${path}`, { headers: { authorization: `Bearer ${await tokenOf(who)}` } })).status;
  expect(await status('sub', 'playroom/door/discovered')).toBe(403);
  expect(await status('admin', 'studyroom/door')).toBe(404);
  expect(await status('owner', 'playroom/door')).toBe(200);
  expect((await fetch(`${server}/api/v2/playroom/door`)).status).toBe(401);
});
