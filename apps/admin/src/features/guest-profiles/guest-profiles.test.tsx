// @sweep 1/8 (decision 086)
import type { GuestBlock, GuestProfile } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { BlockedGuestsPage } from './blocked-guests-page.tsx';
import { GuestProfileLines } from './guest-profile-lines.tsx';

const PROFILE = 'GET /api/v2/{product}/reservation/{reservationId}/guest-profile';
const NOTE = 'POST /api/v2/{product}/reservation/{reservationId}/guest-profile/note';
const LIST = 'GET /api/v2/{product}/blocked-guest';
const BLOCK = 'POST /api/v2/{product}/blocked-guest';
const UNBLOCK = 'DELETE /api/v2/{product}/blocked-guest/{blockId}';

const OF_STORE: GuestBlock = {
  id: sampleId(70),
  storeId: STORES[0].id,
  maskedPhone: '010-****-5678',
  state: 'ACTIVE',
  reason: '컨트롤러 파손',
  blockedAt: '2026-11-01T03:00:00.000Z',
  blockedBy: '김점주',
  endsAt: '2027-02-01T03:00:00.000Z',
  liftedAt: null,
  liftedBy: null,
};
const OF_CHAIN: GuestBlock = { ...OF_STORE, id: sampleId(71), storeId: null, reason: '반복 노쇼' };
const NOTE_OF = { text: '창가 룸 선호', changedAt: '2026-11-03T05:00:00.000Z', changedBy: '김점주', version: 3 };
const REGULAR: GuestProfile = {
  reservationId: sampleId(50),
  storeId: STORES[0].id,
  hasPhone: true,
  completedCount: 7,
  noShowCount: 1,
  cancelledCount: 0,
  comingCount: 1,
  lastVisitAt: '2026-11-03T05:00:00.000Z',
  note: NOTE_OF,
  block: null,
};

function answers(profile: GuestProfile, role: 'ADMIN' | 'FRANCHISEE' | 'CUSTOMER_MANAGER' = 'ADMIN') {
  let note = profile.note;
  return {
    'GET /api/v2/auth/me': () => person(role),
    [PROFILE]: () => ({ ...profile, note }),
    [NOTE]: ({ body }: SentRequest) => {
      note = { ...NOTE_OF, text: String(body?.['text']), version: 4 };
      return { ...profile, note };
    },
    [LIST]: () => ({ total: 2, items: [OF_STORE, OF_CHAIN] }),
    [BLOCK]: () => OF_STORE,
    [UNBLOCK]: () => ({ ...OF_STORE, state: 'ENDED' as const }),
  } as const;
}

const lines = () => renderScreen(<GuestProfileLines reservationId={REGULAR.reservationId} />);

it('shows how often the guest has come, and the note, which a person can change (RG-1, RG-2)', async () => {
  const calls = answerCalls(answers(REGULAR));
  await lines();
  expect((await screen.findByTestId('guest-visits')).textContent).toContain('방문 7회 · 노쇼 1회 · 최근');
  expect(screen.getByTestId('guest-note').textContent).toBe('창가 룸 선호');
  fireEvent.click(screen.getByRole('button', { name: '손님 메모 고치기' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('메모'), { target: { value: '3번 룸 선호' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  await waitFor(() => expect(screen.getByTestId('guest-note').textContent).toBe('3번 룸 선호'));
  expect(calls.get(NOTE)?.[0]?.body).toEqual({ text: '3번 룸 선호', version: 3 });
});

it('keeps the dialog with what was typed when another person changed the note first', async () => {
  answerCalls({ ...answers(REGULAR), [NOTE]: () => refuse('STALE', 409) });
  await lines();
  fireEvent.click(await screen.findByRole('button', { name: '손님 메모 고치기' }));
  fireEvent.change(screen.getByLabelText('메모'), { target: { value: '다른 메모' } });
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('메모').value).toBe('다른 메모');
});

it('shows nothing for a guest without a phone number', async () => {
  const calls = answerCalls(answers({ ...REGULAR, hasPhone: false }));
  await lines();
  await waitFor(() => expect(calls.get(PROFILE)).toHaveLength(1));
  expect(screen.queryByTestId('guest-profile')).toBeNull();
});

it('blocks the guest of a reservation with a reason, and only with one (RG-3)', async () => {
  const calls = answerCalls(answers(REGULAR));
  await lines();
  fireEvent.click(await screen.findByRole('button', { name: '이용 제한' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '제한하기' }));
  expect(within(dialog).getByText('사유를 입력해 주세요.')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('사유'), { target: { value: ' 소란 ' } });
  fireEvent.change(within(dialog).getByLabelText('적용 매장'), { target: { value: '' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '제한하기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.get(BLOCK)?.[0]?.body).toMatchObject({
    storeId: null,
    guest: { reservationId: REGULAR.reservationId },
    reason: '소란',
  });
});

it('lets a franchisee end the block of their store, but not that of the chain', async () => {
  answerCalls(answers({ ...REGULAR, block: OF_CHAIN }, 'FRANCHISEE'));
  await lines();
  expect((await screen.findByTestId('guest-block')).textContent).toContain('반복 노쇼');
  expect(screen.queryByRole('button', { name: '제한 해제' })).toBeNull();
  expect(screen.queryByRole('button', { name: '이용 제한' })).toBeNull();
});

it('shows support the profile without its buttons', async () => {
  answerCalls(answers({ ...REGULAR, block: OF_STORE }, 'CUSTOMER_MANAGER'));
  await lines();
  expect(await screen.findByTestId('guest-note')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('lists the blocked guests, and ends a block (RG-3)', async () => {
  const calls = answerCalls(answers(REGULAR));
  await renderScreen(<BlockedGuestsPage />);
  const rows = await screen.findAllByTestId('block-row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('컨트롤러 파손'),
    expect.stringContaining('모든 매장'),
  ]);
  fireEvent.click(within(rows[0] as HTMLElement).getByRole('button', { name: '제한 해제 (010-****-5678)' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '해제하기' }));
  await waitFor(() => expect(calls.get(UNBLOCK)).toHaveLength(1));
});

it('blocks a typed phone number from the list, and says which number is faulty', async () => {
  const calls = answerCalls(answers(REGULAR));
  await renderScreen(<BlockedGuestsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '이용 제한' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('사유'), { target: { value: '소란' } });
  fireEvent.change(within(dialog).getByLabelText('전화번호'), { target: { value: '12' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '제한하기' }));
  expect(within(dialog).getByText('전화번호를 확인해 주세요.')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('전화번호'), { target: { value: '010-1234-5678' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '제한하기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.get(BLOCK)?.[0]?.body).toMatchObject({ guest: { phone: '010-1234-5678' } });
});
