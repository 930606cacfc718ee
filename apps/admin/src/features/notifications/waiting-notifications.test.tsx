import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notification } from '@munjigi/contract';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { NotificationPoller } from './notification-poller.tsx';
import { notificationLive } from './notifications.live.ts';
import { WaitingNotifications } from './index.ts';

const LIST = 'GET /api/v2/{product}/payment/notification';
const CONFIRM = 'POST /api/v2/{product}/payment/notification/confirm';

beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue());
afterEach(() => void vi.restoreAllMocks());

async function start(waiting: number, storeId: string | null = null) {
  let left: Notification[] = Array.from({ length: waiting }, (_, index) => ({
    id: sampleId(waiting - index),
    kind: 'DEPOSIT',
    storeId: STORES[0].id,
    reservationId: null,
    amount: 1000,
    text: `알림 ${waiting - index}`,
    createdAt: '2026-11-21T05:00:00.000Z',
    confirmedAt: null,
    confirmedBy: null,
  }));
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [LIST]: ({ query }) => ({
      total: left.length,

      unconfirmedCount: left.length,
      items: query['state'] === 'unconfirmed' ? left.slice(0, Number(query['limit'])) : [],
    }),
    [CONFIRM]: ({ body }) => {
      left = left.filter(({ id }) => !((body?.['ids'] ?? []) as string[]).includes(id));
      return { confirmed: 1 };
    },
  });
  const { client } = await renderScreen(
    <>
      <NotificationPoller />
      <WaitingNotifications storeId={storeId} stores={STORES} />
    </>,
  );
  const notify = () =>
    act(() => notificationLive['notifications.changed']?.({ storeId: STORES[0].id }, { client, product: 'playroom' }));
  return { requests, notify, confirmElsewhere: () => (left = left.slice(1)) };
}

it('the notifications card shows the count and the three newest, with a link to all (OV-1)', async () => {
  const { requests } = await start(5, STORES[0].id);
  const card = await screen.findByTestId('waiting-notifications');
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => /알림 \d/.exec(item.textContent ?? '')?.[0]),
  ).toEqual(['알림 5', '알림 4', '알림 3']);
  expect(within(card).getByRole('link', { name: '확인할 결제 알림 5건' }).getAttribute('href')).toBe(
    `/dashboard/admin/notification?state=unconfirmed&store=${STORES[0].id}`,
  );
  expect(card.textContent).toContain('입금 확인 · 강남점 · ');
  expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ state: 'unconfirmed', limit: '3', storeId: STORES[0].id });
});

it('the notifications card is one line for all stores until it is opened, and reads no list before', async () => {
  const { requests } = await start(5);
  const line = await screen.findByTestId('waiting-line');
  expect(within(line).getByRole('heading').textContent).toBe('확인할 결제 알림: 5');
  expect(requests.get(LIST)?.some(({ query }) => query['state'] === 'unconfirmed')).toBe(false);
  fireEvent.click(within(line).getByRole('button', { name: '보기' }));
  const card = await screen.findByTestId('waiting-notifications');
  expect(within(card).getByRole('link', { name: '확인할 결제 알림 5건' }).getAttribute('href')).toBe(
    '/dashboard/admin/notification?state=unconfirmed',
  );
  expect(screen.queryByTestId('waiting-line')).toBeNull();
});

it('the notifications card confirms one, follows other confirmations, and disappears with the last one (OV-3)', async () => {
  const { confirmElsewhere, notify } = await start(3, STORES[0].id);
  fireEvent.click(await screen.findByRole('button', { name: '알림 3 확인' }));
  await waitFor(() => expect(screen.getByRole('link', { name: '확인할 결제 알림 2건' })).toBeTruthy());
  confirmElsewhere();
  notify();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  confirmElsewhere();
  notify();
  await waitFor(() => expect(screen.queryByTestId('waiting-notifications')).toBeNull());
});
