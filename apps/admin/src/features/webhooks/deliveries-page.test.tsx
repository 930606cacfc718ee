// @sweep 1/8 (decision 086)
import type { WebhookDelivery, WebhookEndpoint } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { DeliveriesPage } from './deliveries-page.tsx';
import { tryWords } from './try-words.ts';

const ENDPOINTS = 'GET /api/v2/{product}/webhook-endpoint';
const LIST = 'GET /api/v2/{product}/webhook-delivery';
const ONE = 'GET /api/v2/{product}/webhook-delivery/{deliveryId}';
const REPLAY = 'POST /api/v2/{product}/webhook-delivery/{deliveryId}/replay';
const REPLAY_ALL = 'POST /api/v2/{product}/webhook-endpoint/{endpointId}/replay';
const URL = 'https://hooks.example.com/munjigi';

const endpoint = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: sampleId(1),
  url: URL,
  description: '',
  types: ['payment.changed'],
  state: 'ENABLED',
  previousSecretUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  changedAt: '2026-11-02T00:00:00.000Z',
  changedBy: '김지은',
  lastDeliveredAt: null,
  failingSince: '2026-11-19T20:00:00.000Z',
  suspendedUntil: null,
  version: 3,
  ...over,
});
const delivery = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: sampleId(9),
  endpointId: sampleId(1),
  messageId: 'msg_42',
  type: 'payment.changed',
  state: 'FAILED',
  attempts: 11,
  createdAt: '2026-11-21T05:00:00.000Z',
  nextAt: null,
  endedAt: '2026-11-24T05:00:01.000Z',
  tries: [
    { at: '2026-11-24T05:00:01.000Z', ms: 1041, status: 503, error: null },
    { at: '2026-11-23T05:00:01.000Z', ms: 3, status: null, error: 'ECONNREFUSED' },
  ],
  ...over,
});
const answers = (
  items: WebhookDelivery[],
  {
    role = 'ADMIN',
    of = endpoint(),
    nextCursor = null,
  }: { role?: 'ADMIN' | 'SUB_ADMIN'; of?: WebhookEndpoint | null; nextCursor?: string | null } = {},
) =>
  ({
    'GET /api/v2/auth/me': () => person(role),
    [ENDPOINTS]: () => ({ total: of === null ? 0 : 1, items: of === null ? [] : [of] }),
    [LIST]: () => ({ items, nextCursor }),
    [ONE]: () => ({
      delivery: items[0] ?? delivery(),
      body: '{"type":"payment.changed","data":{"guestName":"홍*동"}}',
    }),
    [REPLAY]: () => delivery({ state: 'PENDING', attempts: 0 }),
    [REPLAY_ALL]: () => ({ replayed: 500, remaining: 12 }),
  }) as const;

it('the webhook deliveries page lists deliveries with state and failure, and opens one with its tries and body', async () => {
  answerCalls(
    answers([
      delivery(),
      delivery({ id: sampleId(10), state: 'PENDING', attempts: 2, nextAt: '2026-11-22T05:00:00.000Z' }),
      delivery({ id: sampleId(11), state: 'DROPPED', tries: [], attempts: 0 }),
    ]),
  );
  await renderScreen(<DeliveriesPage />);
  const [failed, waiting, dropped] = await screen.findAllByTestId('webhook-delivery');
  for (const words of ['실패', '결제', URL, '수신처에서 오류가 났어요 (503)', '11번 시도'])
    expect(failed?.textContent).toContain(words);
  for (const words of ['다시 보낼 예정', '다음 시도']) expect(waiting?.textContent).toContain(words);
  for (const words of ['보내지 않음', '시도 전']) expect(dropped?.textContent).toContain(words);
  fireEvent.click(within(failed ?? document.body).getByRole('button'));
  const dialog = await screen.findByRole('dialog');
  const tries = await within(dialog).findByTestId('delivery-tries');
  for (const words of ['1,041 ms', '수신처에서 오류가 났어요 (503)', '서버가 연결을 받지 않아요 (ECONNREFUSED)'])
    expect(tries.textContent).toContain(words);
  within(dialog).getByText('최근 시도 10번까지 보여요.');
  within(dialog).getByText('msg_42');
  expect(within(dialog).getByTestId('delivery-body').textContent).toContain('"guestName": "홍*동"');
});

it('the webhook deliveries page filters by endpoint, state, event and days in the address, and reads on by cursor', async () => {
  const requests = answerCalls(answers([delivery()], { nextCursor: sampleId(8) }));
  const { search } = await renderScreen(
    <DeliveriesPage />,
    `/?endpoint=${sampleId(1)}&state=FAILED&type=payment.changed&from=2026-11-20&to=2026-11-21&after=garbage`,
  );
  await screen.findByTestId('webhook-delivery');
  expect(requests.get(LIST)?.[0]?.query).toEqual({
    endpointId: sampleId(1),
    state: 'FAILED',
    type: 'payment.changed',
    from: '2026-11-19T15:00:00.000Z',
    to: '2026-11-21T15:00:00.000Z',
    limit: '20',
  });
  fireEvent.click(screen.getByRole('button', { name: '이전 기록' }));
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query['cursor']).toBe(sampleId(8)));
  fireEvent.change(screen.getByLabelText('결과'), { target: { value: 'DELIVERED' } });
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ state: 'DELIVERED' }));
  expect(requests.get(LIST)?.at(-1)?.query['cursor']).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(''));
});

