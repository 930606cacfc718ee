import type { StrandedAct, StrandedGuest, StrandedOutcome } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleReservation } from '../../testing/store-samples.ts';
import { StrandedGuestsSection } from './stranded-guests-section.tsx';
import { StrandedTask } from '../overview/stranded-task.tsx';

const LIST = 'GET /api/v2/{product}/stranded-guest';
const SETTLE = 'POST /api/v2/{product}/stranded-guest/settle';

function stranded(n: number, over: Partial<StrandedGuest> = {}, reservation = {}): StrandedGuest {
  return {
    reservation: sampleReservation({
      id: sampleId(n),
      guestName: `손님${n}`,
      guestPhone: '010-****-5678',
      priceAmount: 20_000,
      paidAmount: 20_000,
      version: n,
      ...reservation,
    }),
    storeName: STORES[0].name,
    roomName: '1번 룸',
    cause: 'CLOSURE',
    closureReason: '누수 공사',
    guestEmail: '',
    guestLanguage: 'ko',
    isReachable: true,
    lastMessage: null,
    move: { roomId: sampleId(90), roomName: '2번 룸', priceAmount: 25_000 },
    ...over,
  };
}
function answers(
  items: StrandedGuest[],
  role: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN',
  outcomes: StrandedOutcome[] = [],
) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({
      total: items.length,
      items,
      stores: items.length === 0 ? [] : [{ storeId: STORES[0].id, storeName: STORES[0].name, count: items.length }],
    }),
    [SETTLE]: ({ body }: SentRequest) => ({
      items:
        outcomes.length > 0
          ? outcomes
          : (body as { items: StrandedAct[] }).items.map(({ reservationId }) => done(reservationId)),
    }),
  } as const;
}
const done = (reservationId: string, over: Partial<StrandedOutcome> = {}): StrandedOutcome => ({
  reservationId,
  outcome: 'DONE',
  problem: null,
  obstacle: null,
  refund: null,
  ...over,
});
const open = (isBrief = false) =>
  renderScreen(<StrandedGuestsSection storeId={STORES[0].id} isBrief={isBrief} />, '/dashboard/store');
const rows = () => screen.findAllByTestId('stranded-guest');

it('the list of stranded guests shows the guest, room, money, contact, cause and the price of the free room (ST-50)', async () => {
  answerCalls(answers([stranded(1), stranded(2, { move: null, cause: 'OUTSIDE_HOURS' })]));
  await open();
  const [first, second] = await rows();
  for (const text of [
    '손님1',
    '010-****-5678',
    '1번 룸',
    '결제 ₩20,000 / 요금 ₩20,000',
    '휴무: 누수 공사',
    '2번 룸',
    '₩5,000 올라요',
  ])
    expect(first?.textContent).toContain(text);
  expect(second?.textContent).toContain('영업시간 밖이라 다른 룸도 열지 않아요');
  expect(within(second as HTMLElement).queryByText('옮기기')).toBeNull();
});

it('the list of stranded guests renders nothing without any, and only a line where it is brief', async () => {
  answerCalls(answers([stranded(1)]));
  await open(true);
  expect((await screen.findByTestId('stranded-line')).textContent).toContain('예약대로 이용할 수 없는 손님 1명');
  expect(screen.queryByTestId('stranded-guest')).toBeNull();
});

it('all stranded guests are cancelled with their whole money after one question (ST-51)', async () => {
  const requests = answerCalls(answers([stranded(1), stranded(2), stranded(3, {}, { state: 'IN_USE' })]));
  await open();
  await rows();
  fireEvent.click(screen.getByText('모두 취소하고 환불'));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('결제한 금액 ₩40,000을 모두 환불해요');
  expect(dialog.textContent).toContain('지금 이용 중인 1명은 취소할 수 없어');
  fireEvent.click(within(dialog).getByText('취소하고 환불'));
  await waitFor(() =>
    expect(requests.get(SETTLE)?.[0]?.body).toEqual({
      items: [
        { act: 'CANCEL', reservationId: sampleId(1), version: 1 },
        { act: 'CANCEL', reservationId: sampleId(2), version: 2 },
      ],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the chosen guests are moved at the prices that were shown, and a refusal is shown beside its guest', async () => {
  const requests = answerCalls(
    answers([stranded(1), stranded(2)], 'ADMIN', [done(sampleId(2), { outcome: 'REFUSED', problem: 'SLOT_TAKEN' })]),
  );
  await open();
  const [, second] = await rows();
  fireEvent.click(screen.getByLabelText('손님2 선택'));
  fireEvent.click(screen.getByText('1명 옮기기'));
  fireEvent.click(within(screen.getByRole('dialog')).getByText('옮기기'));
  await waitFor(() =>
    expect(requests.get(SETTLE)?.[0]?.body).toEqual({
      items: [
        { act: 'MOVE', reservationId: sampleId(2), version: 2, roomId: sampleId(90), expectedPriceAmount: 25_000 },
      ],
    }),
  );
  expect((await within(second as HTMLElement).findByRole('alert')).textContent).toBe('그사이 그 룸이 찼어요.');
});

it('support sees no refund, and a guest without contact cannot be informed (AC-7)', async () => {
  answerCalls(answers([stranded(1, { isReachable: false })], 'CUSTOMER_MANAGER'));
  await open();
  const [row] = await rows();
  expect(
    within(row as HTMLElement)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['옮기기']);
  expect(screen.queryByText('모두 취소하고 환불')).toBeNull();
  expect(screen.getByText<HTMLButtonElement>('모두 알리기').disabled).toBe(true);
});

it('the overview has a line for each store with stranded guests, and none without', async () => {
  answerCalls(answers([stranded(1), stranded(2)]));
  await renderScreen(<StrandedTask storeId={null} />, '/dashboard');
  const line = await screen.findByTestId('overview-stranded');
  expect(line.textContent).toContain('강남점 · 예약대로 이용할 수 없는 손님 2명');
  expect(within(line).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/store?tab=closures&store=${STORES[0].id}`,
  );
});
