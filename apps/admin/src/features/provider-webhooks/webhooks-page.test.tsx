// @sweep 1/8 (decision 086)
import type { PaymentProviderSettings, ProviderWebhook } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const LIST = 'GET /api/v2/{product}/webhook';
const ONE = 'GET /api/v2/{product}/webhook/{webhookId}';
const REPLAY = 'POST /api/v2/{product}/webhook/{webhookId}/replay';
const SET = 'POST /api/v2/{product}/payment-provider';

const webhook = (over: Partial<ProviderWebhook> = {}): ProviderWebhook => ({
  id: sampleId(1),
  provider: 'PORTONE',
  state: 'WORKED',
  reason: null,
  type: 'Transaction.Paid',
  paymentId: sampleId(2),
  storeId: null,
  receivedAt: '2026-11-21T05:00:00.000Z',
  times: 3,
  lastReceivedAt: '2026-11-21T05:01:00.000Z',
  workedAt: '2026-11-21T05:00:01.000Z',
  bytes: 120,
  isWhole: true,
  ...over,
});
const settings = (over: Partial<PaymentProviderSettings> = {}): PaymentProviderSettings => ({
  provider: 'PORTONE',
  baseUrl: 'https://api.portone.io',
  isAddressAllowed: true,
  clientKey: 'channel',
  merchantId: 'store',
  hasWebhookSecret: true,
  feeTerms: [],
  webhookPath: '/api/v2/playroom/webhook/portone',
  changedAt: '2026-11-20T05:00:00.000Z',
  changedBy: '김지은',
  trouble: null,
  version: 4,
  ...over,
});
function answers(role: 'ADMIN' | 'SUB_ADMIN', items: readonly ProviderWebhook[] = [webhook()]) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/provider-payout': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/provider-payout/line': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/payment-provider': () => ({ items: [settings()] }),
    'GET /api/v2/{product}/store-merchant': () => ({ total: 0, items: [] }),
    [LIST]: () => ({ total: items.length, isTotalExact: true, items: [...items], onlyCounted: { count: 0, bytes: 0 } }),
    [ONE]: () => ({
      ...webhook(),
      headers: { 'webhook-id': 'msg_1' },
      body: '{\n  "type": "Transaction.Paid"\n}',
      digest: null,
    }),
  } as const;
}

it('the provider webhooks page shows messages with their results, filters them, and processes one again (PY-2)', async () => {
  const requests = answerCalls({
    ...answers('ADMIN', [
      webhook(),
      webhook({ id: sampleId(3), state: 'REJECTED', reason: 'SIGNATURE_WRONG', times: 1 }),
    ]),
    [REPLAY]: () => webhook({ state: 'RECEIVED' }),
  });
  await renderScreen(<WebhooksPage />);
  const rows = await screen.findAllByTestId('webhook');
  expect(rows.map((row) => row.dataset['state'])).toEqual(['WORKED', 'REJECTED']);
  expect(rows[0]?.textContent).toContain('3번');
  expect(rows[1]?.textContent).toContain('서명이 맞지 않아요');
  fireEvent.change(screen.getByLabelText('상태'), { target: { value: 'REJECTED' } });
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ state: 'REJECTED', page: '0' }));
  fireEvent.click(within(screen.getAllByTestId('webhook')[0] as HTMLElement).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByLabelText('본문', { selector: 'pre' })).textContent).toContain('"Transaction.Paid"');
  fireEvent.click(dialog.getByRole('button', { name: '다시 처리' }));
  await waitFor(() => expect(requests.get(REPLAY)?.[0]?.path).toContain(`/webhook/${sampleId(1)}/replay`));
});

