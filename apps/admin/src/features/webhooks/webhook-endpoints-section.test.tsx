// @sweep 1/8 (decision 086)
import type { WebhookDelivery, WebhookEndpoint } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { WebhookEndpointsSection } from './webhook-endpoints-section.tsx';

const LIST = 'GET /api/v2/{product}/webhook-endpoint';
const CREATE = 'POST /api/v2/{product}/webhook-endpoint';
const EDIT = 'PATCH /api/v2/{product}/webhook-endpoint/{endpointId}';
const RENEW = 'POST /api/v2/{product}/webhook-endpoint/{endpointId}/secret';
const REMOVE = 'DELETE /api/v2/{product}/webhook-endpoint/{endpointId}';
const TEST = 'POST /api/v2/{product}/webhook-endpoint/{endpointId}/test';
const DELIVERY = 'GET /api/v2/{product}/webhook-delivery/{deliveryId}';
const URL = 'https://hooks.example.com/munjigi';

const endpoint = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: sampleId(1),
  url: URL,
  description: '회계',
  types: ['payment.changed', 'settlement.changed'],
  state: 'ENABLED',
  previousSecretUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  changedAt: '2026-11-02T00:00:00.000Z',
  changedBy: '김지은',
  lastDeliveredAt: '2026-11-20T05:00:00.000Z',
  failingSince: null,
  suspendedUntil: null,
  version: 3,
  ...over,
});
const delivery = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: sampleId(9),
  endpointId: sampleId(1),
  messageId: 'msg_test_1',
  type: 'webhook.test',
  state: 'DELIVERED',
  attempts: 1,
  createdAt: '2026-11-21T05:00:00.000Z',
  nextAt: null,
  endedAt: '2026-11-21T05:00:01.000Z',
  tries: [{ at: '2026-11-21T05:00:01.000Z', ms: 41, status: 204, error: null }],
  ...over,
});
const answers = (items: WebhookEndpoint[], role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') =>
  ({ 'GET /api/v2/auth/me': () => person(role), [LIST]: () => ({ total: items.length, items }) }) as const;
const openNew = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '수신처 추가' }));
  return screen.findByRole('dialog');
};

it('the webhook endpoint list shows for each endpoint its events, its state, its last delivery and since when deliveries fail', async () => {
  answerCalls(
    answers([
      endpoint(),
      endpoint({
        id: sampleId(2),
        lastDeliveredAt: null,
        failingSince: '2026-11-21T05:00:00.000Z',
        previousSecretUntil: new Date(Date.now() + 3600_000).toISOString(),
      }),
      endpoint({ id: sampleId(3), state: 'FAILING', failingSince: '2026-11-21T05:00:00.000Z' }),
      endpoint({ id: sampleId(4), state: 'DISABLED' }),
      endpoint({ id: sampleId(5), suspendedUntil: new Date(Date.now() + 3600_000).toISOString() }),
      endpoint({ id: sampleId(6), suspendedUntil: new Date(Date.now() - 1000).toISOString() }),
    ]),
  );
  await renderScreen(<WebhookEndpointsSection />);
  const [good, bad, stopped, paused, suspended, probed] = await screen.findAllByTestId('webhook-endpoint');
  for (const words of [URL, '회계', '모든 매장 · 결제, 정산서', '보내는 중', '마지막 전달', '김지은 변경'])
    expect(good?.textContent).toContain(words);
  expect(good?.textContent).not.toContain('전달되지 않고 있어요');
  for (const words of ['아직 전달된 적 없음', '부터 전달되지 않고 있어요', '이전 서명 키도'])
    expect(bad?.textContent).toContain(words);
  for (const words of ['계속 실패해서 멈춤', '수신처를 고친 뒤 다시 켜세요'])
    expect(stopped?.textContent).toContain(words);
  expect(paused?.textContent).toContain('일시 중지');
  expect(suspended?.textContent).toContain('응답이 계속 늦어 잠시 보내지 않아요. 다음 시도:');
  expect(probed?.textContent).not.toContain('다음 시도:');
  expect(within(stopped ?? document.body).queryByRole('button', { name: /테스트 메시지/ })).toBeNull();
});

