import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleDetail, samplePriceLine } from '../../../testing/reservation-samples.ts';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { WalkInDialog } from './walk-in-dialog.tsx';

const CREATE = 'POST /api/v2/{product}/reservation';
const START = '2026-11-21T05:00:00.000Z';
const END = '2026-11-21T06:00:00.000Z';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:10:00Z') }));
afterEach(() => void vi.useRealTimers());

const rooms = [
  sampleRoom({ nextStartsAt: '2026-11-21T08:00:00.000Z' }),
  sampleRoom({ id: sampleId(11), name: '2번 룸', state: 'IN_USE', stateUntil: '2026-11-21T07:00:00.000Z' }),
  // The cleaning after an hour would reach into the next reservation.
  sampleRoom({ id: sampleId(12), name: '3번 룸', nextStartsAt: '2026-11-21T06:00:00.000Z' }),
  sampleRoom({ id: sampleId(13), name: '4번 룸', capacity: 2 }),
];
const answers = {
  'GET /api/v2/auth/me': () => person('FRANCHISEE'),
  'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
  'GET /api/v2/{product}/room': () => ({ total: rooms.length, items: rooms }),
  'POST /api/v2/{product}/price-policy/quote': () => ({ totalAmount: 12_000, lines: [samplePriceLine(START, END)] }),
} as const;
const closed = vi.fn();
const open = async () => {
  closed.mockClear();
  await renderScreen(<WalkInDialog storeId={STORES[0].id} onClose={closed} />);
  return screen.findAllByTestId('walk-in-room');
};

it('lists rooms that are free for long enough, until when and for how much, and books one by one tap (RV-7)', async () => {
  const asked = answerCalls({ ...answers, [CREATE]: () => sampleDetail({ channel: 'WALK_IN' }) });
  const [first, second, ...others] = await open();
  expect(others).toEqual([]);
  expect(second?.textContent).toContain('4번 룸');
  await waitFor(() => expect(first?.textContent).toMatch(/1번 룸.*17:00까지 비어 있음.*₩12,000/));
  fireEvent.click(first as HTMLElement);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(asked.get(CREATE)?.[0]?.body).toEqual({ kind: 'GUEST', roomId: sampleId(10), startsAt: START, endsAt: END, headCount: 2, guestName: '현장 손님', channel: 'WALK_IN' });
});

it('does not book a room that is too small, and says so', async () => {
  const asked = answerCalls({ ...answers, [CREATE]: () => sampleDetail() });
  const [, small] = await open();
  fireEvent.click(within(screen.getByRole('group', { name: '인원' })).getByRole('button', { name: '4' }));
  await waitFor(() => expect(small?.textContent).toContain('정원 2명'));
  fireEvent.click(small as HTMLElement);
  expect(asked.has(CREATE)).toBe(false);
});

it('says that somebody was faster', async () => {
  answerCalls({ ...answers, [CREATE]: () => refuse('SLOT_TAKEN', 409, { errors: [{ path: 'startsAt', code: 'SLOT_TAKEN', message: '' }] }) });
  const [first] = await open();
  await waitFor(() => expect(first?.textContent).toContain('₩12,000'));
  fireEvent.click(first as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toBe('이미 예약된 시간입니다.');
  expect(closed).not.toHaveBeenCalled();
});
