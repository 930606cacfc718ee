import type { Alarm, Readiness, StoreOverview } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLiveState } from '../../session/live-state.ts';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleAlarm, sampleCommand, sampleDoor, sampleId, sampleOverview, sampleRoom } from '../../testing/samples.ts';
import { OverviewPage } from './overview-page.tsx';

/** 14:00 in Seoul. */
const NOW = '2026-11-21T05:00:00Z';
const OPEN = 'POST /api/v2/{product}/door/open';
const ACKNOWLEDGE = 'POST /api/v2/{product}/alarm/acknowledge-ended';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  setLiveState('live');
});
afterEach(() => void vi.useRealTimers());

type Obstacle = Readiness['obstacles'][number];

const obstacle = (kind: Obstacle['kind'], over: Partial<Obstacle> = {}): Obstacle => ({
  kind,
  severity: 'WARNING',
  door: null,
  since: null,
  amount: null,
  ...over,
});

/** A guest who comes in `minutes`, with an access window of ten minutes. */
function guest(number: number, minutes: number, over: Partial<Readiness> = {}): Readiness {
  const at = (from: number) => new Date(Date.parse(NOW) + from * 60_000).toISOString();
  return {
    reservationId: sampleId(number),
    code: 'K7QX-29MD',
    storeId: STORES[0].id,
    roomId: sampleId(10),
    startsAt: at(minutes),
    endsAt: at(minutes + 120),
    opensAt: at(minutes - 10),
    closesAt: at(minutes + 120),
    obstacles: [],
    checks: [],
    ...over,
  };
}

interface World {
  readonly guests?: readonly Readiness[];
  readonly alarms?: readonly Alarm[];
  readonly overview?: Partial<StoreOverview>;
}

const [street, roomDoor] = [
  sampleDoor({ id: sampleId(70), roomId: null, name: '현관' }),
  sampleDoor({ id: sampleId(71), roomId: sampleId(10), name: '1번 룸 문' }),
];

async function open({ guests = [], alarms = [], overview = {} }: World, role: 'ADMIN' | 'FRANCHISEE' = 'FRANCHISEE') {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/overview/setup': () => ({ stores: [] }),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: guests.length, items: [...guests] }),
    'GET /api/v2/{product}/overview': () => ({ stores: [sampleOverview(overview)] }),
    'GET /api/v2/{product}/door': () => ({ total: 2, items: [street, roomDoor] }),
    'GET /api/v2/{product}/incident': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/room': () => ({
      total: 2,
      items: [sampleRoom(), sampleRoom({ id: sampleId(11), name: '2번 룸' })],
    }),
    'GET /api/v2/{product}/alarm': () => ({ total: alarms.length, isTotalExact: true, items: [...alarms] }),
    'GET /api/v2/{product}/waitlist': () => ({ total: 0, isTotalExact: true, items: [] }),
    [OPEN]: () => sampleCommand(),
    [ACKNOWLEDGE]: ({ body }) => ({ acknowledged: (body as { ids: string[] }).ids.length }),
  });
  await renderScreen(<OverviewPage />, `/?store=${STORES[0].id}`);
  return requests;
}

const ENDED = { closedAt: '2026-11-21T04:00:00.000Z', kind: 'UNKNOWN_OPENING' } as const;

it('ranks live trouble, the next guests, money and ended alarms in this order (OV-10)', async () => {
  await open({
    guests: [guest(50, 5)],
    alarms: [sampleAlarm({ id: sampleId(30), ...ENDED }), sampleAlarm({ id: sampleId(31) })],
    overview: {
      owedRefundCount: 1,
      unpaidInside: [
        { reservationId: sampleId(52), roomId: sampleId(11), endsAt: '2026-11-21T06:30:00.000Z', dueAmount: 28_000 },
      ],
    },
  });
  await screen.findByTestId('overview-ended');
  const order = ['overview-alarms', 'overview-coming', 'overview-unpaid', 'overview-refunds', 'overview-ended'];
  await waitFor(() =>
    expect(
      [...document.querySelectorAll<HTMLElement>('.overview-attention > [data-testid]')].map(
        ({ dataset }) => dataset['testid'],
      ),
    ).toEqual(order),
  );
});

it('opens the door that refuses codes with one tap, from the alarm itself (DR-60)', async () => {
  const alarm = sampleAlarm({ kind: 'REFUSED_CODES', doorId: street.id, doorName: '현관' });
  const requests = await open({ alarms: [sampleAlarm({ id: sampleId(31) }), alarm] });
  const rows = await within(await screen.findByTestId('overview-alarms')).findAllByTestId('alarm');
  expect(rows.map(({ dataset }) => dataset['kind'])).toEqual(['REFUSED_CODES', 'LEFT_OPEN']);
  fireEvent.click(await within(rows[0] as HTMLElement).findByRole('button', { name: '현관 열기' }));
  await waitFor(() => expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: street.id }));
});

it('shows two alarms that hold and folds the others, so that the next guest stays on the first screen', async () => {
  await open({ alarms: [31, 32, 33, 34].map((number) => sampleAlarm({ id: sampleId(number) })) });
  const card = await screen.findByTestId('overview-alarms');
  await within(card).findByText('알람 2건 더 보기');
  const rows = within(card).getAllByTestId('alarm');
  expect(rows.map((row) => row.closest('details') !== null)).toEqual([false, false, true, true]);
});

