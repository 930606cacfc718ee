// @sweep 1/8 (decision 086)
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DailyReservations, ExtensionOffer, Overrun, Readiness, ReservationDetail } from '@munjigi/contract';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { boardDay, boardReservation } from '../../testing/board-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { putReservation } from './reservation-cache.ts';
import { ReservationsPage } from './reservations-page.tsx';

const PATCH = 'PATCH /api/v2/{product}/reservation/{reservationId}';
const QUOTE = 'POST /api/v2/{product}/price-policy/quote';
const DAILY = 'GET /api/v2/{product}/reservations/daily';
const ADDRESS = `/dashboard/reservation?date=2026-11-21&store=${STORES[0].id}`;

// The clock is in the morning of the shown day, so that none of its reservations is in the past.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function detail(over: Partial<ReservationDetail> = {}): ReservationDetail {
  return {
    ...boardReservation(),
    guestEmail: '',
    guestLanguage: 'ko',
    priceLines: [],
    addOnLines: [],
    discount: null,
    createdAt: '2026-11-20T05:00:00Z',
    cancelledAt: null,
    refundPercent: null,
    refundAmount: null,
    cancellation: null,
    heldExtension: null,
    heldMove: null,
    history: [],
    ...over,
  };
}
function answers(days: DailyReservations, role: 'ADMIN' | 'FRANCHISEE' = 'ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: 0, items: [] as Readiness[] }),
    'GET /api/v2/{product}/reservation/extension-offer': () => ({ total: 0, items: [] as ExtensionOffer[] }),
    'GET /api/v2/{product}/reservation/overrun': () => ({ total: 0, items: [] as Overrun[] }),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
    [DAILY]: ({ query }: SentRequest) => ({ ...days, date: query['date'] ?? days.date }),
    [QUOTE]: () => ({ totalAmount: 30_000, lines: [] }),
  } as const;
}
/** The code of the panels loads with the first of them. */
const LATE = { timeout: 45_000 };
const board = () => screen.findByTestId('board');
const block = () => screen.getByTestId('board-block');
const rowOf = (element: HTMLElement) => element.closest('[role=row]')?.getAttribute('aria-rowindex');
function press(grid: HTMLElement, ...keys: readonly string[]): void {
  for (const name of keys) {
    const key = name.replace('Shift+', '');
    fireEvent.keyDown(grid, {
      key,
      code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
      shiftKey: name.startsWith('Shift+'),
    });
  }
}

it('the board page shows the obstacles of a coming guest, and an overrun (NX-1, NX-4)', async () => {
  const due = boardReservation();
  const gone = boardReservation({
    id: sampleId(51),
    state: 'COMPLETED',
    startsAt: '2026-11-20T22:00:00Z',
    endsAt: '2026-11-20T23:00:00Z',
  });
  answerCalls({
    ...answers(boardDay([due, gone], [])),
    'GET /api/v2/{product}/reservation/readiness': () => ({
      total: 1,
      items: [
        {
          reservationId: due.id,
          code: due.code,
          storeId: due.storeId,
          roomId: due.roomId,
          startsAt: due.startsAt,
          endsAt: due.endsAt,
          opensAt: due.startsAt,
          closesAt: due.endsAt,
          obstacles: [{ kind: 'ROOM_OCCUPIED', severity: 'BLOCKING', door: null, since: null, amount: null }],
          checks: [],
        },
      ],
    }),
    'GET /api/v2/{product}/reservation/overrun': () => ({
      total: 1,
      items: [
        {
          reservationId: gone.id,
          storeId: gone.storeId,
          roomId: gone.roomId,
          since: gone.endsAt,
          reportedFrom: '2026-11-20T23:05:00Z',
          endedAt: null,
          seenBy: '재실 감지',
          seenAs: 'PERSON' as const,
        },
      ],
    }),
  });
  await renderScreen(<ReservationsPage />, ADDRESS);
  await board();
  await waitFor(() => expect(screen.getByLabelText(/앞 손님이 아직 룸에 있어요/).dataset['stand']).toBe('blocked'));
  expect(screen.getByLabelText(/시간이 지났는데 아직 룸에 있어요/).dataset['id']).toBe(gone.id);
  expect(screen.getByTestId('board-tail').title).toBe('시간이 지났는데 아직 룸에 있어요');
});

it('the board page shows each room’s reservations with their state, guest and price in words (RV-3)', async () => {
  answerCalls(answers(boardDay([boardReservation({ paidAmount: 0 })], [])));
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = within(await board());
  expect(grid.getAllByRole('row')).toHaveLength(3);
  expect(grid.getAllByRole('rowheader').map((it) => it.textContent)).toEqual(['1번 룸', '2번 룸']);
  expect(block().getAttribute('aria-label')).toBe('1번 룸, 확정, 홍*동, 14:00–16:00, ₩24,000, 2명, 미결제');
  expect(block().dataset['state']).toBe('CONFIRMED');
});

