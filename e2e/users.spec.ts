import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { fromElsewhere } from './support/people.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PASSWORD = 'a sentence that nobody guesses';
const PHONE = { width: 360, height: 740 } as const;
let people = 0;
/** A new e-mail address for each person, because an address can be used only once. */
const newEmail = () => `park-${Date.now()}-${(people += 1)}@test.example`;

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

async function askForAccount(page: Page, email: string, store = '강남점'): Promise<void> {
  await page.goto('/auth/jwt/sign-up?product=playroom');
  await expect(page.getByText('브랜드에 가입을 신청해요')).toBeVisible();
  for (const [label, value] of [
    ['이름', '박새롬'],
    ['이메일', email],
    ['전화번호', '010-2345-6789'],
    ['매장 이름', store],
    ['비밀번호', PASSWORD],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: '가입 신청하기' }).click();
  await expect(page.getByTestId('sign-up-done')).toContainText('승인하면 로그인할 수 있어요');
}

async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/jwt/sign-in');
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByTestId('sign-in-form').getByRole('button', { name: '로그인', exact: true }).click();
}

test(
  'a new account works once an ADMIN approved it on a phone, sees only its store, and is signed out at once when it is disabled (AU-3, AU-4)',
  inSweep(),
  async ({ page, another, expectError }) => {
    expectError(/401|403|Sign-in failed|status of 4|\[object Object\]|problem/i);
    const email = newEmail();
    await page.setViewportSize(PHONE);
    await askForAccount(page, email);
    await signInByForm(page, email);
    await expect(page.getByRole('alert')).toContainText('승인');

    const admin = await another('admin');
    await admin.setViewportSize(PHONE);
    await admin.goto('/dashboard/system/users');
    await admin.getByLabel('이름, 이메일, 매장').fill(email);
    await admin.getByTestId('user').filter({ hasText: email }).getByRole('button').click();
    const drawer = admin.getByTestId('user-drawer');
    await drawer.getByRole('button', { name: '승인' }).click();
    const dialog = admin.getByRole('dialog', { name: '박새롬 님 가입 승인' });
    // The dialog suggests the store that was requested.
    await expect(dialog.getByRole('checkbox', { name: '강남점' })).toBeChecked();
    const approve = dialog.getByRole('button', { name: '승인하기' });
    expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await approve.click();
    await expect(drawer.getByText('사용 중', { exact: true })).toBeVisible();
    await expect(drawer.getByTestId('right-change').first()).toContainText('강남점 담당 시작');
    await fitsTheScreen(admin);

    await page.setViewportSize({ width: 1440, height: 900 });
    await signInByForm(page, email);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard/room');
    await expect(page.getByRole('heading', { level: 1, name: '플레이룸 관리' })).toBeVisible();
    // A person with a single store has no picker and sees no data of others.
    await expect(page.getByText('강남점').first()).toBeVisible();
    await expect(page.getByText('홍대점')).toHaveCount(0);
    await expect(page.getByText('부산서면점')).toHaveCount(0);

    // Open screens follow the change live.
    await expect(drawer.locator('[data-testid=session][data-live=true]')).toHaveCount(1);
    await drawer.getByRole('button', { name: '사용 중지' }).click();
    const disable = admin.getByRole('dialog', { name: '박새롬 님 사용 중지' });
    await disable.getByLabel('사유').fill('시험');
    await disable.getByRole('button', { name: '중지하기' }).click();
    await expect(page).toHaveURL(/\/auth\/jwt\/sign-in/);
    await expect(drawer.getByText('사용 중지', { exact: true })).toBeVisible();
    await signInByForm(page, email);
    await expect(page.getByRole('alert')).toContainText('중지');
  },
);

test(
  'an invited person sets a password with the link and sees only their own store',
  inSweep(ANY_WIDTH),
  async ({ page, another, expectError }) => {
    expectError(/401|status of 4/);
    const email = newEmail();
    const admin = await another('admin');
    await admin.goto('/dashboard/system/users?tab=people');
    await admin.getByRole('button', { name: '사용자 초대' }).click();
    const dialog = admin.getByRole('dialog', { name: '사용자 초대' });
    await dialog.getByLabel('이름', { exact: false }).first().fill('이하늘');
    await dialog.getByLabel('이메일', { exact: false }).fill(email);
    await dialog.getByRole('checkbox', { name: '강남점' }).check();
    await expectAccessible(admin, { what: 'the invitation of a person', modes: MODES, within: '[role=dialog]' });
    await fitsTheScreen(admin);
    await dialog.getByRole('button', { name: '초대 링크 만들기' }).click();
    const link = await admin
      .getByRole('dialog', { name: '이하늘 님 초대 링크' })
      .getByLabel('초대 링크', { exact: true })
      .inputValue();

    await page.goto(link);
    await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '계정 시작하기' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '계정이 준비됐어요' })).toBeVisible();
    await signInByForm(page, email);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('강남점').first()).toBeVisible();
  },
);

