import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { fromElsewhere } from './support/people.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const OLD = 'a sentence that nobody guesses';
const NEW = 'another sentence that is new';
const PHONE = { width: 360, height: 740 } as const;
/** Names a folder for pictures of every state of the page; optional. */
const shots = process.env['SCREENS_DIR'];
const WORDS = {
  kr: {
    make: '재설정 링크 만들기',
    now: '링크 만들기',
    link: '재설정 링크',
    title: '새 비밀번호 정하기',
    newPassword: '새 비밀번호',
    submit: '비밀번호 바꾸기',
    common: /흔히 쓰이는/,
    done: '비밀번호를 바꿨어요',
    invalid: '사용할 수 없는 링크예요',
    toSignIn: '로그인',
    email: '이메일',
    password: '비밀번호',
    forgot: '비밀번호를 잊으셨나요?',
    request: '링크 받기',
    received: '요청을 받았어요',
    mailed: /이메일로 받은 링크로 비밀번호가/,
    wasReset: /김본부 님이 만든 링크/,
  },
  en: {
    make: 'Create a reset link',
    now: 'Create link',
    link: 'Reset link',
    title: 'Set a new password',
    newPassword: 'New password',
    submit: 'Set password',
    common: /too common/,
    done: 'Your password is set',
    invalid: 'This link cannot be used',
    toSignIn: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    forgot: 'Forgot your password?',
    request: 'Send link',
    received: 'Request received',
    mailed: /with a link requested by e-mail/,
    wasReset: /with a link from 김본부/,
  },
} as const;
type Language = keyof typeof WORDS;
let people = 0;

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
const post = (server: string, path: string, body: unknown, token?: string) =>
  fetch(`${server}/api/v2${path}`, {
    method: 'POST',
    headers: {
      ...fromElsewhere(),
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

/** Creates a person whose password no other test needs. */
async function newPerson(server: string, admin: string): Promise<{ email: string; userId: string }> {
  const email = `reset-${Date.now()}-${(people += 1)}@test.example`;
  expect(
    (
      await post(server, '/auth/sign-up', {
        product: 'playroom',
        name: '한가람',
        email,
        phone: '010-2345-6789',
        storeName: '강남점',
        password: OLD,
      })
    ).ok,
  ).toBe(true);
  const found = await fetch(`${server}/api/v2/playroom/user?q=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  const { items } = (await found.json()) as { items: { id: string; version: number }[] };
  expect(
    (
      await post(
        server,
        `/playroom/user/${items[0]?.id}/approve`,
        { version: items[0]?.version, roles: [{ role: 'SUB_ADMIN' }], storeIds: [] },
        admin,
      )
    ).ok,
  ).toBe(true);
  return { email, userId: items[0]?.id ?? '' };
}

async function picture(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/reset-${name}.png` });
}

async function signInByForm(page: Page, lng: Language, email: string, password: string): Promise<void> {
  await page.getByLabel(WORDS[lng].email).fill(email);
  await page.getByLabel(WORDS[lng].password, { exact: true }).fill(password);
  await page.getByTestId('sign-in-form').getByRole('button', { name: WORDS[lng].toSignIn, exact: true }).click();
}

for (const lng of ['kr', 'en'] as const) {
  test(
    `a forgotten password is replaced on a phone with a one-time link from an ADMIN, in ${lng}`,
    inSweep(sweepIn(lng)),
    async ({ page, another, server, tokenOf, expectError, browser }) => {
      test.slow();
      expectError(/400|401|410|429|Sign-in failed|status of 4|problem/i);
      const words = WORDS[lng];
      const { email, userId } = await newPerson(server, await tokenOf('admin'));

      const admin = await another('admin');
      await admin.goto(`/dashboard/system/users?tab=people&user=${userId}&lng=${lng}`);
      await admin.getByTestId('user-drawer').getByRole('button', { name: words.make }).click();
      const dialog = admin.getByRole('dialog', { name: /재설정 링크|Password reset link/ });
      await dialog.getByRole('button', { name: words.now }).click();
      await expect(dialog.getByLabel(words.link)).toHaveValue(/\/reset-password#[\w-]{43}$/);
      const link = await dialog.getByLabel(words.link).inputValue();
      await expect(dialog.getByTestId('link-email')).toContainText('***@t***.example');
      await expectAccessible(admin, { what: 'the link', modes: MODES, within: '[role=dialog]' });
      await picture(admin, `dialog-${lng}-1440`);
      await admin.setViewportSize(PHONE);
      await fitsTheScreen(admin);
      await picture(admin, `dialog-${lng}-360`);

      // The token is in no request's address and in no Referer header.
      const reported: string[] = [];
      page.on('request', (request) => reported.push(request.url(), request.headers()['referer'] ?? ''));
      await page.setViewportSize(PHONE);
      await page.goto(`/auth/jwt/sign-in?lng=${lng}`);
      await expect(page.getByRole('link', { name: words.forgot })).toBeVisible();
      await fitsTheScreen(page);
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      const field = page.getByLabel(words.newPassword, { exact: true });
      await expect(field).toHaveAttribute('autocomplete', 'new-password');
      await expectAccessible(page, { what: 'the form', modes: MODES });
      await fitsTheScreen(page);
      await picture(page, `form-${lng}-360`);
      await field.fill('password1234567');
      const submit = page.getByRole('button', { name: words.submit });
      expect((await submit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await submit.click();
      await expect(page.getByText(words.common)).toBeVisible();
      await picture(page, `refused-${lng}-360`);

      // A second browser has the same link open.
      const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await other.goto(link.replace('#', `?lng=${lng}#`));
      await expect(other.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      await picture(other, `form-${lng}-1440`);

      await field.fill(NEW);
      await submit.click();
      await expect(page.getByRole('heading', { level: 1, name: words.done })).toBeVisible();
      await expect(page).toHaveURL('/reset-password');
      await expectAccessible(page, { what: 'done', modes: MODES });
      await picture(page, `done-${lng}-360`);
      await other.getByLabel(words.newPassword, { exact: true }).fill('a sentence of somebody else');
      await other.getByRole('button', { name: words.submit }).click();
      await expect(other.getByRole('heading', { level: 1, name: words.invalid })).toBeVisible();
      await expectAccessible(other, { what: 'used', modes: MODES });
      await picture(other, `used-${lng}-1440`);
      await other.context().close();
      const token = link.split('#')[1] ?? '';
      expect(reported.filter((text) => text.includes(token))).toEqual([]);

      await page.getByRole('link', { name: words.toSignIn }).click();
      await signInByForm(page, lng, email, NEW);
      await expect(page).toHaveURL('/dashboard');
      await page.goto('/dashboard/account');
      await expect(page.getByTestId('was-reset')).toContainText(words.wasReset);
      await fitsTheScreen(page);
      await picture(page, `account-${lng}-360`);
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: words.invalid })).toBeVisible();
    },
  );
}

for (const lng of ['kr', 'en'] as const) {
  test(
    `a person who forgot the password requests the link by e-mail, and sets a new one (AU-10), in ${lng}`,
    inSweep(sweepIn(lng)),
    async ({ page, another, server, tokenOf, expectError }) => {
      test.slow();
      expectError(/410|status of 4|problem/i);
      const words = WORDS[lng];
      const { email } = await newPerson(server, await tokenOf('admin'));
      await page.setViewportSize(PHONE);
      await page.goto(`/auth/jwt/sign-in?lng=${lng}`);
      await picture(page, `sign-in-${lng}-360`);
      await page.getByRole('link', { name: words.forgot }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.forgot })).toBeVisible();
      await expectAccessible(page, { what: 'the request', modes: MODES });
      await fitsTheScreen(page);
      await picture(page, `request-${lng}-360`);
      await page.getByLabel(words.email).fill(email);
      await page.getByRole('button', { name: words.request }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.received })).toBeVisible();
      await expect(page.getByTestId('forgot-sent')).toContainText(email);
      await expectAccessible(page, { what: 'the answer', modes: MODES });
      await fitsTheScreen(page);
      await picture(page, `requested-${lng}-360`);

      const admin = await another('admin');
      await admin.goto(`/dashboard/system/demo-inbox?lng=${lng}`);
      const mail = admin.getByTestId('inbox-item').filter({ hasText: email });
      await expect(mail).toHaveCount(1);
      const link = /https?:\/\/\S+\/reset-password#[\w-]{43}/.exec(await mail.innerText())?.[0] ?? '';
      await picture(admin, `inbox-${lng}-1440`);

      // The link has the address of the server, which the demo knows.
      expect(new URL(link).origin).toBe(server);
      await page.goto(link);
      await page.getByLabel(words.newPassword, { exact: true }).fill(NEW);
      await page.getByRole('button', { name: words.submit }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.done })).toBeVisible();
      await page.getByRole('link', { name: words.toSignIn }).click();
      await signInByForm(page, lng, email, NEW);
      await expect(page).toHaveURL('/dashboard');
      await page.goto('/dashboard/account');
      await expect(page.getByTestId('was-reset')).toContainText(words.mailed);
    },
  );
}

test(
  'a reset address without the secret says so, and a server that cannot be reached leaves a way to try again',
  inSweep(),
  async ({ page, expectError }) => {
    expectError(/./);
    await page.goto('/reset-password');
    await expect(page.getByTestId('reset-invalid')).toContainText('받은 링크 전체를');
    await page.route('**/auth/password-reset/check', (route) => route.abort());
    await page.goto('/reset-password#abc');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/auth/password-reset/check');
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '사용할 수 없는 링크예요' })).toBeVisible();
  },
);
