// @sweep 1/8 (decision 086)
import type { Notification } from '@munjigi/contract';
import type { Role } from '@munjigi/contract/roles';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleId } from '../../../testing/samples.ts';
import { NotificationLookupPage } from './notification-lookup-page.tsx';
import { NotificationPoller } from '../notification-poller.tsx';
import { notificationLive } from '../notifications.live.ts';

const LIST = 'GET /api/v2/{product}/payment/notification';
const CONFIRM = 'POST /api/v2/{product}/payment/notification/confirm';
const CONFIRM_ALL = 'POST /api/v2/{product}/payment/notification/confirm-all';

beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue());
afterEach(() => void vi.restoreAllMocks());

function sample(number: number, over: Partial<Notification> = {}): Notification {
  return {
    id: sampleId(number),
    kind: 'PAID',
    storeId: STORES[0].id,
    reservationId: null,
    amount: 30_000 + number,
    text: `알림 ${number}`,
    createdAt: '2026-11-21T05:00:00.000Z',
    confirmedAt: null,
    confirmedBy: null,
    details: { storeName: '강남점', reservation: null, confirmedByName: null },
    ...over,
  };
}

const confirmed = (it: Notification, name: string): Notification => ({
  ...it,
  confirmedAt: '2026-11-21T05:10:00.000Z',
  confirmedBy: sampleId(9),
  details: { storeName: '강남점', reservation: null, confirmedByName: name },
});

/**
 * Simulates a server with these notifications, which the test may change: it implements states, ids and order as the
 * real one does.
 */
function serve(role: Role, first: Notification[]) {
  const kept = { rows: first };
  const find = ({ query }: SentRequest) =>
    kept.rows.filter(
      (it) =>
        (query['ids'] === undefined || query['ids'].split(',').includes(it.id)) &&
        (query['state'] === undefined || (query['state'] === 'unconfirmed') === (it.confirmedAt === null)) &&
        (query['afterId'] === undefined || it.id > query['afterId']) &&
        (query['upToId'] === undefined || it.id <= query['upToId']) &&
        it.text.includes(query['q'] ?? ''),
    );
  const confirmWhere = (isMeant: (it: Notification) => boolean) => {
    const due = kept.rows.filter((it) => it.confirmedAt === null && isMeant(it));
    kept.rows = kept.rows.map((it) => (due.includes(it) ? confirmed(it, '김지은') : it));
    return { confirmed: due.length };
  };
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: (call) => {
      const found = find(call).sort(
        (a, b) =>
          (call.query['sort'] === 'unconfirmed-first'
            ? Number(b.confirmedAt === null) - Number(a.confirmedAt === null)
            : 0) || b.id.localeCompare(a.id),
      );
      const limit = Number(call.query['limit']);
      const newestId =
        kept.rows
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? null;
      return {
        total: found.length,
        isTotalExact: true,
        unconfirmedCount: found.filter((it) => it.confirmedAt === null).length,
        items: found.slice(Number(call.query['page']) * limit).slice(0, limit),
        ...(call.query['include'] && { newestId }),
      };
    },
    [CONFIRM]: ({ body }) => confirmWhere((it) => ((body?.['ids'] ?? []) as string[]).includes(it.id)),
    [CONFIRM_ALL]: ({ body }) =>
      confirmWhere(
        (it) => it.id <= (body?.['upToId'] as string) && it.text.includes((body?.['q'] as string | undefined) ?? ''),
      ),
  });
  return { requests, kept };
}

async function open(role: Role, rows: Notification[], path = '/dashboard/admin/notification') {
  const served = serve(role, rows);
  const rendered = await renderScreen(
    <>
      <NotificationPoller />
      <NotificationLookupPage />
    </>,
    path,
  );
  const notify = () =>
    act(() =>
      notificationLive['notifications.changed']?.(
        { storeId: STORES[0].id },
        { client: rendered.client, product: 'playroom' },
      ),
    );
  return { ...served, ...rendered, notify };
}
const rowTexts = () => screen.getAllByTestId('lookup-row').map((row) => /알림 \d+/.exec(row.textContent)?.[0]);