it('acknowledges the ended alarms that were shown, in one request (DR-7)', async () => {
  const requests = await open({
    alarms: [30, 31, 32].map((number) => sampleAlarm({ id: sampleId(number), ...ENDED })),
  });
  const card = within(await screen.findByTestId('overview-ended'));
  expect(await card.findByText('끝난 알람 3건')).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: '모두 확인' }));
  await waitFor(() => expect(requests.get(ACKNOWLEDGE)).toHaveLength(1));
  expect(requests.get(ACKNOWLEDGE)?.[0]?.body).toEqual({ ids: [30, 31, 32].map(sampleId) });
  expect(screen.queryByTestId('overview-alarms')).toBeNull();
});

describe('the next guests (NX-1, OV-10)', () => {
  const list = async () => within(await screen.findByTestId('overview-coming'));

  it('offers to open the way in of the nearest guest in the window with one tap', async () => {
    const requests = await open({ guests: [guest(50, -55), guest(51, 8), guest(52, 11)] });
    const coming = await list();
    const ways = await coming.findAllByTestId('overview-way-in');
    expect(ways.map(({ dataset }) => dataset['reservation'])).toEqual([sampleId(51), sampleId(50)]);
    fireEvent.click(await within(ways[0] as HTMLElement).findByRole('button', { name: '현관 열기 · 1번 룸' }));
    await waitFor(() => expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: street.id }));
  });

  it.each([
    { minutes: 10, is: 'offered at the first moment of the window', count: 1 },
    { minutes: 11, is: 'not offered before the window', count: 0 },
    { minutes: -119, is: 'offered in the last minute of the window', count: 1 },
    { minutes: -120, is: 'not offered at the end of the window', count: 0 },
  ])('$is', async ({ minutes, count }) => {
    await open({ guests: [guest(50, minutes)] });
    await list();
    expect(screen.queryAllByTestId('overview-way-in')).toHaveLength(count);
  });

  it('names the obstacles of a guest who comes later with one act, and folds the guests who are ready', async () => {
    const door = { id: roomDoor.id, name: roomDoor.name };
    const offline = obstacle('DOOR_OFFLINE', { severity: 'BLOCKING', door, since: '2026-11-21T04:30:00.000Z' });
    await open({
      guests: [
        guest(50, 40),
        guest(51, 60, { obstacles: [obstacle('UNPAID', { amount: 28_000 })] }),
        guest(52, 90, {
          roomId: sampleId(11),
          obstacles: [obstacle('CODE_NOT_ACKNOWLEDGED', { door }), offline],
          checks: [{ minutesBefore: 120, checkedAt: NOW, isLate: false, obstacles: [offline] }],
        }),
        guest(53, 100, { obstacles: [obstacle('ROOM_OCCUPIED', { severity: 'BLOCKING' })] }),
      ],
    });
    const coming = await list();
    expect(coming.getByRole('heading').textContent).toBe('3시간 안에 오는 손님 (4)');
    expect(coming.getByText('준비된 손님 1팀 · 다음 14:40 강남점 1번 룸').closest('details')?.open).toBe(false);
    const [unpaid, blocked, occupied] = coming
      .getAllByTestId('coming-guest')
      .filter((item) => item.closest('details') === null);
    expect(unpaid?.textContent).toBe('15:00강남점 1번 룸미결제 ₩28,000결제 받기결제 링크');
    expect(blocked?.textContent).toMatch(
      /^15:30강남점 2번 룸.*도어록이 코드를 아직 확인하지 않음 · .*13:30.*부터 오프라인 · 2시간 전 점검에서 발견출입문 보기$/,
    );
    const acts = [unpaid, blocked, occupied].map((item) =>
      within(item as HTMLElement)
        .getAllByRole('link')
        .map((link) => [link.dataset['stand'], link.getAttribute('href')]),
    );
    const reservation = (number: number) =>
      `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(number)}`;
    expect(acts).toEqual([
      [
        ['warned', reservation(51)],
        [undefined, reservation(51)],
      ],
      [
        ['blocked', reservation(52)],
        [undefined, `/dashboard/door?store=${STORES[0].id}&q=${encodeURIComponent(roomDoor.name)}`],
      ],
      [
        ['blocked', reservation(53)],
        [undefined, `/dashboard/room/${sampleId(10)}`],
      ],
    ]);
  });

  it('shows three guests who can enter now, and folds the others', async () => {
    await open({ guests: [1, 2, 3, 4, 5].map((number) => guest(50 + number, number)) });
    const coming = await list();
    expect(coming.getByText('지금 들어올 수 있는 손님 2팀 더')).toBeTruthy();
    const outside = coming.getAllByTestId('coming-guest').filter((item) => item.closest('details') === null);
    expect(outside).toHaveLength(3);
  });
});

it('lists the guests inside who have not paid, each with the link to the reservation', async () => {
  await open({
    overview: {
      unpaidInside: [
        { reservationId: sampleId(52), roomId: sampleId(11), endsAt: '2026-11-21T06:30:00.000Z', dueAmount: 28_000 },
      ],
    },
  });
  const card = within(await screen.findByTestId('overview-unpaid'));
  expect(card.getByRole('heading').textContent).toBe('미결제로 이용 중인 손님 1팀');
  const link = card.getByRole('link', { name: '강남점 2번 룸 · ₩28,000 미결제 · 15:30까지' });
  expect(link.getAttribute('href')).toBe(`/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(52)}`);
});
