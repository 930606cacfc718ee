import type { Incident, Readiness, StoreSetup, UnpaidStay } from '@munjigi/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLiveState } from '../../session/live-state.ts';
import { answerCalls } from '../../testing/answers.ts';
import { boardReservation } from '../../testing/board-samples.ts';
import { sampleIncident } from '../../testing/on-call-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleWaiting } from '../../testing/reservation-samples.ts';
import { sampleAlarm, sampleCommand, sampleDoor, sampleId, sampleOverview, sampleRoom } from '../../testing/samples.ts';
import { onCallLive } from '../on-call/on-call.live.ts';
import { waitMs } from './overview.api.ts';
import { overviewLive } from './overview.live.ts';
import { OverviewPage } from './overview-page.tsx';

const ROOMS = 'GET /api/v2/{product}/room';
const INCIDENTS = 'GET /api/v2/{product}/incident';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:00:00Z') });
  setLiveState('live');
});
afterEach(() => void vi.useRealTimers());

function answers(
  rooms = [
    sampleRoom({
      state: 'IN_USE',
      stateUntil: '2026-11-21T07:00:00.000Z',
      nextStartsAt: '2026-11-21T09:00:00.000Z',
      nextGuestStartsAt: '2026-11-21T09:00:00.000Z',
    }),
    sampleRoom({
      id: sampleId(11),
      storeId: STORES[1].id,
      name: '2번 룸',
      nextStartsAt: '2026-11-22T09:00:00.000Z',
      nextGuestStartsAt: '2026-11-22T09:00:00.000Z',
    }),
  ],
) {
  return {
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/overview/setup': () => ({ stores: [] as StoreSetup[] }),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: 0, items: [] as Readiness[] }),
    'GET /api/v2/{product}/overview': () => ({
      stores: [sampleOverview(), sampleOverview({ storeId: STORES[1].id, storeName: STORES[1].name })],
    }),
    'GET /api/v2/{product}/door': () => ({ total: 1, items: [sampleDoor()] }),
    'GET /api/v2/{product}/payment/unpaid-stay': () => ({ items: [] as UnpaidStay[] }),
    [INCIDENTS]: () => ({ total: 0, isTotalExact: true, items: [] as Incident[] }),
    [ROOMS]: () => ({ total: rooms.length, items: rooms }),
    'GET /api/v2/{product}/alarm': () => ({ total: 1, isTotalExact: true, items: [sampleAlarm()] }),
    'GET /api/v2/{product}/waitlist': () => ({
      total: 1,
      isTotalExact: true,
      items: [sampleWaiting({ state: 'FREE', freeSince: '2026-11-21T04:00:00.000Z', freeRoomId: sampleId(10) })],
    }),
  } as const;
}

it('shows each room’s state, its end and the next guest, store by store (OV-1)', async () => {
  answerCalls(answers());
  await renderScreen(<OverviewPage />);
  const [first, second] = await screen.findAllByTestId('overview-store');
  expect(first?.textContent).toMatch(/강남점.*비어 있음 0 · 이용 중 1.*1번 룸이용 중 16:00까지다음 예약 18:00/);
  expect(second?.textContent).toMatch(/홍대점.*2번 룸비어 있음다음 예약 내일 18:00/);
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: /강남점/ })
      .getAttribute('href'),
  ).toBe(`/dashboard/reservation?store=${STORES[0].id}`);
});

it('shows today beside the same weekday last week, and the week, summed over all stores (OV-1, OV-2)', async () => {
  answerCalls(answers());
  await renderScreen(<OverviewPage />);
  const figures = await screen.findByTestId('overview-figures');
  expect(figures.textContent).toMatch(
    /오늘 매출₩240,000지난주 토요일 이 시각까지 ₩180,000오늘 예약16건지난주 토요일 12건가동률24%지난주 토요일 20%연결 끊긴 기기2대문과 기기를 확인해 주세요/,
  );
  expect(within(figures).getByTestId('overview-week').textContent).toContain(
    '최근 7일 매출₩1,680,000, 그 전 7일 ₩1,400,000',
  );
  expect(within(figures).getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getAllByTestId('overview-today')[0]?.textContent).toBe('오늘 매출 ₩120,000 · 예약 8건 · 가동률 24%');
});

it('leaves out the rooms of a closed store', async () => {
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/overview': () => ({
      stores: [sampleOverview(), sampleOverview({ storeId: STORES[1].id, storeName: STORES[1].name, isClosed: true })],
    }),
  });
  await renderScreen(<OverviewPage />);
  expect(
    (await screen.findAllByTestId('overview-store')).map((it) => within(it).getByRole('heading').textContent),
  ).toEqual(['강남점']);
});

it('names the running business day by its date between midnight and the cut-off', async () => {
  vi.setSystemTime(new Date('2026-11-21T20:00:00Z'));
  answerCalls(answers());
  await renderScreen(<OverviewPage />);
  expect((await screen.findByTestId('overview-figures')).textContent).toMatch(
    /^11월 21일 \(토\) 매출₩240,000.*11월 21일 \(토\) 예약16건/,
  );
  expect(screen.getAllByTestId('overview-today')[0]?.textContent).toContain('11월 21일 (토) 매출');
});