it('the board page reads the days around the shown one, moves by weeks, and keeps the choice in the address (SH-6)', async () => {
  const requests = answerCalls(answers(boardDay([])));
  const { search } = await renderScreen(<ReservationsPage />, ADDRESS);
  await board();
  fireEvent.click(screen.getByRole('button', { name: '주' }));
  await waitFor(() =>
    expect(requests.get(DAILY)?.at(-1)?.query).toMatchObject({ storeId: STORES[0].id, date: '2026-11-15', days: '14' }),
  );
  fireEvent.click(screen.getByRole('button', { name: '다음 주' }));
  await waitFor(() => expect(requests.get(DAILY)?.at(-1)?.query['date']).toBe('2026-11-22'));
  expect(Object.fromEntries(new URLSearchParams(search()))).toMatchObject({ view: 'week', date: '2026-11-23' });
});

it('the board page shows the boards of all stores below each other, and asks for the store of a new reservation (RV-71)', async () => {
  const requests = answerCalls({
    ...answers(boardDay([])),
    'GET /api/v2/{product}/room': () => ({ total: 0, items: [] }),
  });
  const { search } = await renderScreen(<ReservationsPage />, '/dashboard/reservation?date=2026-11-21');
  await waitFor(() => expect(screen.getAllByTestId('board')).toHaveLength(2));
  expect(new Set(requests.get(DAILY)?.map(({ query }) => query['storeId']))).toEqual(
    new Set(STORES.map(({ id }) => id)),
  );
  press(document.body, 'n');
  const question = within(await screen.findByRole('dialog', { name: '어느 매장인가요?' }, LATE));
  fireEvent.click(question.getByRole('button', { name: '홍대점' }));
  expect(await screen.findByRole('dialog', { name: '새 예약' }, LATE)).toBeTruthy();
  await waitFor(() => expect(requests.get('GET /api/v2/{product}/room')?.at(-1)?.query['storeId']).toBe(STORES[1].id));
  fireEvent.click(screen.getByRole('button', { name: '홍대점', hidden: true }));
  await waitFor(() => expect(new URLSearchParams(search()).get('store')).toBe(STORES[1].id));
});

it('the board page moves a reservation by keys, announces place and price, and can undo', async () => {
  let sent = 0;
  const requests = answerCalls({
    ...answers(boardDay([boardReservation()], [])),
    [PATCH]: ({ body }: SentRequest) => detail({ ...(body as Partial<ReservationDetail>), version: 2 + sent++ }),
  });
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = await board();
  act(() => grid.focus());
  press(grid, 'Home');
  // From 06:00 to 14:00 there are sixteen slots.
  press(grid, ...Array.from({ length: 16 }, () => 'ArrowRight'));
  expect(grid.getAttribute('aria-activedescendant')).toBe(block().id);
  press(grid, 'm', 'ArrowDown', 'ArrowRight', 'Shift+ArrowRight');
  const voice = screen.getAllByRole('status').find((it) => it.className === 'board-voice');
  await waitFor(() => expect(voice?.textContent).toContain('2번 룸, 14:30–17:00, ₩30,000 (차액 +₩6,000)'));
  press(grid, 'Enter');
  await waitFor(() =>
    expect(requests.get(PATCH)?.[0]?.body).toEqual({
      roomId: sampleId(11),
      startsAt: '2026-11-21T05:30:00.000Z',
      endsAt: '2026-11-21T08:00:00.000Z',
      version: 1,
      expectedPriceAmount: 30_000,
    }),
  );
  await waitFor(() => expect(rowOf(block())).toBe('3'));
  fireEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
  await waitFor(() =>
    expect(requests.get(PATCH)?.[1]?.body).toMatchObject({
      roomId: sampleId(10),
      startsAt: '2026-11-21T05:00:00.000Z',
      version: 2,
    }),
  );
});

it('the board page puts a refused move back and offers the nearest free time (RV-2)', async () => {
  const free = [{ roomId: sampleId(11), startsAt: '2026-11-21T06:30:00.000Z', endsAt: '2026-11-21T08:30:00.000Z' }];
  const requests = answerCalls({
    ...answers(boardDay([boardReservation()], [])),
    [PATCH]: () => refuse('SLOT_TAKEN', 409, { free }),
  });
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = await board();
  act(() => grid.focus());
  press(grid, 'Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'm', 'ArrowDown', 'Enter');
  expect(await screen.findByText('이미 예약된 시간이에요. 가까운 빈 시간: 2번 룸 15:30')).toBeTruthy();
  expect(rowOf(block())).toBe('2');
  fireEvent.click(screen.getByRole('button', { name: /15:30/ }));
  await waitFor(() => expect(requests.get(PATCH)?.[1]?.body).toMatchObject(free[0] ?? {}));
});

it('the board page asks before it moves a stay to where its guest gets no code (AG-13)', async () => {
  const requests = answerCalls({
    ...answers(boardDay([boardReservation()], [])),
    'POST /api/v2/{product}/age-check/preview': () => ({ basis: 'YOUTH_ACT', isCheckNeeded: true }),
    [PATCH]: ({ body }: SentRequest) => detail({ ...(body as Partial<ReservationDetail>), version: 2 }),
  });
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = await board();
  act(() => grid.focus());
  press(grid, 'Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'm', 'ArrowDown', 'Enter');
  expect(await screen.findByText(/성인 확인 전에는 출입 코드가 나오지 않아요/)).toBeTruthy();
  expect(rowOf(block())).toBe('2');
  expect(requests.has(PATCH)).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '그래도 옮기기' }));
  await waitFor(() => expect(requests.get(PATCH)?.[0]?.body).toMatchObject({ roomId: sampleId(11) }));
  await waitFor(() => expect(rowOf(block())).toBe('3'));
});