it('the webhook endpoint list creates an endpoint with chosen events and shows its secret once', async () => {
  const requests = answerCalls({ ...answers([]), [CREATE]: () => ({ endpoint: endpoint(), secret: 'whsec_abc' }) });
  await renderScreen(<WebhookEndpointsSection />);
  await screen.findByText('등록한 수신처가 없어요');
  const dialog = await openNew();
  fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
  await within(dialog).findByText('꼭 입력해 주세요.');
  within(dialog).getByText('보낼 이벤트를 하나 이상 골라 주세요.');
  expect(requests.get(CREATE)).toBeUndefined();
  fireEvent.change(within(dialog).getByLabelText('받을 주소'), { target: { value: ` ${URL} ` } });
  fireEvent.click(within(dialog).getByLabelText(/^결제결제 완료/));
  fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
  await waitFor(() => expect(within(dialog).getByLabelText('서명 키')).toHaveProperty('value', 'whsec_abc'));
  expect(requests.get(CREATE)?.map((it) => it.body)).toEqual([
    { url: URL, description: '', types: ['payment.changed'] },
  ]);
  fireEvent.click(within(dialog).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_abc')).toBeNull());
});

it.each([
  ['private_address', /사내망이나 이 서버 안쪽/],
  ['not_https', /https:\/\/로 시작하는 주소만/],
  ['credentials_in_url', /아이디나 비밀번호/],
  ['too_many', /20개까지/],
  ['invalid_format', /형식이 맞지 않아요/],
  ['new_code', /다시 확인해 주세요/],
] as const)('the webhook endpoint list explains in plain words why an address is refused: %s', async (code, words) => {
  const requests = answerCalls({
    ...answers([]),
    [CREATE]: () => refuse('INVALID_INPUT', 400, { errors: [{ path: 'url', code, message: '' }] }),
  });
  await renderScreen(<WebhookEndpointsSection />);
  const dialog = await openNew();
  const field = within(dialog).getByLabelText('받을 주소');
  fireEvent.change(field, { target: { value: 'http://10.0.0.1/' } });
  fireEvent.click(within(dialog).getByLabelText('모두 선택'));
  fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
  await within(dialog).findByText(words);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(requests.get(CREATE)?.[0]?.body?.['types']).toHaveLength(15);
  fireEvent.change(field, { target: { value: 'https://x.example.com/' } });
  expect(field.getAttribute('aria-invalid')).toBe('false');
});

it('the webhook endpoint list retries with the same key after a lost answer, and says when the secret cannot be shown', async () => {
  let turn = 0;
  const requests = answerCalls({
    ...answers([]),
    [CREATE]: () => {
      turn += 1;
      if (turn === 1) throw new TypeError('the network is gone');
      return { endpoint: endpoint(), secret: null };
    },
  });
  await renderScreen(<WebhookEndpointsSection />);
  const dialog = await openNew();
  fireEvent.change(within(dialog).getByLabelText('받을 주소'), { target: { value: URL } });
  fireEvent.click(within(dialog).getByLabelText('모두 선택'));
  fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
  await within(dialog).findByRole('alert');
  fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
  await within(dialog).findByText(/연결이 끊겨 보여 드리지 못했어요/);
  expect(new Set(requests.get(CREATE)?.map((it) => it.headers.get('idempotency-key'))).size).toBe(1);
});

it('the webhook endpoint list sends only the changed fields, and shows both versions after a STALE refusal', async () => {
  const theirs = endpoint({ url: 'https://other.example.com/', version: 4 });
  const requests = answerCalls({
    ...answers([endpoint({ state: 'FAILING' })]),
    [EDIT]: (call) =>
      call.body?.['version'] === 4 ? endpoint({ version: 5 }) : refuse('STALE', 409, { current: theirs }),
  });
  await renderScreen(<WebhookEndpointsSection />);
  fireEvent.click(await screen.findByRole('button', { name: `${URL} 수정` }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('설명'), { target: { value: '새 회계' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  const notice = await within(dialog).findByTestId('stale-notice');
  for (const words of ['https://other.example.com/', '새 회계']) expect(notice.textContent).toContain(words);
  fireEvent.click(within(dialog).getByRole('button', { name: '내 값으로 저장' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Saving a description does not switch a stopped endpoint on. After the other version was shown, the request contains
  // every differing field.
  expect(requests.get(EDIT)?.map((it) => it.body)).toEqual([
    { version: 3, description: '새 회계' },
    { version: 4, url: URL, description: '새 회계', isEnabled: false },
  ]);
});

it('the webhook endpoint list enables, renews the secret, and removes after a confirmation', async () => {
  const requests = answerCalls({
    ...answers([endpoint({ state: 'DISABLED' })]),
    [EDIT]: () => endpoint({ version: 4 }),
    [RENEW]: () => ({ endpoint: endpoint(), secret: 'whsec_new' }),
    [REMOVE]: () => endpoint(),
  });
  await renderScreen(<WebhookEndpointsSection />);
  fireEvent.click(await screen.findByRole('button', { name: `${URL} 다시 켜기` }));
  await waitFor(() => expect(requests.get(EDIT)?.map((it) => it.body)).toEqual([{ version: 3, isEnabled: true }]));
  fireEvent.click(screen.getByRole('button', { name: `서명 키 교체 ${URL}` }));
  let dialog = await screen.findByRole('dialog');
  expect(requests.get(RENEW)).toBeUndefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '교체' }));
  await waitFor(() => expect(within(dialog).getByLabelText('서명 키')).toHaveProperty('value', 'whsec_new'));
  fireEvent.click(within(dialog).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: `삭제 ${URL}` }));
  dialog = await screen.findByRole('dialog');
  expect(requests.get(REMOVE)).toBeUndefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  await waitFor(() => expect(requests.get(REMOVE)).toHaveLength(1));
});

it('the webhook endpoint list sends a test message and shows its result', async () => {
  answerCalls({
    ...answers([endpoint()]),
    [TEST]: () => delivery({ state: 'PENDING', attempts: 0, tries: [] }),
    [DELIVERY]: () => ({ delivery: delivery(), body: '{"type":"webhook.test"}' }),
  });
  await renderScreen(<WebhookEndpointsSection />);
  fireEvent.click(await screen.findByRole('button', { name: `${URL} 주소로 테스트 메시지 보내기` }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('받았어요 (204)');
  within(dialog).getByText('41 ms');
});

it('the webhook endpoint list lets SUB_ADMIN read but not change', async () => {
  answerCalls(answers([endpoint()], 'SUB_ADMIN'));
  await renderScreen(<WebhookEndpointsSection />);
  await screen.findByTestId('webhook-endpoint');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('the webhook endpoint list shows a failed read with a way to retry', async () => {
  answerCalls({ ...answers([]), [LIST]: () => refuse('INTERNAL', 500) });
  await renderScreen(<WebhookEndpointsSection />);
  await screen.findByTestId('error-state');
});