test(
  'the own account page signs out another browser at once and changes the password without signing out here (AU-6)',
  inSweep(),
  async ({ page, browser, playroom, another, expectError }) => {
    expectError(/401|403|Sign-in failed|status of 4|\[object Object\]|problem/i);
    const email = newEmail();
    await askForAccount(page, email);
    const admin = await another('admin');
    await admin.goto(`/dashboard/system/users?q=${encodeURIComponent(email)}`);
    await admin.getByTestId('user').getByRole('button').click();
    await admin.getByTestId('user-drawer').getByRole('button', { name: '승인' }).click();
    await admin.getByRole('button', { name: '승인하기' }).click();
    await expect(admin.getByTestId('user-drawer').getByText('사용 중', { exact: true })).toBeVisible();
    expect(playroom).toBeDefined();

    const elsewhere = await (await browser.newContext()).newPage();
    await signInByForm(elsewhere, email);
    await expect(elsewhere).toHaveURL('/dashboard');
    await signInByForm(page, email);
    await expect(page).toHaveURL('/dashboard');
    await page.getByTestId('account-button').click();
    await page.getByTestId('account-drawer').locator('..').getByRole('link', { name: '내 정보와 로그인 기기' }).click();
    await expect(page).toHaveURL('/dashboard/account');
    await expect(page.getByTestId('session')).toHaveCount(2);
    await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click();
    await expect(elsewhere).toHaveURL(/\/auth\/jwt\/sign-in/);
    await expect(page.getByTestId('session')).toHaveCount(1);
    await elsewhere.context().close();

    const next = 'quite another sentence';
    await page.getByLabel('현재 비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByLabel('새 비밀번호', { exact: true }).fill(next);
    await page.getByLabel('새 비밀번호 확인', { exact: true }).fill(next);
    await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
    await expect(page.getByText('비밀번호를 바꿨어요.')).toBeVisible();
    // The tab continues with the new session.
    await page.goto('/dashboard/room');
    await expect(page.getByRole('heading', { level: 1, name: '플레이룸 관리' })).toBeVisible();
  },
);

for (const lng of ['kr', 'en'] as const) {
  const words = {
    kr: { users: '사용자', people: '사용자', account: '내 정보', signUp: '가입 신청' },
    en: { users: 'Users', people: 'People', account: 'My account', signUp: 'Sign up' },
  }[lng];

  test(
    `the list of people, a person and the own account are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('admin');
      await page.setViewportSize(PHONE);
      await page.goto(`/dashboard/system/users?tab=people&lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: words.users })).toBeVisible();
      const sub = page.getByTestId('user').filter({ hasText: 'sub@demo.test' });
      await expect(sub).toBeVisible();
      await expectAccessible(page, { what: 'people', modes: MODES });
      await fitsTheScreen(page);
      await sub.getByRole('button').click();
      await expect(page.getByTestId('right-change').first()).toBeVisible();
      await expectAccessible(page, { what: 'a person', modes: MODES, within: '[role=dialog]' });
      await page
        .getByTestId('user-drawer')
        .getByRole('button', { name: lng === 'kr' ? '권한 변경' : 'Change permissions' })
        .click();
      await expect(page.getByRole('checkbox').first()).toBeVisible();
      await expectAccessible(page, { what: 'rights', modes: MODES, within: '[aria-labelledby=rights-title]' });
      await page.goto('/dashboard/account');
      await expect(page.getByRole('heading', { level: 1, name: words.account })).toBeVisible();
      await expect(page.getByTestId('session').first()).toBeVisible();
      await expectAccessible(page, { what: 'the own account', modes: MODES });
      await fitsTheScreen(page);
    },
  );

  test(
    `sign-up is accessible, shows errors at their fields, and fits a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, expectError }) => {
      expectError(/status of 400/);
      await page.setViewportSize(PHONE);
      await page.goto(`/auth/jwt/sign-up?lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: words.signUp })).toBeVisible();
      await expectAccessible(page, { what: 'sign-up', modes: MODES });
      await fitsTheScreen(page);
      const input = (name: string) => page.locator(`#sign-up-${name}`);
      for (const [name, value] of [
        ['product', 'no-such-chain'],
        ['name', '박새롬'],
        ['email', newEmail()],
        ['phone', '010-2345-6789'],
        ['storeName', '강남점'],
        ['password', PASSWORD],
      ] as const)
        await input(name).fill(value);
      await page.getByTestId('sign-up-form').getByRole('button').last().click();
      await expect(input('product')).toHaveAttribute('aria-invalid', 'true');
      await expect(input('product')).toBeFocused();
      await expectAccessible(page, { what: 'sign-up with a wrong field', modes: MODES });
    },
  );
}

test(
  'a person with read-only rights cannot change a user, and a new sign-up request appears live',
  inSweep(),
  async ({ page, signIn, another }) => {
    await signIn('sub');
    await page.goto('/dashboard/system/users');
    await page.getByRole('tab', { name: /가입 신청/ }).click();
    const visitor = await another('care');
    const email = newEmail();
    const reply = await visitor.request.post('/api/v2/auth/sign-up', {
      headers: fromElsewhere(),
      data: {
        product: 'playroom',
        name: '박새롬',
        email,
        phone: '010-2345-6789',
        storeName: '홍대점',
        password: PASSWORD,
      },
    });
    expect(reply.status()).toBe(200);
    const row = page.getByTestId('user').filter({ hasText: email });
    await expect(row).toBeVisible({ timeout: 3_000 });
    await row.getByRole('button').click();
    const drawer = page.getByTestId('user-drawer');
    await expect(drawer.getByTestId('right-change')).toHaveCount(1);
    await expect(drawer.getByRole('button', { name: /승인|거절/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: '전화번호 보기' }).click();
    await page.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '연락' }).click();
    await expect(drawer.getByRole('link', { name: '010-2345-6789' })).toBeVisible();
  },
);
