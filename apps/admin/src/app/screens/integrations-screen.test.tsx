// @sweep 1/8 (decision 086)
import type { ApiKey, CalendarFeed } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { IntegrationsScreen } from './integrations-screen.tsx';

const KEYS = 'GET /api/v2/{product}/api-key';
const NEW_KEY = 'POST /api/v2/{product}/api-key';
const REVOKE_KEY = 'DELETE /api/v2/{product}/api-key/{apiKeyId}';
const FEEDS = 'GET /api/v2/{product}/calendar-feed';
const NEW_FEED = 'POST /api/v2/{product}/calendar-feed';
const REVOKE_FEED = 'DELETE /api/v2/{product}/calendar-feed/{feedId}';

const key = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: sampleId(1),
  name: '예약나라',
  prefix: 'mk_3fQ9x1',
  storeIds: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  ...over,
});
const feed = (over: Partial<CalendarFeed> = {}): CalendarFeed => ({
  id: sampleId(2),
  storeId: STORES[0].id,
  roomId: sampleId(10),
  createdAt: '2026-11-01T00:00:00.000Z',
  lastReadAt: null,
  ...over,
});
const answers = (keys: ApiKey[], feeds: CalendarFeed[], role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') =>
  ({
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    'GET /api/v2/{product}/webhook-endpoint': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/channel-statement': () => ({ total: 0, items: [] }),
    [KEYS]: () => ({ total: keys.length, items: keys }),
    [FEEDS]: () => ({ total: feeds.length, items: feeds }),
    [NEW_KEY]: () => ({ apiKey: key(), secret: 'mk_secret' as string | null }),
    [NEW_FEED]: () => ({ feed: feed(), path: '/api/v2/playroom/calendar-feed/a/b' as string | null }),
    [REVOKE_KEY]: () => key({ revokedAt: '2026-11-02T00:00:00.000Z' }),
    [REVOKE_FEED]: () => feed(),
  }) as const;

it('the integrations screen lists keys and calendar feeds with their stores and their last use', async () => {
  answerCalls(
    answers(
      [
        key(),
        key({
          id: sampleId(3),
          name: '달방',
          storeIds: [STORES[1].id],
          lastUsedAt: new Date(Date.now() - 120_000).toISOString(),
        }),
        key({ id: sampleId(4), revokedAt: '2026-11-02T00:00:00.000Z' }),
      ],
      [
        feed(),
        feed({
          id: sampleId(5),
          roomId: null,
          storeId: STORES[1].id,
          lastReadAt: new Date(Date.now() - 120_000).toISOString(),
        }),
      ],
    ),
  );
  await renderScreen(<IntegrationsScreen />);
  const [first, second, revoked] = await screen.findAllByTestId('api-key');
  for (const words of ['예약나라', 'mk_3fQ9x1…', '모든 매장', '사용한 적 없음'])
    expect(first?.textContent).toContain(words);
  for (const words of ['홍대점', '마지막 사용: 2분 전']) expect(second?.textContent).toContain(words);
  expect(revoked?.textContent).toContain('폐기됨');
  expect(within(revoked ?? document.body).queryByRole('button')).toBeNull();
  const feeds = await screen.findAllByTestId('feed');
  for (const words of ['강남점 · 1번 룸', '조회한 적 없음']) expect(feeds[0]?.textContent).toContain(words);
  for (const words of ['홍대점 · 매장 전체', '마지막 조회: 2분 전']) expect(feeds[1]?.textContent).toContain(words);
});

it('the integrations screen creates a key for chosen stores and shows its secret once', async () => {
  const requests = answerCalls(answers([], []));
  await renderScreen(<IntegrationsScreen />);
  await screen.findByText('발급한 키가 없어요');
  fireEvent.click(screen.getByRole('button', { name: '키 발급' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/이름/), { target: { value: '  예약나라 ' } });
  fireEvent.change(within(dialog).getByLabelText('쓸 수 있는 매장'), { target: { value: 'some' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('매장을 하나 이상 골라 주세요.');
  fireEvent.click(within(dialog).getByLabelText('홍대점'));
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  await waitFor(() => expect(within(dialog).getByLabelText('API 키')).toHaveProperty('value', 'mk_secret'));
  expect(within(dialog).getByLabelText('요청 헤더')).toHaveProperty('value', 'Authorization: Bearer mk_secret');
  expect(requests.get(NEW_KEY)?.map((it) => it.body)).toEqual([{ name: '예약나라', storeIds: [STORES[1].id] }]);
});

it('the integrations screen says when the secret cannot be shown, and when the server refuses', async () => {
  let turn = 0;
  answerCalls({
    ...answers([], []),
    [NEW_KEY]: () =>
      (turn += 1) === 1
        ? refuse('CAPABILITY_MISSING', 403, { capability: 'api-keys:write' })
        : { apiKey: key(), secret: null },
  });
  await renderScreen(<IntegrationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '키 발급' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/이름/), { target: { value: 'a' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  await within(dialog).findByRole('alert');
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  await within(dialog).findByText(/연결이 끊겨 보여 드리지 못했어요/);
});

it('the integrations screen revokes a key only after confirmation', async () => {
  const requests = answerCalls(answers([key()], []));
  await renderScreen(<IntegrationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '예약나라 키 폐기' }));
  const dialog = await screen.findByRole('dialog');
  expect(requests.get(REVOKE_KEY)).toBeUndefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '폐기' }));
  await waitFor(() => expect(requests.get(REVOKE_KEY)?.[0]?.path).toContain(sampleId(1)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the integrations screen creates a calendar feed of a chosen store and shows its address once', async () => {
  const requests = answerCalls(answers([], []));
  await renderScreen(<IntegrationsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '주소 만들기' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: '만들기' })).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText('매장'), { target: { value: STORES[0].id } });
  await waitFor(() => expect(within(dialog).getByRole('option', { name: '1번 룸' })).toBeTruthy());
  fireEvent.change(within(dialog).getByLabelText('보여 줄 예약'), { target: { value: sampleId(10) } });
  fireEvent.click(within(dialog).getByRole('button', { name: '만들기' }));
  await waitFor(() =>
    expect(within(dialog).getByLabelText('캘린더 주소')).toHaveProperty(
      'value',
      `${window.location.origin}/api/v2/playroom/calendar-feed/a/b`,
    ),
  );
  expect(requests.get(NEW_FEED)?.[0]?.body).toEqual({ storeId: STORES[0].id, roomId: sampleId(10) });
});

it('the integrations screen lets SUB_ADMIN read but not change', async () => {
  answerCalls(answers([key()], [feed()], 'SUB_ADMIN'));
  await renderScreen(<IntegrationsScreen />);
  await screen.findByTestId('api-key');
  await screen.findByTestId('feed');
  expect(screen.queryAllByRole('button')).toEqual([]);
});
