import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test(
  'when the server cannot be reached a bar says so, and loaded content stays readable',
  inSweep(),
  async ({ page, signIn, context, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await signIn('owner');
    await page.goto('/dashboard/door');
    const door = page.getByTestId('door-card').filter({ hasText: '5번 관악룸 문' }).first();
    await expect(door).toBeVisible();
    await context.setOffline(true);
    const bar = page.getByTestId('offline-bar');
    await expect(bar).toContainText('서버에 연결할 수 없어요.');
    await expect(door).toBeVisible();
    await context.setOffline(false);
    await expect(bar).toBeHidden();
  },
);

test(
  'a command that cannot be sent while offline is shown as not sent',
  inSweep(),
  async ({ page, signIn, context, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await signIn('owner');
    await page.goto('/dashboard/door');
    const card = page.getByTestId('door-card').filter({ hasText: '5번 관악룸 문' }).first();
    await expect(card).toBeVisible();
    await context.setOffline(true);
    await card.getByRole('button', { name: '5번 관악룸 문 열기' }).click();
    await expect(card.getByTestId('door-outcome')).toContainText('문을 열지 못했어요. 서버의 답을 받지 못했어요.');
    await context.setOffline(false);
  },
);

test('sign-in says when the server cannot be reached', inSweep(), async ({ page, context, expectError }) => {
  expectError(/ERR_INTERNET_DISCONNECTED|Sign-in failed|Failed to load/);
  await page.goto('/auth/jwt/sign-in');
  await page.getByLabel('이메일').fill('owner@demo.test');
  await page.getByLabel('비밀번호', { exact: true }).fill('x');
  await context.setOffline(true);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert')).toContainText('서버에 연결할 수 없어요. 인터넷 연결을 확인해 주세요.');
  await expect(page.getByTestId('offline-bar')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: '다시 연결' }).click();
  await expect(page.getByTestId('offline-bar')).toBeHidden();
});

test('the application can be installed: it has a manifest with icons', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(href ?? '')).json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
});