it('sorts the store with the greatest need first, and keeps the order while it is on screen (OV-2)', async () => {
  let standings = [sampleOverview({ storeId: STORES[1].id, storeName: STORES[1].name }), sampleOverview()];
  const requests = answerCalls({ ...answers(), 'GET /api/v2/{product}/overview': () => ({ stores: standings }) });
  const { client } = await renderScreen(<OverviewPage />);
  const names = () => screen.getAllByTestId('overview-store').map((it) => it.querySelector('h2')?.textContent);
  await screen.findAllByTestId('overview-store');
  expect(names()).toEqual(['홍대점', '강남점']);
  standings = [
    sampleOverview({ alarmCount: 3, offlineCount: 5 }),
    sampleOverview({ storeId: STORES[1].id, storeName: STORES[1].name }),
  ];
  act(() => overviewLive['alarm.changed']?.(sampleAlarm(), { client, product: 'playroom' }));
  await waitFor(() => expect(screen.getByTestId('overview-figures').textContent).toContain('6대'));
  expect(requests.get('GET /api/v2/{product}/overview')?.length).toBeGreaterThan(1);
  expect(names()).toEqual(['홍대점', '강남점']);
});

it('shows the rooms and an error when today’s figures cannot be read', async () => {
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/overview': () => {
      throw new Error('gone');
    },
  });
  await renderScreen(<OverviewPage />);
  expect((await screen.findByRole('alert')).textContent).toContain('오늘 수치를 불러오지 못했어요.');
  expect(screen.getAllByTestId('overview-store')).toHaveLength(2);
});

it('opens a door of the chosen store with one tap (OV-1)', async () => {
  const requests = answerCalls({ ...answers(), 'POST /api/v2/{product}/door/open': () => sampleCommand() });
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기' }));
  await waitFor(() =>
    expect(requests.get('POST /api/v2/{product}/door/open')?.[0]?.body).toEqual({ doorId: sampleId(20) }),
  );
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).not.toBe(''));
});

it('lists the rooms with a guest inside after the stay and the time to pack up (NX-4)', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const overrun = (minutes: number) => ({
    reservationId: sampleId(50),
    since: ago(minutes),
    reportedFrom: ago(minutes - 5),
  });
  const rooms = [
    sampleRoom({ overrun: overrun(12.5) }),
    sampleRoom({ id: sampleId(11), name: '2번 룸', overrun: overrun(2) }),
  ];
  answerCalls({ ...answers(), 'GET /api/v2/{product}/room': () => ({ total: 2, items: rooms }) });
  await renderScreen(<OverviewPage />);
  const overruns = await screen.findByTestId('overview-overruns');
  expect(overruns.textContent).toMatch(
    /^이용 시간이 끝난 룸 1곳에 아직 사람이 있어요강남점 1번 룸 · \d{2}:\d{2} 종료, 12분 지남$/,
  );
  expect(within(overruns).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`,
  );
});

it('links to the waitlist for a free time, without a guest’s name', async () => {
  answerCalls(answers());
  await renderScreen(<OverviewPage />);
  const freed = await screen.findByTestId('overview-freed');
  expect(freed.textContent).toContain('강남점 1번 룸');
  expect(freed.textContent).not.toContain('이*수');
  expect(within(freed).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&waitlist=open`,
  );
});

it('names the rooms with a person without a stay beside those in use, and does not count them as used (RM-7)', async () => {
  const rooms = (['IN_USE', 'OCCUPIED'] as const).map((state, index) =>
    sampleRoom({ id: sampleId(10 + index), state }),
  );
  answerCalls(answers(rooms));
  await renderScreen(<OverviewPage />);
  const [store] = await screen.findAllByTestId('overview-store');
  expect(store?.textContent).toContain('비어 있음 0 · 이용 중 1 · 체크인 없이 사람 있음 1');
});

it('counts the incidents that need a person, and links to them (OC-2)', async () => {
  const requests = answerCalls({
    ...answers(),
    [INCIDENTS]: () => ({ total: 2, isTotalExact: true, items: [sampleIncident()] }),
  });
  const { client } = await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  const line = await screen.findByTestId('overview-incidents');
  expect(line.textContent).toBe('직접 처리할 일 2건');
  expect(within(line).getByRole('link').getAttribute('href')).toBe(`/dashboard/on-call?store=${STORES[0].id}`);
  expect(requests.get(INCIDENTS)?.[0]?.query).toEqual({
    storeId: STORES[0].id,
    show: 'PENDING',
    page: '0',
    limit: '1',
  });
  act(() => onCallLive['incident.changed']?.(sampleIncident(), { client, product: 'playroom' }));
  await waitFor(() => expect(requests.get(INCIDENTS)?.length).toBe(2));
});