it('the webhook deliveries page ignores an invalid address and says when there are no deliveries', async () => {
  const requests = answerCalls(answers([]));
  await renderScreen(<DeliveriesPage />, '/?endpoint=x&state=MAYBE&type=door.opened&from=2026-13-40');
  await screen.findByText('보낸 메시지가 없어요');
  expect(requests.get(LIST)?.[0]?.query).toEqual({ limit: '20' });
});

it('the webhook deliveries page opens the delivery in the address, and closes it', async () => {
  answerCalls(answers([delivery()], { nextCursor: sampleId(7) }));
  const { search } = await renderScreen(<DeliveriesPage />, `/?after=${sampleId(20)}&delivery=${sampleId(9)}`);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByTestId('delivery-tries');
  fireEvent.click(within(dialog).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()).toBe(`?after=${sampleId(20)}`);
});

it('the webhook deliveries page sends a delivery again', async () => {
  const requests = answerCalls(answers([delivery()]));
  await renderScreen(<DeliveriesPage />);
  fireEvent.click(within(await screen.findByTestId('webhook-delivery')).getByRole('button'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('button', { name: '다시 보내기' }));
  await waitFor(() => expect(requests.get(REPLAY)?.[0]?.path).toContain(sampleId(9)));
});

it.each([
  ['switched off', endpoint({ state: 'FAILING' }), '수신처가 꺼져 있어 다시 보낼 수 없어요. 먼저 다시 켜세요.'],
  ['removed', null, '삭제된 수신처라 다시 보낼 수 없어요.'],
] as const)(
  'the webhook deliveries page says why nothing can be sent again to an endpoint that was %s',
  async (_what, of, words) => {
    answerCalls(answers([delivery()], { of }));
    await renderScreen(<DeliveriesPage />);
    fireEvent.click(within(await screen.findByTestId('webhook-delivery')).getByRole('button'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(words);
    expect(within(dialog).queryByRole('button', { name: '다시 보내기' })).toBeNull();
  },
);

it('the webhook deliveries page sends all failed deliveries again since the outage or since a day, and says how many are left', async () => {
  const requests = answerCalls(answers([delivery()]));
  await renderScreen(<DeliveriesPage />, `/?endpoint=${sampleId(1)}`);
  fireEvent.click(await screen.findByRole('button', { name: '못 보낸 것 모두 다시 보내기' }));
  const dialog = await screen.findByRole('dialog');
  // The 19th in London is the 20th in the stores.
  expect(within(dialog).getByLabelText('이 날부터')).toHaveProperty('value', '2026-11-20');
  fireEvent.change(within(dialog).getByLabelText('이 날부터'), { target: { value: '' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '다시 보내기' }));
  await within(dialog).findByText('날짜를 골라 주세요.');
  fireEvent.change(within(dialog).getByLabelText('이 날부터'), { target: { value: '2026-11-18' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '다시 보내기' }));
  await within(dialog).findByText(/500건을 다시 보내고 있어요. 12건이 남았어요/);
  expect(requests.get(REPLAY_ALL)?.map((it) => it.body)).toEqual([{ since: '2026-11-17T15:00:00.000Z' }]);
});

it('the webhook deliveries page lets SUB_ADMIN read but not send, and shows a failed read', async () => {
  let isBroken = false;
  answerCalls({
    ...answers([delivery()], { role: 'SUB_ADMIN' }),
    [LIST]: () => (isBroken ? refuse('INTERNAL', 500) : { items: [delivery()], nextCursor: null }),
  });
  await renderScreen(<DeliveriesPage />, `/?endpoint=${sampleId(1)}`);
  fireEvent.click(within(await screen.findByTestId('webhook-delivery')).getByRole('button'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByTestId('delivery-body');
  expect(within(dialog).queryByRole('button', { name: '다시 보내기' })).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: '닫기' }));
  expect(screen.queryByRole('button', { name: '못 보낸 것 모두 다시 보내기' })).toBeNull();
  isBroken = true;
  fireEvent.change(screen.getByLabelText('결과'), { target: { value: 'FAILED' } });
  await screen.findByTestId('error-state');
});

it.each([
  [200, null, 'through'],
  [302, null, 'redirected'],
  [401, null, 'refused'],
  [403, null, 'refused'],
  [404, null, 'notFound'],
  [410, null, 'gone'],
  [418, null, 'other'],
  [429, null, 'tooMany'],
  [502, null, 'broken'],
  [null, 'TIMEOUT', 'TIMEOUT'],
  [null, 'PRIVATE_ADDRESS', 'PRIVATE_ADDRESS'],
  [null, 'ECONNREFUSED', 'CLOSED'],
  [null, 'ECONNRESET', 'BROKEN_OFF'],
  [null, 'EHOSTUNREACH', 'UNREACHABLE'],
  [null, 'CERT_HAS_EXPIRED', 'CERTIFICATE'],
  [null, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERTIFICATE'],
  [null, 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE'],
  [null, 'FAILED', 'UNKNOWN'],
  [null, null, 'UNKNOWN'],
] as const)('the webhook deliveries page has words for a try that ended with %s %s', (status, error, words) => {
  expect(tryWords({ status, error })).toBe(words);
});
