import { expectAccessible } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { at, dayFromNow, GUEST } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const WORDS = {
  kr: {
    title: 'API 키·웹훅·캘린더',
    add: '키 발급',
    statement: '정산서 가져오기',
    feed: '주소 만들기',
    cancel: '취소',
  },
  en: {
    title: 'API keys, webhooks, calendars',
    add: 'Create a key',
    statement: 'Import a statement',
    feed: 'Create a feed',
    cancel: 'Cancel',
  },
} as const;

test(
  'an API key is created, shown once, used by a channel, and rejected after it was revoked (RV-9)',
  inSweep(),
  async ({ page, signIn, server }) => {
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
    await row.getByRole('button', { name: `${name} 키 폐기` }).click();
    await page.getByRole('dialog').getByRole('button', { name: '폐기' }).click();
    await expect(row).toHaveCount(0);
    expect((await ask()).status).toBe(401);
    // The state is in the address, which the router changes shortly after the click.
    await page.getByLabel('폐기한 키도 보기').click();
    await expect(page).toHaveURL(/revoked=yes/);
    await expect(row).toContainText('폐기됨');
  },
);

test(
  'the address of a calendar feed is created for a room of a chosen store, read, and revoked (RV-8)',
  inSweep(),
  async ({ page, signIn }) => {
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
  },
);

test(
  'a statement of a channel is imported, compared with the ledger and removed (CH-4)',
  inSweep(),
  async ({ page, signIn, server, playroom }) => {
    const name = `정산나라 ${String(Date.now())}`;
    const key = await playroom.ask<{ apiKey: { id: string }; secret: string }>('admin', 'POST', 'api-key', {
      name,
      storeIds: null,
    });
    const channel = async <T>(path: string, body: object): Promise<T> => {
      const reply = await fetch(`${server}/api/v2/playroom/channel/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.secret}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
      expect(reply.status, path).toBe(200);
      return (await reply.json()) as T;
    };
    const room = await playroom.addRoom(`정산 ${String(Date.now())}`);
    const date = dayFromNow(1);
    const held = await channel<{ id: string; version: number; code: string; priceAmount: number }>('reservation', {
      roomId: room.id,
      startsAt: at(date, '13:00'),
      endsAt: at(date, '15:00'),
      ...GUEST,
    });
    await channel(`reservation/${held.id}/confirm`, {
      version: held.version,
      payment: { amount: held.priceAmount, commissionAmount: 1000, commissionVatAmount: 100, reference: name },
    });
    await signIn('admin');
    await page.goto('/dashboard/system/integrations');
    await page.getByRole('button', { name: '정산서 가져오기' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('예약 채널').selectOption({ label: name });
    const today = dayFromNow(0).replaceAll('-', '. ');
    await form.getByLabel('종료일').fill(today);
    await form.getByLabel('시작일').fill(dayFromNow(-20).replaceAll('-', '. '));
    await form.getByTestId('statement-file').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `결제번호,결제금액,환불금액,수수료\n${name},${held.priceAmount},0,1500\n다른 결제,5000,0,500\n`,
      ),
    });
    await form.getByRole('button', { name: '정산서 가져오기' }).click();
    await expect(page.getByText('정산서를 가져왔어요.')).toBeVisible();
    const compared = page.getByRole('dialog', { name: new RegExp(name) });
    const line = compared.getByTestId('statement-line').filter({ hasText: name });
    await expect(line).toContainText('금액 다름');
    await expect(line).toContainText(`예약 ${held.code} · 강남점`);
    await expect(line.getByRole('row', { name: /수수료/ })).toContainText('₩1,500');
    await expect(line.getByRole('row', { name: /수수료/ })).toContainText('₩1,100');
    await expect(compared.getByTestId('statement-line').filter({ hasText: '다른 결제' })).toContainText('알림 없음');
    await expectAccessible(page, { what: 'the comparison', within: '[role=dialog]' });
    await compared.getByRole('button', { name: '닫기' }).click();
    const row = page.getByTestId('channel-statement').filter({ hasText: name });
    await expect(row).toContainText('금액 다름 1');
    await row.getByRole('button', { name: /삭제/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
    await expect(row).toHaveCount(0);
  },
);

test(
  'SUB_ADMIN sees the integrations without a button to change anything; other roles see the 403 screen',
  inSweep(),
  async ({ page, signIn, another }) => {
    await signIn('sub');
    await page.goto('/dashboard/system/integrations');
    await expect(page.getByRole('heading', { level: 2, name: 'API 키' })).toBeVisible();
    // Comparing a statement changes nothing.
    await expect(page.getByRole('main').getByRole('button', { name: /^(?!.*비교하기)/ })).toHaveCount(0);
    const owner = await another('owner');
    await owner.goto('/dashboard/system/integrations');
    await expect(owner.getByTestId('no-permission')).toContainText('API 키와 웹훅 보기');
  },
);

for (const lng of ['kr', 'en'] as const) {
  test(
    `the screen of integrations and its dialogs are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, server, tokenOf }) => {
      const headers = {
        authorization: `Bearer ${await tokenOf('admin')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      const reply = await fetch(`${server}/api/v2/playroom/api-key`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `아주 긴 이름의 예약 채널 ${'가'.repeat(40)}`, storeIds: null }),
      });
      expect(reply.status).toBe(200);
      await signIn('admin');
      await page.goto(`/dashboard/system/integrations?lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: WORDS[lng].title })).toBeVisible();
      await expect(page.getByTestId('api-key').first()).toBeVisible();
      await expectAccessible(page, { what: `the screen in ${lng}` });
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, { what: `the screen on a phone in ${lng}`, modes: ['light'] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      for (const opener of [WORDS[lng].add, WORDS[lng].statement, WORDS[lng].feed]) {
        await page.getByRole('button', { name: opener }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, { what: `${opener} in ${lng}`, within: '[role=dialog]' });
        await page.getByRole('dialog').getByRole('button', { name: WORDS[lng].cancel }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    },
  );
}
