import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { boardReservation } from '../../../testing/board-samples.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { reservationPanelsLive } from '../panels.live.ts';
import { ReservationList } from './reservation-list.tsx';

const SEARCH = 'GET /api/v2/{product}/reservation3';
const second = boardReservation({
  id: sampleId(51),
  code: 'P2WD-83KF',
  guestName: '김*수',
  startsAt: '2026-11-20T05:00:00.000Z',
  endsAt: '2026-11-20T07:00:00.000Z',
});
const opened = vi.fn();

function answers() {
  return {
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    [SEARCH]: ({ query }: { query: Readonly<Record<string, string>> }) =>
      query['cursor'] === 'next'
        ? { items: [second], nextCursor: null }
        : { items: [boardReservation()], nextCursor: 'next' },
  } as const;
}
async function open(path = '/', storeId: string | null = STORES[0].id) {
  opened.mockClear();
  return renderScreen(
    <ReservationList clock={{ timeZone: 'Asia/Seoul', today: '2026-11-21' }} storeId={storeId} onOpen={opened} />,
    path,
  );
}

it('the reservation list reads page after page by cursor, and opens a row by one stop of the keyboard (RV-4)', async () => {
  const requests = answerCalls(answers());
  await open();
  const row = within(await screen.findByTestId('reservation-row'));
  expect(row.getByText('₩24,000')).toBeTruthy();
  fireEvent.click(row.getByRole('button', { name: /홍\*동/ }));
  expect(opened).toHaveBeenCalledExactlyOnceWith(sampleId(50));
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  await waitFor(() => expect(screen.getAllByTestId('reservation-row')).toHaveLength(2));
  expect(requests.get(SEARCH)?.[1]?.query).toMatchObject({ cursor: 'next', storeId: STORES[0].id });
  expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
});

it('the reservation list keeps the search in the address and sends it', async () => {
  const requests = answerCalls(answers());
  const { search } = await open('/?state=PENDING');
  await screen.findByTestId('reservation-row');
  expect(requests.get(SEARCH)?.[0]?.query).toMatchObject({ state: 'PENDING' });
  const box = screen.getByRole('searchbox');
  fireEvent.change(box, { target: { value: '1234' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(requests.get(SEARCH)?.at(-1)?.query).toMatchObject({ state: 'PENDING', q: '1234' }));
  expect(search()).toBe('?state=PENDING&q=1234');
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(''));
});

it('the reservation list of all stores names the store of each row, and says what is left to pay (RV-70, RV-71)', async () => {
  const requests = answerCalls({
    ...answers(),
    [SEARCH]: () => ({
      items: [boardReservation({ paidAmount: 0 }), { ...second, paidAmount: 14_000, storeId: STORES[1].id }],
      nextCursor: null,
    }),
  });
  const { search } = await open('/', null);
  const [first, other] = await screen.findAllByTestId('reservation-row');
  expect([first?.textContent, other?.textContent]).toEqual([
    expect.stringContaining('강남점'),
    expect.stringContaining('홍대점'),
  ]);
  expect(screen.getAllByTestId('owed').map((it) => it.textContent)).toEqual(['미결제', '₩10,000 더 받아야 해요']);
  expect(requests.get(SEARCH)?.[0]?.query).not.toHaveProperty('storeId');
  expect(screen.getByRole('columnheader', { name: '시간' }).getAttribute('aria-sort')).toBe('ascending');
  fireEvent.change(screen.getByRole('combobox', { name: '결제' }), { target: { value: 'REFUND_OWED' } });
  fireEvent.change(screen.getByRole('combobox', { name: '정렬' }), { target: { value: '-startsAt' } });
  await waitFor(() => expect(search()).toBe('?payment=REFUND_OWED&sort=-startsAt'));
  expect(requests.get(SEARCH)?.at(-1)?.query).toMatchObject({ payment: 'REFUND_OWED' });
});

it('the reservation list updates a row by the stream, never with an older version', async () => {
  answerCalls(answers());
  const { client } = await open();
  await screen.findByTestId('reservation-row');
  const publish = (version: number, state: 'IN_USE' | 'CONFIRMED') =>
    act(() =>
      reservationPanelsLive['reservation.changed']?.(boardReservation({ version, state }), {
        client,
        product: 'playroom',
      }),
    );
  publish(3, 'IN_USE');
  await waitFor(() => expect(screen.getByTestId('reservation-state').dataset['state']).toBe('IN_USE'));
  publish(2, 'CONFIRMED');
  expect(screen.getByTestId('reservation-state').dataset['state']).toBe('IN_USE');
});

it('the reservation list saves all rows of the filter as a file, with the token in a header and not in the address', async () => {
  const file = 'GET /api/v2/{product}/reservation3/export';
  const requests = answerCalls({ ...answers(), [file]: () => 'a,b' });
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open('/?payment=UNPAID');
  await screen.findByTestId('reservation-row');
  fireEvent.click(screen.getByRole('button', { name: '내보내기' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(requests.get(file)?.[0]?.query).toEqual({
    storeId: STORES[0].id,
    from: '2026-11-20T15:00:00.000Z',
    payment: 'UNPAID',
    sort: 'startsAt',
    format: 'csv',
    lng: 'kr',
  });
  expect(requests.get(file)?.[0]?.headers.get('authorization')).toMatch(/^Bearer /);
  save.mockRestore();
  click.mockRestore();
});

it('the reservation list says why there is nothing, and why it could not be read', async () => {
  answerCalls({ ...answers(), [SEARCH]: () => ({ items: [], nextCursor: null }) });
  await open('/?q=nobody');
  expect((await screen.findByTestId('empty-state')).textContent).toContain('조건에 맞는 예약이 없어요');
});

it('the reservation list offers to try again when it could not be read', async () => {
  let isBroken = true;
  answerCalls({
    ...answers(),
    [SEARCH]: () => (isBroken ? refuse('INTERNAL', 500) : { items: [second], nextCursor: null }),
  });
  await open();
  const error = await screen.findByTestId('error-state');
  isBroken = false;
  fireEvent.click(within(error).getByRole('button'));
  expect(await screen.findByTestId('reservation-row')).toBeTruthy();
});