it('the board page shows the server’s version after a STALE move (AP-4)', async () => {
  answerCalls({
    ...answers(boardDay([boardReservation()], [])),
    [PATCH]: () => refuse('STALE', 409, { current: detail({ headCount: 6, version: 7 }) }),
  });
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = await board();
  act(() => grid.focus());
  press(grid, 'Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'm', 'ArrowDown', 'Enter');
  expect(await screen.findByText('다른 사람이 먼저 변경했어요. 바뀐 내용을 확인해 주세요.')).toBeTruthy();
  expect(rowOf(block())).toBe('2');
  expect(block().getAttribute('aria-label')).toContain('6명');
});

it('the board page cancels a move on Escape, and does not move a completed reservation', async () => {
  const requests = answerCalls(answers(boardDay([boardReservation({ state: 'COMPLETED' })], [])));
  await renderScreen(<ReservationsPage />, ADDRESS);
  const grid = await board();
  act(() => grid.focus());
  press(grid, 'Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'm');
  expect(screen.getByText('이용 완료 예약은 옮길 수 없어요')).toBeTruthy();
  press(grid, 'ArrowRight', 'Enter', 'Escape');
  expect(requests.has(PATCH)).toBe(false);
});

it('the board page opens the reservation under the cursor, in the address', async () => {
  answerCalls({
    ...answers(boardDay([boardReservation()])),
    'GET /api/v2/{product}/reservation/{reservationId}': () => detail(),
  });
  const { search } = await renderScreen(<ReservationsPage />, ADDRESS);
  await board();
  act(() => screen.getByTestId('board').focus());
  press(screen.getByTestId('board'), 'Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'Enter');
  await waitFor(() => expect(new URLSearchParams(search()).get('reservation')).toBe(sampleId(50)));
});

it('the board page shows a change of another person at once, by the stream', async () => {
  answerCalls(answers(boardDay([boardReservation()], [])));
  const { client } = await renderScreen(<ReservationsPage />, ADDRESS);
  await board();
  act(() =>
    putReservation(client, 'playroom', boardReservation({ roomId: sampleId(11), state: 'IN_USE', version: 2 })),
  );
  await waitFor(() => expect(rowOf(block())).toBe('3'));
  expect(block().dataset['state']).toBe('IN_USE');
});

it('the board page says that the store has no rooms, and offers a retry when the day cannot be read', async () => {
  let isBroken = true;
  answerCalls({ ...answers(boardDay()), [DAILY]: () => (isBroken ? refuse('INTERNAL', 500) : boardDay()) });
  await renderScreen(<ReservationsPage />, ADDRESS);
  const error = await screen.findByTestId('error-state');
  isBroken = false;
  fireEvent.click(within(error).getByRole('button'));
  expect(await screen.findByText('예약을 받을 룸이 없어요')).toBeTruthy();
});

it('the board page takes its keys from page load on, and leaves them to fields and dialogs (SH-30)', async () => {
  answerCalls({
    ...answers(boardDay([])),
    'GET /api/v2/{product}/room': () => ({ total: 0, items: [] }),
  });
  const { search } = await renderScreen(<ReservationsPage />, ADDRESS);
  await board();
  press(document.body, 't');
  await waitFor(() => expect(new URLSearchParams(search()).has('date')).toBe(false));
  press(document.body, 'g');
  expect(document.activeElement).toBe(screen.getByTestId('board'));
  act(() => screen.getByTestId('board').blur());
  press(document.body, 'ArrowDown');
  expect(document.activeElement).toBe(screen.getByTestId('board'));
  act(() => screen.getByTestId('board').blur());
  press(screen.getByLabelText('날짜'), 'n');
  expect(screen.queryByRole('dialog', { name: '새 예약' })).toBeNull();
  press(document.body, 'n');
  expect(await screen.findByRole('dialog', { name: '새 예약' }, LATE)).toBeTruthy();
  press(document.body, 'w');
  expect(screen.queryByRole('dialog', { name: '현장 예약' })).toBeNull();
});
