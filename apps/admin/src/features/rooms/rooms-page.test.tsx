// @sweep 1/8 (decision 086)
import type { Room } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { sampleReservation, STRANDED } from '../../testing/store-samples.ts';
import { roomLive } from './rooms.live.ts';
import { RoomsPage } from './rooms-page.tsx';

const ROOMS = 'GET /api/v2/{product}/room';
const CREATE = 'POST /api/v2/{product}/room';
const ORDER = 'POST /api/v2/{product}/room/order';
const ARCHIVE = 'POST /api/v2/{product}/room/{roomId}/archive';
const ONE = sampleRoom({
  id: sampleId(1),
  name: '1번 룸',
  order: 0,
  state: 'IN_USE',
  stateUntil: '2026-11-20T09:00:00Z',
  nextStartsAt: '2026-11-20T10:00:00Z',
  nextGuestStartsAt: '2026-11-20T10:00:00Z',
});
const TWO = sampleRoom({ id: sampleId(2), name: '2번 룸', order: 1, capacity: 8 });
const AWAY = sampleRoom({
  id: sampleId(3),
  name: '옛 룸',
  order: 2,
  archivedAt: '2026-01-01T00:00:00Z',
  state: 'ARCHIVED',
});
const listOf = (...items: Room[]) => ({ total: items.length, items });

function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [ROOMS]: ({ query }: SentRequest) => (query['archived'] === 'only' ? listOf(AWAY) : listOf(ONE, TWO)),
  } as const;
}
const open = (search = `?store=${STORES[0].id}`) =>
  renderScreen(<RoomsPage Openers={() => null} />, `/dashboard/room${search}`);
const cards = () => screen.findAllByTestId('room-card');

it('the rooms page shows each room’s state, its end and the next guest (RM-1)', async () => {
  answerCalls(answers());
  await open();
  const [first, second] = await cards();
  expect(first?.textContent).toMatch(/1번 룸.*이용 중.*정원 4명.*까지.*다음 예약/);
  expect(second?.textContent).toMatch(/2번 룸.*비어 있음.*정원 8명.*다음 예약 없음/);
});

it('the rooms page keeps view, filter and order in the address (SH-6)', async () => {
  answerCalls(answers());
  const { search } = await open();
  await cards();
  fireEvent.click(screen.getByRole('button', { name: '표' }));
  expect(await screen.findAllByTestId('room-row')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: '정원' }));
  fireEvent.click(screen.getByRole('button', { name: '정원' }));
  await waitFor(() =>
    expect(screen.getAllByTestId('room-row').map((row) => row.dataset['room'])).toEqual([TWO.id, ONE.id]),
  );
  fireEvent.change(screen.getByLabelText('상태'), { target: { value: 'FREE' } });
  await waitFor(() => expect(screen.getAllByTestId('room-row')).toHaveLength(1));
  expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({
    store: STORES[0].id,
    view: 'table',
    sort: 'capacity',
    dir: 'desc',
    state: 'FREE',
  });
});

it('the rooms page creates a room and opens its screen', async () => {
  const requests = answerCalls({
    ...answers(),
    [CREATE]: ({ body }) => sampleRoom({ id: sampleId(9), name: String(body?.['name']) }),
  });
  await open();
  await cards();
  fireEvent.click(screen.getByRole('button', { name: '룸 추가' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/정원/), { target: { value: '0' } });
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  expect(await dialog.findByText('1에서 200 사이의 숫자를 입력해 주세요.')).toBeTruthy();
  expect(dialog.getByText('꼭 입력해 주세요.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/이름/), { target: { value: ' 파티룸 ' } });
  fireEvent.change(dialog.getByLabelText(/정원/), { target: { value: '12' } });
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  await waitFor(() =>
    expect(requests.get(CREATE)?.[0]?.body).toEqual({ storeId: STORES[0].id, name: '파티룸', capacity: 12 }),
  );
});

it('the rooms page changes the order by keyboard and by button, announces the place, and saves once', async () => {
  const requests = answerCalls({
    ...answers(),
    [ORDER]: () => ({
      items: [
        { ...TWO, order: 0, version: 2 },
        { ...ONE, order: 1, version: 2 },
      ],
    }),
  });
  await open();
  await cards();
  fireEvent.click(screen.getByRole('button', { name: '순서 바꾸기' }));
  const order = within(await screen.findByTestId('room-order'));
  fireEvent.keyDown(order.getByRole('button', { name: '1번 룸 옮기기, 지금 1번째' }), { key: 'ArrowDown' });
  expect(order.getByText('1번 룸: 2개 가운데 2번째')).toBeTruthy();
  fireEvent.click(order.getByRole('button', { name: '1번 룸 위로' }));
  fireEvent.click(order.getByRole('button', { name: '1번 룸 아래로' }));
  fireEvent.click(order.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get(ORDER)?.[0]?.body).toEqual({ storeId: STORES[0].id, roomIds: [TWO.id, ONE.id] }),
  );
  await waitFor(async () => expect((await cards()).map((card) => card.dataset['room'])).toEqual([TWO.id, ONE.id]));
});

it('the rooms page lists the reservations that archiving would strand, and archives after a confirmation (ST-2)', async () => {
  const requests = answerCalls({
    ...answers(),
    [ARCHIVE]: ({ body }) =>
      body?.['acceptStranded'] === true
        ? { ...ONE, archivedAt: '2026-11-20T00:00:00Z', state: 'ARCHIVED', version: 2 }
        : refuse('WOULD_STRAND', 409, STRANDED),
  });
  await open();
  await cards();
  fireEvent.click(screen.getByRole('button', { name: '1번 룸 메뉴' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '보관' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '보관' }));
  expect((await screen.findByTestId('stranded-list')).textContent).toContain('K7QX-29MD');
  fireEvent.click(screen.getByRole('button', { name: '그래도 저장' }));
  await waitFor(() =>
    expect(requests.get(ARCHIVE)?.[1]?.body).toEqual({ version: 1, isArchived: true, acceptStranded: true }),
  );
  await waitFor(async () => expect(await cards()).toHaveLength(1));
});

it('the rooms page restores an archived room', async () => {
  const requests = answerCalls({
    ...answers(),
    [ARCHIVE]: () => ({ ...AWAY, archivedAt: null, state: 'FREE', version: 2 }),
  });
  await open(`?store=${STORES[0].id}&archived=only`);
  expect((await cards())[0]?.textContent).toContain('보관됨');
  fireEvent.click(screen.getByRole('button', { name: '옛 룸 메뉴' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '다시 운영' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '다시 운영' }));
  await waitFor(() => expect(requests.get(ARCHIVE)?.[0]?.body).toEqual({ version: 1, isArchived: false }));
  expect(await screen.findByText('보관된 룸이 없어요')).toBeTruthy();
});

it('the rooms page reads the states once after several changes of reservations', async () => {
  const requests = answerCalls(answers());
  const { client } = await open();
  await cards();
  const before = requests.get(ROOMS)?.length ?? 0;
  act(() => {
    for (let n = 0; n < 5; n += 1)
      roomLive['reservation.changed']?.(sampleReservation(), { client, product: 'playroom' });
  });
  await waitFor(() => expect(requests.get(ROOMS)).toHaveLength(before + 1));
});

it('the rooms page hides the buttons from people who cannot change rooms, and the order over several stores', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await open('');
  await cards();
  expect(screen.queryByRole('button', { name: /룸 추가|순서|메뉴/ })).toBeNull();
});
