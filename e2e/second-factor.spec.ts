import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { fromElsewhere, PASSWORD as DEMO_PASSWORD } from './support/people.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PASSWORD = 'a sentence that nobody guesses';
const PHONE = { width: 360, height: 740 } as const;
const STEP_MS = 30_000;
const WORDS = {
  kr: {
    email: '이메일',
    password: '비밀번호',
    signIn: '로그인',
    setUp: '2단계 인증 설정',
    next: '다음',
    secret: '설정 키',
    code: '인증 코드',
    confirm: '확인하고 켜기',
    kept: '보관했어요',
    on: /부터 켜져 있어요/,
    stepCode: '인증 앱의 코드 6자리',
    go: '확인',
    useRecovery: '복구 코드로 로그인',
    recovery: '복구 코드',
    required: '2단계 인증을 설정해 주세요',
    left: '남은 복구 코드 9개',
    wrong: /코드가 맞지 않거나/,
    signOut: '로그아웃',
  },
  en: {
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    setUp: 'Set up two-step sign-in',
    next: 'Next',
    secret: 'Setup key',
    code: 'Code',
    confirm: 'Check and turn on',
    kept: 'I have saved them',
    on: /On since/,
    stepCode: 'Six-digit code from your app',
    go: 'Continue',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    required: 'Set up two-step sign-in',
    left: 'Recovery codes left: 9',
    wrong: /The code is wrong/,
    signOut: 'Sign out',
  },
} as const;
type Language = keyof typeof WORDS;
let people = 0;

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
/** The code of the current or the next time step: each code works once, and the next one must be of a later step. */
const codeOf = (secret: string, steps: 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

const post = (
  server: string,
  path: string,
  body: unknown,
  { token, method = 'POST' }: { token?: string; method?: string } = {},
) =>
  fetch(`${server}/api/v2${path}`, {
    method,
    headers: {
      ...fromElsewhere(),
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
const get = async (server: string, path: string, token: string): Promise<unknown> =>
  (await fetch(`${server}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } })).json();

/** Creates a person in one of the demo's chains, whom no other test signs in as. */
async function newPerson(server: string, product: string, admin: string): Promise<string> {
  const email = `factor-${Date.now()}-${(people += 1)}@test.example`;
  expect(
    (
      await post(server, '/auth/sign-up', {
        product,
        name: '오새벽',
        email,
        phone: '010-2345-6789',
        storeName: '신촌점',
        password: PASSWORD,
      })
    ).ok,
  ).toBe(true);
  const { items } = (await get(server, `/${product}/user?q=${encodeURIComponent(email)}`, admin)) as {
    items: { id: string; version: number }[];
  };
  const approved = await post(
    server,
    `/${product}/user/${items[0]?.id}/approve`,
    { version: items[0]?.version, roles: [{ role: 'CUSTOMER_MANAGER' }], storeIds: [] },
    { token: admin },
  );
  expect(approved.ok).toBe(true);
  return email;
}

/** Signs in the ADMIN of the demo's second chain, where only these tests work at the help desk. */
async function adminOfStudyroom(server: string): Promise<string> {
  const { accessToken } = (await (
    await post(server, '/auth/login', { email: 'admin@study.test', password: DEMO_PASSWORD })
  ).json()) as { accessToken: string };
  return accessToken;
}

async function requireTwoSteps(server: string, admin: string): Promise<void> {
  await expect
    .poll(async () => {
      const rules = (await get(server, '/studyroom/sign-in-rules', admin)) as {
        version: number;
        secondFactorRoles: string[];
      };
      if (rules.secondFactorRoles.includes('CUSTOMER_MANAGER')) return true;
      await post(
        server,
        '/studyroom/sign-in-rules',
        { version: rules.version, secondFactorRoles: ['CUSTOMER_MANAGER'], idleMinutes: {} },
        { token: admin, method: 'PATCH' },
      );
      return false;
    })
    .toBe(true);
}

async function signInByForm(page: Page, lng: Language, email: string): Promise<void> {
  const words = WORDS[lng];
  await page.goto(`/auth/jwt/sign-in?lng=${lng}`);
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await page.getByTestId('sign-in-form').getByRole('button', { name: words.signIn, exact: true }).click();
}

/** Goes from the password to the recovery codes. Returns the first of them and the secret. */
async function setUp(page: Page, lng: Language, within: string): Promise<{ secret: string; recoveryCode: string }> {
  const words = WORDS[lng];
  const place = page.locator(within);
  await place.getByLabel(words.password).fill(PASSWORD);
  await place.getByRole('button', { name: words.next }).click();
  const field = place.getByLabel(words.secret);
  await expect(field).toHaveValue(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expectAccessible(page, { what: 'the picture and its code', within });
  await fitsTheScreen(page);
  const secret = await field.inputValue();
  const code = place.getByLabel(words.code).last();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await code.fill('000000');
  await place.getByRole('button', { name: words.confirm }).click();
  await expect(place.getByText(words.wrong)).toBeVisible();
  // The next step may begin before the server checks the code: it accepts the code of the last step, and none before
  // that.
  await code.fill(codeOf(secret, 0));
  const confirm = place.getByRole('button', { name: words.confirm });
  expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await confirm.click();
  const codes = page.getByTestId('recovery-codes').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page, { what: 'recovery codes', within });
  await fitsTheScreen(page);
  return { secret, recoveryCode: (await codes.first().textContent()) ?? '' };
}

for (const lng of ['kr', 'en'] as const) {
  const words = WORDS[lng];

  test(
    `a person who must have two steps sets them up on a phone first, and then signs in with a code or a recovery code, each once (AU-5, ${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, server, tokenOf, expectError }) => {
      expectError(/status of 40[013]|Sign-in failed/);
      expect(await tokenOf('admin')).not.toBe('');
      const admin = await adminOfStudyroom(server);
      const email = await newPerson(server, 'studyroom', admin);
      await requireTwoSteps(server, admin);
      await page.setViewportSize(PHONE);
      await page.goto(`/dashboard/account?lng=${lng}`);
      await page.getByLabel(words.email).fill(email);
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByTestId('sign-in-form').getByRole('button', { name: words.signIn, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.required })).toBeVisible();
      await expectAccessible(page, { what: 'what must be set up first' });
      // No other address opens before that.
      await page.goto('/dashboard/door');
      await expect(page.getByRole('heading', { level: 1, name: words.required })).toBeVisible();
      await page.goto('/auth/jwt/second-factor?returnTo=%2Fdashboard%2Faccount');
      await expect(page.getByRole('button', { name: words.signOut })).toBeVisible();
      const { secret, recoveryCode } = await setUp(page, lng, 'main');
      const download = page.waitForEvent('download');
      await page.getByTestId('recovery-codes').getByRole('button').nth(1).click();
      expect((await download).suggestedFilename()).toBe('munjigi-recovery-codes.txt');
      await page.getByRole('button', { name: words.kept }).click();
      await expect(page).toHaveURL(/\/dashboard\/account/);
      await expect(page.getByText(words.on)).toBeVisible();
      await expectAccessible(page, { what: 'the own account with two steps' });

      // Signs out here and in again with two steps.
      await page.evaluate(() => sessionStorage.clear());
      await signInByForm(page, lng, email);
      const step = page.getByTestId('second-step');
      await expect(step).toBeVisible();
      await expectAccessible(page, { what: 'the second step' });
      await fitsTheScreen(page);
      const code = step.getByLabel(words.stepCode);
      await expect(code).toBeFocused();
      await code.fill('000000');
      await step.getByRole('button', { name: words.go, exact: true }).click();
      await expect(step.getByRole('alert')).toContainText(words.wrong);
      await code.fill(codeOf(secret, 1));
      await step.getByRole('button', { name: words.go, exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard/);

      await page.evaluate(() => sessionStorage.clear());
      await signInByForm(page, lng, email);
      await step.getByRole('button', { name: words.useRecovery }).click();
      await step.getByLabel(words.recovery).fill(recoveryCode.toUpperCase());
      await step.getByRole('button', { name: words.go, exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await page.goto('/dashboard/account');
      await expect(page.getByText(words.left)).toBeVisible();
    },
  );
}

test(
  "an ADMIN sees who has two steps and removes them for a person who lost the phone, which ends that person's sessions at once (AU-5)",
  inSweep(),
  async ({ page, server, tokenOf, another, expectError }) => {
    expectError(/status of 40[01]|\[object Object\]|problem/i);
    const email = await newPerson(server, 'playroom', await tokenOf('admin'));
    await signInByForm(page, 'kr', email);
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto('/dashboard/account');
    await page.getByRole('button', { name: WORDS.kr.setUp }).click();
    await setUp(page, 'kr', '[role=dialog]');
    await page.getByRole('button', { name: WORDS.kr.kept }).click();

    const admin = await another('admin');
    await admin.setViewportSize(PHONE);
    await admin.goto(`/dashboard/system/users?tab=people&q=${encodeURIComponent(email)}`);
    await admin.getByTestId('user').getByRole('button').click();
    const factor = admin.getByTestId('user-drawer').getByRole('region', { name: '2단계 인증' });
    await expect(factor).toContainText('사용하고 있어요');
    await factor.getByRole('button', { name: '초기화' }).click();
    await expectAccessible(admin, { what: 'the question before a reset', within: '[role=dialog]:last-of-type' });
    await admin
      .getByRole('dialog', { name: /초기화할까요/ })
      .getByRole('button', { name: '초기화' })
      .click();
    await expect(factor).toContainText('사용하지 않아요');
    await expect(page).toHaveURL(/\/auth\/jwt\/sign-in/);
    await signInByForm(page, 'kr', email);
    await expect(page).toHaveURL(/\/dashboard/);
  },
);

test('an ADMIN sets after how many idle minutes a role is signed out (AU-5)', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.setViewportSize(PHONE);
  await page.goto('/dashboard/system/users?tab=people');
  const rules = page.getByRole('region', { name: '로그인 보안' });
  const minutes = rules.getByRole('group', { name: '상담원' }).getByLabel('자동 로그아웃');
  const save = async (value: string) => {
    await minutes.selectOption(value);
    const saved = page.waitForResponse(
      (reply) => reply.url().endsWith('/sign-in-rules') && reply.request().method() === 'PATCH',
    );
    await rules.getByRole('button', { name: '저장' }).click();
    expect((await saved).status()).toBe(200);
  };
  // The longest idle time, as long as a session lives, so that no other test is affected.
  await save('720');
  await page.reload();
  await expect(minutes).toHaveValue('720');
  await expectAccessible(page, { what: 'the rules of signing in' });
  await fitsTheScreen(page);
  await save('');
});

for (const lng of ['kr', 'en'] as const) {
  test(
    `a person who was idle for too long is at sign-in and reads why, and the page sends no more requests (AU-5, ${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, expectError }) => {
      expectError(/status of 401|SESSION_IDLE/);
      await signIn('owner');
      await page.goto(`/dashboard/account?lng=${lng}`);
      await expect(page.getByTestId('session').first()).toBeVisible();
      // The page reports only real input to the server.
      let isShown = false;
      page.on(
        'request',
        (request) => (isShown ||= request.method() === 'PATCH' && request.url().endsWith('/api/v2/auth/session')),
      );
      // The listener for input loads after the screen.
      await expect(async () => {
        await page.mouse.move(200 + Math.random() * 100, 200);
        await page.keyboard.press('Shift');
        expect(isShown).toBe(true);
      }).toPass();
      let requestCount = 0;
      await page.route('**/api/v2/**', (route) => {
        requestCount += 1;
        return route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code: 'SESSION_IDLE', status: 401, title: '', type: '', requestId: '' }),
        });
      });
      await page.reload();
      await expect(page).toHaveURL(/\/auth\/jwt\/sign-in\?returnTo=/);
      await expect(page.getByRole('alert')).toContainText(
        lng === 'kr' ? '한동안 사용하지 않아 로그아웃됐어요' : 'signed out because you were inactive',
      );
      await expectAccessible(page, { what: 'sign-in after a session that ended by itself' });
      expect(requestCount).toBeLessThan(8);
    },
  );
}
