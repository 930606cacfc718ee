import { expect, test } from './support/fixtures.ts';
import { emailOf, PASSWORD } from './support/people.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests stop the clock of their pages.
test.use({ hasOwnContext: true });

/** Builds a token with this payload and without a valid signature. */
function tokenWith(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

test('a person signs in with the form and reaches the dashboard', async ({ page }) => {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/auth/login')) bodies.push(request.postDataJSON());
  });
  await page.goto('/auth/jwt/sign-in');
  await page.getByLabel('이메일').fill(emailOf('owner'));
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  const me = page.waitForRequest('**/api/v2/auth/me');
  await page.getByRole('button', { name: '로그인' }).click();
  const token = await page
    .waitForFunction(() => sessionStorage.getItem('jwt_access_token'))
    .then((it) => it.jsonValue());
  expect(await (await me).headerValue('authorization')).toBe(`Bearer ${String(token)}`);
  await expect(page).toHaveURL('/dashboard');
  expect(bodies).toEqual([
    { email: 'owner@demo.test', password: PASSWORD, device: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(await page.evaluate(() => localStorage.getItem('jwt_access_token'))).toBeNull();
});

test('after signing in a person is on the screen that they opened before', async ({ page }) => {
  await page.goto('/dashboard/door?show=attention');
  await page.getByLabel('이메일').fill(emailOf('owner'));
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/door?show=attention');
});

test('a wrong password gets a plain explanation, is logged, and keeps the form', async ({ page, expectError }) => {
  expectError(/Sign-in failed|401/);
  const logged = page.waitForEvent('console', (message) => message.text().includes('Sign-in failed'));
  await page.goto('/auth/jwt/sign-in');
  await page.getByLabel('이메일').fill('nobody@demo.test');
  await page.getByLabel('비밀번호', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert')).toContainText('이메일 또는 비밀번호가 올바르지 않아요.');
  await logged;
  await expect(page.getByLabel('이메일')).toHaveValue('nobody@demo.test');
  expect(await page.evaluate(() => sessionStorage.getItem('jwt_access_token'))).toBeNull();
});

for (const [reply, words] of [
  [{}, 'Access token not found in response'],
  [{ accessToken: tokenWith({ sub: '1' }) }, 'Invalid access token!'],
] as const) {
  test(`an unusable reply to sign-in shows: ${words}`, inSweep(), async ({ page, expectError }) => {
    expectError(/Sign-in failed/);
    await page.route('**/api/v2/auth/login', (route) => route.fulfill({ json: reply }));
    await page.goto('/auth/jwt/sign-in');
    await page.getByLabel('이메일').fill(emailOf('owner'));
    await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '로그인' }).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    expect(await page.evaluate(() => sessionStorage.getItem('jwt_access_token'))).toBeNull();
  });
}

test('a failed sign-in without a body in the reply says that something went wrong', async ({ page, expectError }) => {
  expectError(/502|Sign-in failed/);
  const logged = page.waitForEvent('console', (message) => message.text().includes('Something went wrong!'));
  await page.route('**/api/v2/auth/login', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/auth/jwt/sign-in');
  await page.getByLabel('이메일').fill(emailOf('owner'));
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert')).toContainText('문제가 발생했어요.');
  await logged;
});

test('a stored token is used to read the current user', async ({ page, signIn, tokenOf }) => {
  await signIn('owner');
  const me = page.waitForRequest('**/api/v2/auth/me');
  await page.goto('/dashboard');
  expect(await (await me).headerValue('authorization')).toBe(`Bearer ${await tokenOf('owner')}`);
  await page.getByTestId('account-button').click();
  await expect(page.getByTestId('account-drawer')).toContainText('박점주');
  await expect(page.getByTestId('account-drawer')).toContainText('가맹점주');
});

for (const [what, token] of [
  ['one part', 'nonsense'],
  ['no exp', tokenWith({ sub: '1' })],
  ['an exp in the past', tokenWith({ exp: 1_600_000_000 })],
] as const) {
  test(`a stored token with ${what} is not used`, inSweep(), async ({ page }) => {
    let requestCount = 0;
    await page.route('**/api/v2/auth/me', async (route) => {
      requestCount += 1;
      await route.continue();
    });
    await page.addInitScript((kept) => sessionStorage.setItem('jwt_access_token', kept), token);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/sign-in\?returnTo=%2Fdashboard$/);
    expect(requestCount).toBe(0);
  });
}

test('when the current user cannot be read, the failure is logged and the person is signed out', async ({
  page,
  expectError,
}) => {
  expectError(/401|NOT_SIGNED_IN|SESSION_ENDED|Object/);
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && !message.text().includes('Failed to load'),
  );
  await page.addInitScript((kept) => sessionStorage.setItem('jwt_access_token', kept), tokenWith({ exp: inAnHour() }));
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/sign-in\?returnTo/);
  await logged;
});

test('sign-out deletes the token, ends the session on the server and reloads the page', async ({
  page,
  signInAlone,
  server,
  expectError,
}) => {
  expectError(/401/);
  const token = await signInAlone('owner');
  await page.goto('/dashboard');
  await page.getByTestId('account-button').click();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: '로그아웃' }).click();
  await page.waitForFunction(() => !('isSamePage' in window));
  await expect(page).toHaveURL(/\/auth\/jwt\/sign-in/);
  expect(await page.evaluate(() => sessionStorage.getItem('jwt_access_token'))).toBeNull();
  expect((await fetch(`${server}/api/v2/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});

test(
  'when the token expires an alert says so and the person signs in again',
  inSweep(),
  async ({ page, signInAlone, expectError }) => {
    expectError(/401/); // A poll that was under way.
    // A new token, because those of the other tests are minutes old.
    await signInAlone('owner');
    await page.clock.install();
    await page.goto('/dashboard/door?store=any');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const texts: string[] = [];
    page.on('dialog', async (dialog) => {
      texts.push(dialog.message());
      await dialog.accept();
    });
    await page.clock.fastForward('11:59:00');
    expect(texts).toEqual([]);
    await page.clock.fastForward('00:02:00');
    // The way back has the query too (SH-32).
    await expect(page).toHaveURL('/auth/jwt/sign-in?returnTo=%2Fdashboard%2Fdoor%3Fstore%3Dany');
    expect(texts).toEqual(['Token expired!']);
    expect(await page.evaluate(() => sessionStorage.getItem('jwt_access_token'))).toBeNull();
  },
);

test(
  'a session that ended elsewhere is detected by the next check and leads to sign-in',
  inSweep(),
  async ({ page, signInAlone, server, expectError }) => {
    expectError(/401|SESSION_ENDED|Object/);
    const token = await signInAlone('admin');
    await page.goto('/dashboard/admin/device-history');
    await expect(page.getByTestId('history-row').first()).toBeVisible();
    await fetch(`${server}/api/v2/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await expect(page).toHaveURL(/sign-in\?returnTo=%2Fdashboard%2Fadmin%2Fdevice-history/);
  },
);

test(
  'a person without a role from the server is an admin in the session, and sees only what requires no role',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    await page.route('**/api/v2/auth/me', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), roles: [] } });
    });
    await page.goto('/dashboard');
    await expect(page.getByTestId('no-permission')).toBeVisible();
    await expect(page.getByRole('navigation', { name: '메뉴' }).getByRole('link')).toHaveCount(0);
  },
);
