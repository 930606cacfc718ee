import type { Message } from '@munjigi/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { sampleMessage } from '../../testing/message-samples.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { RecentMessage } from './recent-message.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function show(first: Message[]) {
  let items = first;
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/message': () => ({ total: items.length, isTotalExact: true, items }),
  });
  const { client } = await renderScreen(<RecentMessage reservationId={sampleId(50)} />);
  return async (next: Message[]) => {
    items = next;
    await act(() => client.invalidateQueries({ queryKey: ['reservation-messages'] }));
  };
}
const stateOf = () => screen.getByTestId('recent-message').dataset['state'];

it('follows the message of the latest act until it arrives or fails, with the reason (MS-25)', async () => {
  const older = sampleMessage({ id: sampleId(61), kind: 'CONFIRMED', queuedAt: ago(5) });
  const moved = (over: Partial<Message>) => sampleMessage({ kind: 'MOVED', queuedAt: ago(0), ...over });
  const change = await show([older, moved({ state: 'QUEUED', endedAt: null })]);
  await screen.findByText('손님(010-****-5678)에게 보낸 ‘예약 이동’');
  expect(stateOf()).toBe('QUEUED');
  await change([older, moved({ state: 'DELIVERED' })]);
  await waitFor(() => expect(stateOf()).toBe('DELIVERED'));
  await change([older, moved({ state: 'FAILED', error: 'NO_CHANNEL' })]);
  await screen.findByText('보낼 방법이 없어요. 발송사 연결과 손님 연락처를 확인해 주세요.');
});

it('shows neither an old message nor one that waits for a time of the stay (MS-25)', async () => {
  const change = await show([
    sampleMessage({ kind: 'MOVED', queuedAt: ago(11) }),
    sampleMessage({ id: sampleId(61), kind: 'STARTS_SOON', state: 'QUEUED', queuedAt: ago(0) }),
  ]);
  await change([]);
  expect(screen.queryByTestId('recent-message')).toBeNull();
});
