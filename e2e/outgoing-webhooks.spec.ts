import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './support/axe.ts';
import { expect, sweepIn, test as base } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

interface Receiver {
  readonly url: string;
  /** The status of every answer from now on. */
  status: number;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
}

/** The receiver plays a system of the chain, on this machine. */
const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const it: { url: string; status: number; received: typeof received } = { url: '', status: 200, received };
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        response.writeHead(it.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    it.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/${crypto.randomUUID()}`;
    await use(it);
    await new Promise((resolve) => server.close(resolve));
  },
});

const INTEGRATIONS = '/dashboard/system/integrations';
const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': crypto.randomUUID(),
});

/** Creates a webhook endpoint through the API. */
async function createEndpoint(
  server: string,
  token: string,
  url: string,
  description = '',
): Promise<{ id: string; version: number }> {
  const reply = await fetch(`${server}/api/v2/playroom/webhook-endpoint`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ url, description, types: ['settlement.changed'] }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { endpoint: { id: string; version: number } }).endpoint;
}

async function removed(server: string, token: string, id: string): Promise<void> {
  const { 'content-type': _none, ...headers } = headersOf(token);
  expect((await fetch(`${server}/api/v2/playroom/webhook-endpoint/${id}`, { method: 'DELETE', headers })).status).toBe(
    200,
  );
}

test(
  'a webhook endpoint is created, its secret shown once, and tested; a failure is explained, and a delivery is viewed and replayed (AP-7)',
  inSweep(),
  async ({ page, signIn, receiver, expectError }) => {
    expectError(/status of 400 .*webhook-endpoint/);
    await signIn('admin');
    await page.goto(INTEGRATIONS);
    await page.getByRole('button', { name: '수신처 추가' }).click();
    const dialog = page.getByRole('dialog');
    // A refused address is explained in plain words.
    await dialog.getByLabel('받을 주소').fill('https://10.1.2.3/hook');
    await dialog.getByLabel('정산서').check();
    await dialog.getByRole('button', { name: '추가', exact: true }).click();
    await expect(dialog.getByText('사내망이나 이 서버 안쪽의 주소로는 보낼 수 없어요.')).toBeVisible();
    await dialog.getByLabel('받을 주소').fill(receiver.url);
    await dialog.getByRole('button', { name: '추가', exact: true }).click();
    const secret = await dialog.getByLabel('서명 키').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: '닫기' }).click();
    await expect(dialog).toHaveCount(0);
    const row = page.getByTestId('webhook-endpoint').filter({ hasText: receiver.url });
    await expect(row).toContainText('정산서');
    await expect(row).toContainText('아직 전달된 적 없음');

    // A test message arrives, signed with the secret that was shown.
    await row.getByRole('button', { name: '테스트 메시지' }).click();
    await expect(dialog.getByTestId('delivery-state')).toHaveText('전달됨');
    await expect(dialog.getByTestId('delivery-tries')).toContainText('받았어요 (200)');
    // Other tests on this server may cause messages to this endpoint as well.
    const tests = () => receiver.received.filter((it) => it.body.includes('"webhook.test"'));
    const message = tests()[0];
    const content = `${String(message?.headers['webhook-id'])}.${String(message?.headers['webhook-timestamp'])}.${message?.body ?? ''}`;
    expect(message?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(content)
        .digest('base64')}`,
    );
    await dialog.getByRole('button', { name: '닫기' }).click();

    // The receiver fails the next message. It is listed among the deliveries and sent again manually after the receiver
    // is repaired.
    receiver.status = 503;
    await row.getByRole('button', { name: '테스트 메시지' }).click();
    await expect(dialog.getByTestId('delivery-tries')).toContainText('수신처에서 오류가 났어요 (503)');
    await dialog.getByRole('button', { name: '닫기' }).click();
    await expect(row).toContainText('부터 전달되지 않고 있어요');
    await row.getByRole('link', { name: '전송 기록' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '웹훅 전송 기록' })).toBeVisible();
    await page.getByLabel('이벤트').selectOption({ label: '테스트 메시지' });
    await expect(page.getByTestId('webhook-delivery')).toHaveCount(2);
    await page.getByLabel('결과').selectOption({ label: '전달됨' });
    await expect(page.getByTestId('webhook-delivery')).toHaveCount(1);
    await page.getByLabel('결과').selectOption({ label: '전체' });
    await expect(page.getByTestId('webhook-delivery')).toHaveCount(2);
    receiver.status = 200;
    await page.getByTestId('webhook-delivery').first().getByRole('button').click();
    await expect(dialog.getByTestId('delivery-body')).toContainText('"type": "webhook.test"');
    // The second automatic attempt may already have delivered it, because the pause before it is short.
    await dialog.getByRole('button', { name: /^(지금 보내기|다시 보내기)$/ }).click();
    await expect(dialog.getByTestId('delivery-state')).toHaveText('전달됨');
    expect(
      new Set(
        tests()
          .slice(1)
          .map((it) => `${String(it.headers['webhook-id'])} ${it.body}`),
      ).size,
    ).toBe(1);
    await dialog.getByRole('button', { name: '닫기' }).click();

    // A removed endpoint disappears from the list; its deliveries stay.
    await page.getByRole('link', { name: 'API 키·웹훅·캘린더' }).last().click();
    await row.getByRole('button', { name: '삭제' }).click();
    await dialog.getByRole('button', { name: '삭제' }).click();
    await expect(row).toHaveCount(0);
  },
);

