// @sweep 1/8 (decision 086)
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleDetail, samplePriceLine } from '../../../testing/reservation-samples.ts';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { WalkInDialog } from './walk-in-dialog.tsx';

const CREATE = 'POST /api/v2/{product}/reservation';
const START = '2026-11-21T05:10:00.000Z';
const END = '2026-11-21T06:10:00.000Z';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:10:00Z') }));
afterEach(() => void vi.useRealTimers());

const rooms = [
  sampleRoom({ nextStartsAt: '2026-11-21T08:00:00.000Z' }),
  sampleRoom({
    id: sampleId(11),
    name: '2번 룸',
    state: 'IN_USE',
    isBookable: false,
    stateUntil: '2026-11-21T07:00:00.000Z',
  }),
  // Only one slot, less than the shortest stay, is left before the next reservation.
  sampleRoom({ id: sampleId(12), name: '3번 룸', nextStartsAt: '2026-11-21T05:20:00.000Z' }),
  sampleRoom({ id: sampleId(13), name: '4번 룸', capacity: 2 }),
];
const answers = {
  'GET /api/v2/auth/me': () => person('FRANCHISEE'),
  'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
  'GET /api/v2/{product}/room': () => ({ total: rooms.length, items: rooms }),
  'POST /api/v2/{product}/price-policy/quote': () => ({ totalAmount: 12_000, lines: [samplePriceLine(START, END)] }),
  'GET /api/v2/{product}/reservation/{reservationId}/access': () => ({
    reservationId: sampleId(40),
    storeId: STORES[0].id,
    codeId: null,
    madeAt: null,
    doors: [],
  }),
} as const;
const closed = vi.fn();
const detailed = vi.fn();
const open = async () => {
  closed.mockClear();
  await renderScreen(<WalkInDialog storeId={STORES[0].id} onClose={closed} onDetails={detailed} />);
  return screen.findAllByTestId('walk-in-room');
};

it('the walk-in dialog offers free rooms, then lengths with prices, and reserves at the shown price without a name (RV-7)', async () => {
  const requests = answerCalls({
    ...answers,
    [CREATE]: () => sampleDetail({ channel: 'WALK_IN', guestName: '', priceAmount: 12_000 }),
  });
  const [first, second, ...others] = await open();
  expect(others).toEqual([]);
  expect(second?.textContent).toContain('4번 룸');
  await waitFor(() => expect(first?.textContent).toMatch(/1번 룸.*17:00까지 비어 있음.*₩12,000/));
  fireEvent.click(screen.getByRole('button', { name: '1번 룸 더 길게' }));
  const [shortest, longer] = await screen.findAllByTestId('walk-in-length');
  await waitFor(() => expect(shortest?.textContent).toBe('1시간15:10까지₩12,000'));
  await waitFor(() => expect(longer?.textContent).toBe('1시간 30분15:40까지₩12,000'));
  fireEvent.click(longer as HTMLElement);
  expect((await screen.findByTestId('walk-in-made')).textContent).toContain('1번 룸을 예약했어요');
  expect(requests.get(CREATE)?.[0]?.body).toEqual({
    kind: 'GUEST',
    roomId: sampleId(10),
    startsAt: START,
    endsAt: '2026-11-21T06:40:00.000Z',
    headCount: 2,
    channel: 'WALK_IN',
    expectedPriceAmount: 12_000,
  });
  expect(await screen.findByRole('group', { name: '결제 수단' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '예약 상세' }));
  expect(detailed).toHaveBeenCalledOnce();
});

it('the walk-in dialog reserves the shortest time with one tap on a room, at the next border when that is chosen', async () => {
  const requests = answerCalls({ ...answers, [CREATE]: () => sampleDetail() });
  await open();
  fireEvent.click(screen.getByRole('button', { name: '14:30부터' }));
  const [first] = await screen.findAllByTestId('walk-in-room');
  await waitFor(() => expect(first?.textContent).toContain('₩12,000'));
  fireEvent.click(first as HTMLElement);
  await waitFor(() =>
    expect(requests.get(CREATE)?.[0]?.body).toMatchObject({
      startsAt: '2026-11-21T05:30:00.000Z',
      endsAt: '2026-11-21T06:30:00.000Z',
    }),
  );
});

it('the walk-in dialog offers a room with a person without a stay after the free ones (RV-7, RM-7)', async () => {
  const items = [
    sampleRoom({ state: 'OCCUPIED', nextStartsAt: null }),
    sampleRoom({ id: sampleId(13), name: '4번 룸', state: 'FREE' }),
  ];
  answerCalls({ ...answers, 'GET /api/v2/{product}/room': () => ({ total: items.length, items }) });
  expect((await open()).map((room) => /\d번 룸/.exec(room.textContent)?.[0])).toEqual(['4번 룸', '1번 룸']);
});

it('the walk-in dialog does not offer a room that is too small, and says so', async () => {
  const requests = answerCalls({ ...answers, [CREATE]: () => sampleDetail() });
  const [, small] = await open();
  fireEvent.click(within(screen.getByRole('group', { name: '인원' })).getByRole('button', { name: '4' }));
  await waitFor(() => expect(small?.textContent).toContain('정원 2명'));
  fireEvent.click(small as HTMLElement);
  expect(requests.has(CREATE)).toBe(false);
});

it('the walk-in dialog says that the room was taken meanwhile, and stays open', async () => {
  answerCalls({
    ...answers,
    [CREATE]: () => refuse('SLOT_TAKEN', 409, { errors: [{ path: 'startsAt', code: 'SLOT_TAKEN', message: '' }] }),
  });
  const [first] = await open();
  await waitFor(() => expect(first?.textContent).toContain('₩12,000'));
  fireEvent.click(first as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toBe('아직 예약되지 않았어요. 이미 예약된 시간이에요.');
  expect(screen.queryByTestId('walk-in-made')).toBeNull();
});
