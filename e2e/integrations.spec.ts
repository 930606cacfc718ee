import { expectAccessible } from './axe.ts';
import { expect, sweepIn, test } from './fixtures.ts';

const WORDS = {
  kr: { title: 'API 키·웹훅·캘린더', add: '키 발급', feed: '주소 만들기', cancel: '취소' },
  en: { title: 'API keys, webhooks, calendars', add: 'Make a key', feed: 'Make an address', cancel: 'Cancel' },
} as const;

test('an API key is created, shown once, used by a channel, and rejected after it was revoked (RV-9)', async ({
  page,
  signIn,
  server,
}) => {
  await signIn('admin');
  await page.goto('/dashboard/system/integrations');
  const name = `예약나라 ${String(Date.now())}`;
  await page.getByRole('button', { name: '키 발급' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('이름').fill(name);
  await dialog.getByRole('button', { name: '발급' }).click();
  const secret = await dialog.getByLabel('API 키').inputValue();
  expect(secret).toMatch(/^mk_[\w-]{43}$/);
  const ask = () =>
    fetch(`${server}/api/v2/playroom/channel/store`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await ask()).status).toBe(200);
  await dialog.getByRole('button', { name: '닫기' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.reload();
  const row = page.getByTestId('api-key').filter({ hasText: name });
  await expect(row).toContainText(secret.slice(0, 9));
  await expect(row).toContainText('모든 매장');
  await expect(row).toContainText('마지막 사용');
  await row.getByRole('button', { name: `${name} 키 해제` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '해제' }).click();
  await expect(row).toHaveCount(0);
  expect((await ask()).status).toBe(401);
  // The state is in the address, which the router changes shortly after the click.
  await page.getByLabel('해제한 키도 보기').click();
  await expect(page).toHaveURL(/revoked=yes/);
  await expect(row).toContainText('해제됨');
});

test('the address of a calendar feed is created for a room of a chosen store, read, and revoked (RV-8)', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/dashboard/system/integrations');
  await page.getByRole('button', { name: '주소 만들기' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '만들기' })).toBeDisabled();
  await dialog.getByLabel('매장', { exact: true }).selectOption({ label: '홍대점' });
  const room = dialog.getByLabel('보여 줄 예약');
  await expect(room.getByRole('option')).not.toHaveCount(1);
  await room.selectOption({ index: 1 });
  const name = `홍대점 · ${await room.locator('option:checked').innerText()}`;
  await dialog.getByRole('button', { name: '만들기' }).click();
  const address = await dialog.getByLabel('캘린더 주소').inputValue();
  const feed = await fetch(address);
  expect([feed.status, (await feed.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);
  await dialog.getByRole('button', { name: '닫기' }).click();
  const row = page.getByTestId('feed').filter({ hasText: name }).first();
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: '폐기' }).click();
  await expect(page.getByText('주소를 폐기했어요.')).toBeVisible();
  expect((await fetch(address)).status).toBe(410);
});

test('SUB_ADMIN sees the integrations without a button to change anything; other roles see the 403 screen', async ({
  page,
  signIn,
  another,
}) => {
  await signIn('sub');
  await page.goto('/dashboard/system/integrations');
  await expect(page.getByRole('heading', { level: 2, name: 'API 키' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  const owner = await another('owner');
  await owner.goto('/dashboard/system/integrations');
  await expect(owner.getByTestId('no-permission')).toContainText('api-keys:read');
});

for (const lng of ['kr', 'en'] as const) {
  test(
    `the screen of integrations and its dialogs are accessible and fit a phone (${lng})`,
    sweepIn(lng),
    async ({ page, signIn, server, tokenOf }) => {
      const headers = {
        authorization: `Bearer ${await tokenOf('admin')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      const made = await fetch(`${server}/api/v2/playroom/api-key`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `아주 긴 이름의 예약 채널 ${'가'.repeat(40)}`, storeIds: null }),
      });
      expect(made.status).toBe(200);
      await signIn('admin');
      await page.goto(`/dashboard/system/integrations?lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: WORDS[lng].title })).toBeVisible();
      await expect(page.getByTestId('api-key').first()).toBeVisible();
      await expectAccessible(page, { what: `the screen in ${lng}` });
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, { what: `the screen on a phone in ${lng}`, modes: ['light'] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      for (const opener of [WORDS[lng].add, WORDS[lng].feed]) {
        await page.getByRole('button', { name: opener }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, { what: `${opener} in ${lng}`, within: '[role=dialog]' });
        await page.getByRole('dialog').getByRole('button', { name: WORDS[lng].cancel }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    },
  );
}