test(
  'messages that a receiver missed while it was down are sent again with one action',
  inSweep(),
  async ({ page, signIn, receiver, server, tokenOf }) => {
    const token = await tokenOf('admin');
    receiver.status = 410;
    const { id } = await createEndpoint(server, token, receiver.url, '끊긴 회계');
    const sent = await fetch(`${server}/api/v2/playroom/webhook-endpoint/${id}/test`, {
      method: 'POST',
      headers: headersOf(token),
      body: '{}',
    });
    expect(sent.status).toBe(200);
    await signIn('admin');
    await page.goto(INTEGRATIONS);
    const row = page.getByTestId('webhook-endpoint').filter({ hasText: '끊긴 회계' });
    await expect(row).toContainText('계속 실패해서 멈춤', { timeout: 30_000 });
    receiver.status = 200;
    await row.getByRole('button', { name: /다시 켜기$/ }).click();
    await expect(row).toContainText('보내는 중');
    await row.getByRole('link').click();
    await page.getByRole('button', { name: '못 보낸 것 모두 다시 보내기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '다시 보내기' }).click();
    await expect(dialog.getByTestId('replay-outcome')).toHaveText(/^\d+건을 다시 보내고 있어요\.$/);
    await dialog.getByRole('button', { name: '닫기' }).click();
    await expect(page.getByTestId('webhook-delivery').first()).toHaveAttribute('data-state', 'DELIVERED');
    await removed(server, token, id);
  },
);

test(
  'SUB_ADMIN sees webhook deliveries and cannot send any; other roles see the 403 screen',
  inSweep(),
  async ({ page, signIn, another }) => {
    await signIn('sub');
    await page.goto(`${INTEGRATIONS}/delivery`);
    await expect(page.getByRole('heading', { level: 1, name: '웹훅 전송 기록' })).toBeVisible();
    await expect(page.getByRole('button', { name: /다시 보내기/ })).toHaveCount(0);
    const owner = await another('owner');
    await owner.goto(`${INTEGRATIONS}/delivery`);
    await expect(owner.getByTestId('no-permission')).toContainText('결제사 연결 보기');
  },
);

const WORDS = {
  kr: {
    title: '웹훅 전송 기록',
    add: '수신처 추가',
    cancel: '취소',
    close: '닫기',
    test: /테스트 메시지/,
    edit: /수정$/,
    renew: /^서명 키 교체/,
    remove: /^삭제/,
  },
  en: {
    title: 'Webhook deliveries',
    add: 'Add an endpoint',
    cancel: 'Cancel',
    close: 'Close',
    test: /test message/,
    edit: /^Edit/,
    renew: /^New secret/,
    remove: /^Remove/,
  },
} as const;

for (const lng of ['kr', 'en'] as const) {
  test(
    `the webhook screens and their dialogs are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, receiver, server, tokenOf }) => {
      const token = await tokenOf('admin');
      receiver.status = 503;
      const { id } = await createEndpoint(
        server,
        token,
        `${receiver.url}/${'long-way-'.repeat(12)}${lng}`,
        `아주 긴 설명 ${'가'.repeat(60)} ${lng}`,
      );
      await signIn('admin');
      await page.goto(`${INTEGRATIONS}?lng=${lng}`);
      const row = page
        .getByTestId('webhook-endpoint')
        .filter({ hasText: `long-way-${lng}` })
        .filter({ hasText: receiver.url });
      await expect(row).toBeVisible();
      await expectAccessible(page, { what: `endpoints in ${lng}` });
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, { what: `endpoints on a phone in ${lng}`, modes: ['light'] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      for (const opener of [
        page.getByRole('button', { name: WORDS[lng].add }),
        ...[WORDS[lng].edit, WORDS[lng].renew, WORDS[lng].remove].map((name) => row.getByRole('button', { name })),
      ]) {
        await opener.click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, { what: `a dialog in ${lng}`, within: '[role=dialog]' });
        await page.getByRole('dialog').getByRole('button', { name: WORDS[lng].cancel }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await row.getByRole('button', { name: WORDS[lng].test }).click();
      await expect(page.getByTestId('delivery-tries')).toBeVisible();
      await expectAccessible(page, { what: `a delivery in ${lng}`, within: '[role=dialog]' });
      await page.getByRole('dialog').getByRole('button', { name: WORDS[lng].close }).click();
      await page.goto(`${INTEGRATIONS}/delivery?endpoint=${id}&lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: WORDS[lng].title })).toBeVisible();
      await expect(page.getByTestId('webhook-delivery').first()).toBeVisible();
      await expectAccessible(page, { what: `deliveries on a phone in ${lng}` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page, { what: `deliveries in ${lng}`, modes: ['light'] });
      await removed(server, token, id);
    },
  );
}
