// @sweep 1/8 (decision 086)
import type { Message } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { sampleMessage, sampleMessageDetail } from '../../testing/message-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { messageLive } from './messages.live.ts';
import { MessagesPage } from './messages-page.tsx';

const LIST = 'GET /api/v2/{product}/message';
const ONE = 'GET /api/v2/{product}/message/{messageId}';
const RESEND = 'POST /api/v2/{product}/message/{messageId}/resend';
const INBOX = 'GET /api/v2/{product}/demo-inbox';

// The shown times depend on the current date, so it is fixed.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const answers = (
  items: Message[],
  { total = items.length, isTotalExact = true }: { total?: number; isTotalExact?: boolean } = {},
) =>
  ({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [LIST]: () => ({ total, isTotalExact, items }),
    [ONE]: () => sampleMessageDetail(),
    [RESEND]: () => sampleMessage({ id: sampleId(61), state: 'QUEUED', resendOf: sampleId(60) }),
    [INBOX]: () => refuse('NOT_FOUND', 404),
  }) as const;

async function openFirst() {
  const [row] = await screen.findAllByTestId('message-row');
  fireEvent.click(within(row ?? document.body).getByRole('button'));
  return within(await screen.findByRole('dialog', { name: '출입 코드 안내' }));
}

it('the message log shows kind, masked guest, reservation, channel and state, and why a message failed (MS-10)', async () => {
  answerCalls(
    answers([
      sampleMessage(),
      sampleMessage({ id: sampleId(62), kind: 'CONFIRMED', state: 'FAILED', error: '결번', channel: 'LMS' }),
      sampleMessage({ id: sampleId(63), kind: 'ENDING_SOON', state: 'QUEUED', channel: null }),
    ]),
  );
  await renderScreen(<MessagesPage />);
  const [first, failed, queued] = await screen.findAllByTestId('message-row');
  for (const words of ['출입 코드 안내', '홍*동', '010-****-5678', 'K7QX-29M4', '강남점', '문자(SMS)', '도착함'])
    expect(first?.textContent).toContain(words);
  for (const words of ['예약 확정', '실패', '발송사 응답: 결번']) expect(failed?.textContent).toContain(words);
  for (const words of ['종료 10분 전', '보낼 예정', '보내기 전']) expect(queued?.textContent).toContain(words);
  expect(
    within(first ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`);
  expect(screen.queryByRole('link', { name: '데모 수신함' })).toBeNull();
});

it('the message log says that there are more messages than were counted, and turns pages beyond them', async () => {
  const requests = answerCalls(answers([sampleMessage()], { total: 10_000, isTotalExact: false }));
  await renderScreen(<MessagesPage />, '/?page=500');
  await screen.findByText('10,000개 이상 중 10,001–10,020');
  fireEvent.click(screen.getByRole('button', { name: '다음' }));
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ page: '501' }));
});

it('the message log filters by state, kind, store and days in the address, and turns pages', async () => {
  const requests = answerCalls(answers([sampleMessage()], { total: 45 }));
  const { search } = await renderScreen(
    <MessagesPage />,
    `/?state=DELIVERED&kind=CODE_ACTIVE&store=${STORES[1].id}&from=2026-11-20&to=2026-11-21`,
  );
  await screen.findByTestId('message-row');
  expect(requests.get(LIST)?.at(-1)?.query).toEqual({
    state: 'DELIVERED',
    kind: 'CODE_ACTIVE',
    storeId: STORES[1].id,
    from: '2026-11-19T15:00:00.000Z',
    to: '2026-11-21T15:00:00.000Z',
    page: '0',
    limit: '20',
    sort: '-sentAt',
  });
  fireEvent.click(screen.getByRole('button', { name: '다음' }));
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query['page']).toBe('1'));
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(`?store=${STORES[1].id}`));
});

it('the message log says why it is empty, and offers to clear the filter', async () => {
  answerCalls(answers([]));
  await renderScreen(<MessagesPage />, '/?state=FAILED');
  await screen.findByText('조건에 맞는 메시지가 없어요');
  fireEvent.click(screen.getAllByRole('button', { name: '조건 지우기' })[0] ?? document.body);
  await screen.findByText('보낸 메시지가 없어요');
});

it('the message log reads again after a failure', async () => {
  let fails = true;
  answerCalls({
    ...answers([]),
    [LIST]: () => (fails ? refuse('INTERNAL', 500) : { total: 0, isTotalExact: true, items: [] }),
  });
  await renderScreen(<MessagesPage />);
  const retry = await screen.findByRole('button', { name: '다시 시도' });
  fails = false;
  fireEvent.click(retry);
  await screen.findByText('보낸 메시지가 없어요');
});

it('a message shows its text and every attempt with channel, cost and error, and is sent again once (MS-8)', async () => {
  const requests = answerCalls(answers([sampleMessage()]));
  const { search } = await renderScreen(<MessagesPage />);
  const drawer = await openFirst();
  expect((await drawer.findByTestId('message-text')).textContent).toBe('홍길동님, 출입 코드는 ****입니다.');
  const [alimtalk, sms] = drawer.getAllByTestId('message-attempt');
  for (const words of ['알림톡', '실패', '발송사 응답: 카카오톡 미사용자'])
    expect(alimtalk?.textContent).toContain(words);
  for (const words of ['문자(SMS)', '도착함', '₩18']) expect(sms?.textContent).toContain(words);
  fireEvent.click(drawer.getByRole('button', { name: '다시 보내기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '메시지를 다시 보낼까요?' }));
  expect(dialog.getByText('홍*동 손님(010-****-5678)에게 ‘출입 코드 안내’ 메시지를 한 번 더 보내요.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '다시 보내기' }));
  await waitFor(() => expect(search()).toBe(`?message=${sampleId(61)}`));
  expect(requests.get(RESEND)).toHaveLength(1);
  expect(requests.get(RESEND)?.[0]?.path).toContain(sampleId(60));
});

it.each([
  ['MESSAGE_LIMIT', 429, '이 손님에게 같은 메시지를 이미 여러 번 보냈어요. 한 시간 뒤에 다시 보내 주세요.'],
  ['STATE_NOT_ALLOWED', 409, '예약이 끝났거나 취소됐거나, 손님이 받지 않기로 한 메시지라서 다시 보낼 수 없어요.'],
] as const)('sending a message again explains the refusal %s', async (code, status, words) => {
  const requests = answerCalls({ ...answers([sampleMessage()]), [RESEND]: () => refuse(code, status) });
  await renderScreen(<MessagesPage />);
  const drawer = await openFirst();
  fireEvent.click(await drawer.findByRole('button', { name: '다시 보내기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '메시지를 다시 보낼까요?' }));
  const send = dialog.getByRole('button', { name: '다시 보내기' });
  fireEvent.click(send);
  await dialog.findByText(words);
  fireEvent.click(send);
  await waitFor(() => expect(requests.get(RESEND)).toHaveLength(2));
  const keys = requests.get(RESEND)?.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

it('a queued message cannot be sent again', async () => {
  answerCalls({
    ...answers([sampleMessage({ state: 'QUEUED' })]),
    [ONE]: () => sampleMessageDetail({ state: 'QUEUED', attempts: [], sendAt: '2026-11-21T23:00:00.000Z' }),
  });
  await renderScreen(<MessagesPage />);
  const drawer = await openFirst();
  await drawer.findByText('아직 보내지 않았어요.');
  expect(drawer.getByText('내일 08:00에 보내요.')).toBeTruthy();
  expect(drawer.queryByRole('button', { name: '다시 보내기' })).toBeNull();
});

it('the message log follows the event stream', async () => {
  const items = [sampleMessage({ state: 'ACCEPTED' })];
  answerCalls(answers(items));
  const { client } = await renderScreen(<MessagesPage />);
  expect((await screen.findByTestId('message-row')).textContent).toContain('발송됨');
  items[0] = sampleMessage();
  act(() => messageLive['message.changed']?.(sampleMessage(), { client, product: 'playroom' }));
  await screen.findByText('도착함');
});