it('counts the unsent refunds, and links to their list', async () => {
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/overview': () => ({
      stores: [sampleOverview({ owedRefundCount: 2 }), sampleOverview({ storeId: STORES[1].id, owedRefundCount: 1 })],
    }),
  });
  await renderScreen(<OverviewPage />);
  const line = await screen.findByTestId('overview-refunds');
  const link = within(line).getByRole('link', { name: '아직 보내지 않은 환불 3건' });
  expect(link.getAttribute('href')).toBe('/dashboard/admin/payments');
});

it('links to open deposits and overdue payouts, the latter only with the capability', async () => {
  const overview = () => ({ stores: [sampleOverview({ openDepositCount: 2, overduePayoutCount: 1 })] });
  answerCalls({ ...answers(), 'GET /api/v2/{product}/overview': overview });
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  const deposits = within(await screen.findByTestId('overview-deposits')).getByRole('link', {
    name: '확인할 입금 2건',
  });
  expect(deposits.getAttribute('href')).toBe(`/dashboard/deposit?store=${STORES[0].id}`);
  const payouts = within(await screen.findByTestId('overview-payouts')).getByRole('link', {
    name: '지급일이 지난 정산 1건',
  });
  expect(payouts.getAttribute('href')).toBe(`/dashboard/system/settlement?store=${STORES[0].id}`);
  cleanup();
  answerCalls({
    ...answers(),
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/overview': overview,
  });
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  await screen.findByTestId('overview-deposits');
  expect(screen.queryByTestId('overview-payouts')).toBeNull();
});

it('shows the doors with an alarm of the chosen store above everything else (DR-7)', async () => {
  answerCalls(answers());
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  const ringing = await screen.findByTestId('overview-alarms');
  await waitFor(() => expect(ringing.textContent).toMatch(/출입문 알람 1건.*문이 열려 있어요.*강남점 · 앞문/));
  expect(within(ringing).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/door?store=${STORES[0].id}&q=%EC%95%9E%EB%AC%B8`,
  );
});

it('counts an opening during a lockdown as an alarm that holds, although it is over (DR-8)', async () => {
  const alarm = sampleAlarm({ kind: 'LOCKDOWN_OPENING', closedAt: '2026-11-21T04:00:00.000Z' });
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/alarm': () => ({ total: 1, isTotalExact: true, items: [alarm] }),
  });
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  const ringing = await screen.findByTestId('overview-alarms');
  await waitFor(() => expect(ringing.textContent).toMatch(/출입문 알람 1건/));
  expect(screen.queryByTestId('overview-ended')).toBeNull();
});

it('reads only the chosen store, and once more after events of reservations (OV-3)', async () => {
  const requests = answerCalls(answers());
  const { client } = await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  await screen.findAllByTestId('overview-room');
  expect(requests.get(ROOMS)?.[0]?.query).toMatchObject({ storeId: STORES[0].id });
  const before = requests.get(ROOMS)?.length ?? 0;
  act(() => {
    overviewLive['reservation.changed']?.(boardReservation(), { client, product: 'playroom' });
    overviewLive['reservation.changed']?.(boardReservation({ version: 2 }), { client, product: 'playroom' });
  });
  await waitFor(() => expect(requests.get(ROOMS)).toHaveLength(before + 1));
});

it('guides through the set-up of a store, with a link to each open step', async () => {
  const setup = {
    storeId: STORES[0].id,
    storeName: STORES[0].name,
    steps: [
      { step: 'STORE', state: 'DONE' },
      { step: 'ROOMS', state: 'OPEN' },
      { step: 'DOORS', state: 'STARTED' },
      { step: 'RESERVATION', state: 'OPEN' },
    ],
  } as const;
  answerCalls({
    ...answers([]),
    'GET /api/v2/{product}/overview/setup': () => ({ stores: [{ ...setup, steps: [...setup.steps] }] }),
  });
  await renderScreen(<OverviewPage />);
  const guide = within(await screen.findByTestId('setup-guide'));
  expect(guide.getByRole('heading', { name: '강남점 시작 안내' })).toBeTruthy();
  expect(guide.getByText('4단계 중 1단계 완료')).toBeTruthy();
  expect(guide.getByRole('link', { name: '룸 추가' }).getAttribute('href')).toBe(
    `/dashboard/room?store=${STORES[0].id}`,
  );
  expect(guide.getByRole('link', { name: '열기 테스트' }).getAttribute('href')).toBe(
    `/dashboard/door?store=${STORES[0].id}`,
  );
});

describe('the time of the next refetch', () => {
  const now = Date.parse('2026-11-21T05:00:00Z');
  it('is the moment when the first room changes its state', () => {
    expect(waitMs([{ stateUntil: '2026-11-21T05:01:00.000Z', nextStartsAt: '2026-11-21T05:00:30.000Z' }], now)).toBe(
      30_300,
    );
  });
  it('is neither immediate nor never', () => {
    expect(waitMs([{ stateUntil: '2026-11-21T05:00:00.100Z', nextStartsAt: null }], now)).toBe(1_000);
    expect(waitMs([{ stateUntil: null, nextStartsAt: null }], now)).toBe(600_300);
  });
});