it('the notification lookup lists unconfirmed ones first, with kind, store, reservation, amount, time and who confirmed (NT-2)', async () => {
  const reservation = {
    code: 'K7QX-29MD',
    roomId: sampleId(10),
    roomName: '1번 룸',
    startsAt: '2026-11-21T06:00:00.000Z',
  };
  await open('ADMIN', [
    confirmed(sample(3), '이부장'),
    sample(2, { kind: 'REFUND_FAILED', amount: null }),
    sample(1, { reservationId: sampleId(50), details: { storeName: '강남점', reservation, confirmedByName: null } }),
  ]);
  const [second, first, third] = await screen.findAllByTestId('lookup-row');
  expect(second?.textContent).toMatch(/환불 실패알림 2강남점예약 없음금액 없음/);
  expect(first?.textContent).toMatch(/결제 완료알림 1강남점K7QX-29MD1번 룸 · .*15:00₩30,001/);
  expect(third?.textContent).toMatch(/알림 3.*이부장 님 확인/);
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'K7QX-29MD' })
      .getAttribute('href'),
  ).toBe(`/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`);
  expect(screen.getByTestId('lookup-summary').textContent).toBe('미확인 2건 · 전체 3건');
});

it('the notification lookup confirms one in its row, and several at once', async () => {
  const { requests } = await open(
    'ADMIN',
    [4, 3, 2, 1].map((number) => sample(number)),
  );
  fireEvent.click(await screen.findByRole('button', { name: '알림 3 확인' }));
  await waitFor(() => expect(screen.getAllByTestId('lookup-row')[1]?.textContent).toContain('김지은 님 확인'));
  expect(rowTexts()).toEqual(['알림 4', '알림 3', '알림 2', '알림 1']);
  expect(screen.getByTestId('lookup-summary').textContent).toBe('미확인 3건 · 전체 4건');
  fireEvent.click(screen.getByRole('checkbox', { name: '알림 4 선택' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '알림 1 선택' }));
  fireEvent.click(screen.getByRole('button', { name: '선택한 2건 확인' }));
  await waitFor(() => expect(rowTexts()).toEqual(['알림 2', '알림 4', '알림 3', '알림 1']));
  expect(requests.get(CONFIRM)?.map((call) => call.body)).toEqual([
    { ids: [sampleId(3)] },
    { ids: [sampleId(4), sampleId(1)] },
  ]);
});

it('the notification lookup moves between rows and confirms by keys', async () => {
  await open(
    'ADMIN',
    [3, 2, 1].map((number) => sample(number)),
  );
  const boxes = await screen.findAllByRole('checkbox', { name: /알림 \d 선택/ });
  boxes[0]?.focus();
  for (const key of ['j', 'ArrowDown', 'k']) fireEvent.keyDown(document.activeElement as Element, { key });
  expect(document.activeElement).toBe(boxes[1]);
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
  expect(document.activeElement).toBe(boxes[2]);
  await waitFor(() => expect(screen.getAllByTestId('lookup-row')[1]?.textContent).toContain('김지은 님 확인'));
});