it('the provider webhooks page changes the connection to a provider: keeps empty fields, and shows a STALE refusal', async () => {
  const requests = answerCalls({
    ...answers('ADMIN'),
    [SET]: () => refuse('STALE', 409, { current: settings({ version: 5 }) }),
  });
  await renderScreen(<WebhooksPage />);
  const [toss, portone] = await screen.findAllByTestId('provider');
  expect(toss?.textContent).toContain('아직 연결하지 않았어요');
  expect(portone?.textContent).toContain('/api/v2/playroom/webhook/portone');
  fireEvent.click(within(portone as HTMLElement).getByRole('button', { name: '변경' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('API 시크릿'), { target: { value: 'new-secret' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      provider: 'PORTONE',
      version: 4,
      baseUrl: 'https://api.portone.io',
      clientKey: 'channel',
      merchantId: 'store',
      apiSecret: 'new-secret',
    }),
  );
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

it('the provider webhooks page requires a secret for a provider that is not set up yet', async () => {
  const requests = answerCalls(answers('ADMIN', []));
  await renderScreen(<WebhooksPage />);
  expect(await screen.findByText('받은 메시지가 없어요')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: '연결하기' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '저장' }));
  expect(screen.getByText('API 시크릿을 입력해 주세요.')).toBeTruthy();
  expect(requests.has(SET)).toBe(false);
});

it('the provider webhooks page hides setting up and replaying from people who can only read', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await renderScreen(<WebhooksPage />);
  await screen.findAllByTestId('provider');
  expect(screen.queryByRole('button', { name: /연결하기|변경/ })).toBeNull();
  fireEvent.click(within(await screen.findByTestId('webhook')).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('본문', { selector: 'pre' });
  expect(dialog.queryByRole('button', { name: '다시 처리' })).toBeNull();
});

it('the provider webhooks page explains why a provider does not answer, and what waits because of it', async () => {
  answerCalls({
    ...answers('ADMIN'),
    'GET /api/v2/{product}/payment-provider': () => ({
      items: [
        settings({ trouble: { error: 'UNAUTHORIZED', payments: 3, refunds: 1 } }),
        settings({ provider: 'TOSS', trouble: { error: 'TimeoutError', payments: 1, refunds: 0 } }),
      ],
    }),
  });
  await renderScreen(<WebhooksPage />);
  expect((await screen.findAllByTestId('trouble')).map((it) => it.textContent)).toEqual([
    '결제사가 제때 응답하지 않아요. 확인하지 못한 결제가 1건 있어요.',
    'API 시크릿이 맞지 않아요. 확인하지 못한 결제가 3건 있어요. 환불 1건이 기다리고 있어요.',
  ]);
});

it('the provider webhooks page names an error that passes, and does not take it for a wrong secret', async () => {
  const error = 'HTTP 403 FORBIDDEN_CONSECUTIVE_REQUEST';
  answerCalls({
    ...answers('ADMIN'),
    'GET /api/v2/{product}/payment-provider': () => ({
      items: [settings({ trouble: { error, payments: 1, refunds: 1 } })],
    }),
  });
  await renderScreen(<WebhooksPage />);
  expect((await screen.findByTestId('trouble')).textContent).toContain(error);
});

it('the provider webhooks page says that only the beginning of a refused message is kept, and does not offer to process it again', async () => {
  const refused = webhook({ state: 'REJECTED', reason: 'SIGNATURE_WRONG', isWhole: false, bytes: 65_536 });
  answerCalls({
    ...answers('ADMIN', [refused]),
    [LIST]: () => ({
      total: 1,
      isTotalExact: true,
      items: [refused],
      onlyCounted: { count: 8_214, bytes: 500_000_000 },
    }),
    [ONE]: () => ({ ...refused, headers: {}, body: '{\n  "type": "Transaction.Paid"\n}\n…', digest: 'ab'.repeat(32) }),
  });
  await renderScreen(<WebhooksPage />);
  expect((await screen.findByTestId('only-counted')).textContent).toContain('8214건은 개수만 기록했어요');
  expect(screen.getByText('거부했거나 결제와 관계없는 메시지는 앞부분만 7일 동안 보관해요.')).toBeTruthy();
  fireEvent.click(within(await screen.findByTestId('webhook')).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByTestId('only-beginning')).textContent).toContain('전체 65,536바이트 중 앞부분만 보관해요');
  expect(dialog.getByText(new RegExp('ab'.repeat(32)))).toBeTruthy();
  expect(dialog.queryByRole('button', { name: '다시 처리' })).toBeNull();
});

it('the provider webhooks page says that a stored address is not allowed, and connects to the real one only with the secret entered again', async () => {
  const requests = answerCalls({
    ...answers('ADMIN'),
    'GET /api/v2/{product}/payment-provider': () => ({
      items: [settings({ baseUrl: 'http://127.0.0.1:9', isAddressAllowed: false })],
    }),
    [SET]: () => settings({ version: 5 }),
  });
  await renderScreen(<WebhooksPage />);
  expect((await screen.findByTestId('address-refused')).textContent).toContain(
    '접속 주소(http://127.0.0.1:9)가 허용되지 않아',
  );
  fireEvent.click(await screen.findByRole('button', { name: '변경' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(dialog.getByText('API 시크릿을 입력해 주세요.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('API 시크릿'), { target: { value: 'the-secret' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      provider: 'PORTONE',
      version: 4,
      clientKey: 'channel',
      merchantId: 'store',
      apiSecret: 'the-secret',
    }),
  );
});
