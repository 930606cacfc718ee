import type { Message } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { sampleMessage, sampleMessageDetail, sampleOptOuts } from '../../testing/message-samples.ts';
import { boardReservation } from '../../testing/board-samples.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { messageLive } from './messages.live.ts';
import { ReservationMessages } from './reservation-messages.tsx';

const LIST = 'GET /api/v2/{product}/message';
const READ_OPT_OUTS = 'GET /api/v2/{product}/reservation/{reservationId}/message/opt-outs';
const SET_OPT_OUT = 'POST /api/v2/{product}/reservation/{reservationId}/message/opt-outs';
const RESEND = 'POST /api/v2/{product}/message/{messageId}/resend';

const answers = (items: Message[]) =>
  ({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    [LIST]: () => ({ total: items.length, isTotalExact: true, items }),
    'GET /api/v2/{product}/message/{messageId}': () => sampleMessageDetail(),
    [RESEND]: () => sampleMessage({ state: 'QUEUED' }),
    [READ_OPT_OUTS]: () => sampleOptOuts(),
  }) as const;

it('a reservation lists its messages with their states, shows one, and sends it again (RV-5)', async () => {
  const requests = answerCalls(
    answers([sampleMessage(), sampleMessage({ id: sampleId(61), kind: 'CONFIRMED', state: 'QUEUED', channel: null })]),
  );
  await renderScreen(<ReservationMessages reservationId={sampleId(50)} />);
  const [sent, queued] = await screen.findAllByTestId('sent-message');
  expect(requests.get(LIST)?.[0]?.query).toMatchObject({ reservationId: sampleId(50), sort: '-sentAt' });
  for (const words of ['출입 코드 안내', '도착함', '문자(SMS)']) expect(sent?.textContent).toContain(words);
  for (const words of ['예약 확정', '보낼 예정']) expect(queued?.textContent).toContain(words);
  expect(within(queued ?? document.body).queryByRole('button', { name: '예약 확정 메시지 다시 보내기' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '출입 코드 안내 메시지 자세히' }));
  const drawer = within(await screen.findByRole('dialog', { name: '출입 코드 안내' }));
  await drawer.findByTestId('message-text');
  fireEvent.click(drawer.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: '출입 코드 안내 메시지 다시 보내기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '메시지를 다시 보낼까요?' }));
  fireEvent.click(dialog.getByRole('button', { name: '다시 보내기' }));
  await waitFor(() => expect(requests.get(RESEND)).toHaveLength(1));
  await waitFor(() => expect(requests.get(LIST)).toHaveLength(2));
});

it('a reservation without messages says so', async () => {
  answerCalls(answers([]));
  await renderScreen(<ReservationMessages reservationId={sampleId(50)} />);
  await screen.findByText('아직 보낸 메시지가 없어요.');
});

it('a reservation shows what the guest refuses, and staff refuse a kind on their wish (MS-15)', async () => {
  const requests = answerCalls({
    ...answers([]),
    [READ_OPT_OUTS]: () => sampleOptOuts(['ACCESS_OPENS']),
    [SET_OPT_OUT]: () => sampleOptOuts(['ACCESS_OPENS', 'ENDING_SOON']),
  });
  await renderScreen(<ReservationMessages reservationId={sampleId(50)} />);
  const part = within(await screen.findByTestId('opt-outs'));
  fireEvent.click(part.getByText('손님이 1종류의 메시지를 거부했어요'));
  expect(part.getByRole<HTMLInputElement>('checkbox', { name: '입장 시작' }).checked).toBe(true);
  expect(part.getByText(/손님이 설정/)).toBeTruthy();
  expect(part.queryByRole('checkbox', { name: '출입 코드 안내' })).toBeNull();
  fireEvent.click(part.getByRole('checkbox', { name: '종료 10분 전' }));
  await part.findByText('손님이 2종류의 메시지를 거부했어요');
  expect(requests.get(SET_OPT_OUT)?.map(({ body }) => body)).toEqual([{ kind: 'ENDING_SOON', isRefused: true }]);
});

it('the refusals are read again when the guest changes their reservation (MS-15)', async () => {
  const requests = answerCalls(answers([]));
  const { client } = await renderScreen(<ReservationMessages reservationId={sampleId(50)} />);
  await screen.findByTestId('opt-outs');
  act(() =>
    messageLive['reservation.changed']?.(boardReservation({ id: sampleId(50) }), { client, product: 'playroom' }),
  );
  await waitFor(() => expect(requests.get(READ_OPT_OUTS)).toHaveLength(2));
});

it('a guest without a phone number can refuse nothing, and the part says why (MS-15)', async () => {
  answerCalls({ ...answers([]), [READ_OPT_OUTS]: () => ({ ...sampleOptOuts(), isPossible: false }) });
  await renderScreen(<ReservationMessages reservationId={sampleId(50)} />);
  const part = within(await screen.findByTestId('opt-outs'));
  expect(part.getByText(/이 손님은 전화번호가 없어요/)).toBeTruthy();
  expect(part.queryByRole('checkbox')).toBeNull();
});