it('the notification lookup announces new ones without inserting them, and never confirms them with the others (NT-2)', async () => {
  const { requests, kept, notify } = await open('ADMIN', [sample(2), sample(1)]);
  await screen.findAllByTestId('lookup-row');
  kept.rows = [sample(3), ...kept.rows];
  notify();
  expect((await screen.findByTestId('arrived')).textContent).toBe('새 알림 1건 보기');
  expect(rowTexts()).toEqual(['알림 2', '알림 1']);
  fireEvent.click(screen.getByRole('button', { name: '미확인 모두 확인' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(within(dialog).getByTestId('confirm-all-count').textContent).toContain('2건'));
  fireEvent.click(within(dialog).getByRole('button', { name: '2건 확인' }));
  await waitFor(() => expect(rowTexts()).toEqual(['알림 3', '알림 2', '알림 1']));
  expect(requests.get(CONFIRM_ALL)?.map((call) => call.body)).toEqual([{ upToId: sampleId(2) }]);
  expect(kept.rows.filter((it) => it.confirmedAt === null).map(({ text }) => text)).toEqual(['알림 3']);
  await waitFor(() => expect(screen.queryByTestId('arrived')).toBeNull());
});

it('the notification lookup confirms only notifications of the shown filter', async () => {
  const { requests } = await open(
    'ADMIN',
    [sample(12), sample(11), sample(2)],
    `/dashboard/admin/notification?q=1&kind=PAID&store=${STORES[0].id}`,
  );
  fireEvent.click(await screen.findByRole('button', { name: '미확인 모두 확인' }));
  fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: '2건 확인' }));
  await waitFor(() =>
    expect(requests.get(CONFIRM_ALL)?.[0]?.body).toEqual({
      upToId: sampleId(12),
      q: '1',
      kind: 'PAID',
      storeId: STORES[0].id,
    }),
  );
});

it('the notification lookup shows in place what another person confirmed', async () => {
  const { kept, notify } = await open('ADMIN', [sample(2), sample(1)]);
  fireEvent.click(await screen.findByRole('checkbox', { name: '알림 2 선택' }));
  kept.rows = kept.rows.map((it) => (it.text === '알림 2' ? confirmed(it, '박점주') : it));
  notify();
  await waitFor(() => expect(screen.getAllByTestId('lookup-row')[0]?.textContent).toContain('박점주 님 확인'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '선택한 0건 확인' }).disabled).toBe(true);
});

it('the notification lookup keeps filter, order and page in the address, and starts a new filter on its first page (SH-6)', async () => {
  const { requests, search } = await open(
    'ADMIN',
    Array.from({ length: 45 }, (_, index) => sample(index + 1)),
    '/dashboard/admin/notification?page=1&sort=newest',
  );
  expect((await screen.findByTestId('lookup-range')).textContent).toBe('21–40 / 45건');
  fireEvent.click(screen.getByRole('button', { name: '다음 페이지' }));
  await waitFor(() => expect(search()).toBe('?page=2&sort=newest'));
  fireEvent.change(screen.getByRole('combobox', { name: '확인 여부' }), { target: { value: 'unconfirmed' } });
  await waitFor(() => expect(search()).toBe('?sort=newest&state=unconfirmed'));
  fireEvent.change(screen.getByLabelText('종료일'), { target: { value: '2026-11-21' } });
  await waitFor(() =>
    expect(
      requests
        .get(LIST)
        ?.some(
          ({ query }) =>
            query['sort'] === 'newest' &&
            query['state'] === 'unconfirmed' &&
            query['page'] === '0' &&
            query['to'] === '2026-11-21T15:00:00.000Z',
        ),
    ).toBe(true),
  );
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe('?sort=newest'));
});

it('the notification lookup lets the help desk read but not confirm', async () => {
  await open('CUSTOMER_MANAGER', [sample(1)]);
  await screen.findByTestId('lookup-row');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /확인$/ })).toBeNull();
  expect(screen.getByText(/볼 수만 있어요/)).toBeTruthy();
});

it('the notification lookup explains an empty list and a failed read', async () => {
  const { requests } = await open('ADMIN', [], '/dashboard/admin/notification?q=없음');
  expect((await screen.findByTestId('empty-state')).textContent).toContain('조건에 맞는 알림이 없어요');
  expect(requests.get(LIST)?.some(({ query }) => query['q'] === '없음')).toBe(true);
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN'), [LIST]: () => refuse('INTERNAL', 500) });
  fireEvent.click(screen.getAllByRole('button', { name: '조건 지우기' })[0] as HTMLElement);
  expect(await screen.findByTestId('error-state')).toBeTruthy();
});
