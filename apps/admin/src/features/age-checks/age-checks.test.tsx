import type { AgeCheckForStaff, AgeRules } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { AgeCheckLines } from './age-check-lines.tsx';
import { AgeRulesSection } from './age-rules-section.tsx';
import { IdentityProviderCard } from './identity-provider-card.tsx';

const CHECK = 'GET /api/v2/{product}/reservation/{reservationId}/age-check';
const CONFIRM = 'POST /api/v2/{product}/reservation/{reservationId}/age-check/confirm';
const RULES = 'GET /api/v2/{product}/store/{storeId}/age-rules';
const SET_RULES = 'POST /api/v2/{product}/store/{storeId}/age-rules';
const PROVIDER = 'GET /api/v2/{product}/identity-provider';
const SET_PROVIDER = 'POST /api/v2/{product}/identity-provider';

const WAITING: AgeCheckForStaff = {
  reservationId: sampleId(50),
  storeId: STORES[0].id,
  basis: 'YOUTH_ACT',
  metAt: null,
  way: null,
  document: null,
  confirmedBy: null,
  askedAt: '2026-11-30T03:00:00.000Z',
};
const SEEN: AgeCheckForStaff = {
  ...WAITING,
  metAt: '2026-11-30T04:00:00.000Z',
  way: 'DOCUMENT',
  document: 'PASSPORT',
  confirmedBy: '김점주',
};
const NO_RULES: AgeRules = {
  storeId: STORES[0].id,
  rules: [],
  checkMonths: 12,
  hasIdentityProvider: true,
  changedAt: null,
  changedBy: null,
  version: 0,
};
const ROOMS = [
  { id: sampleId(10), name: '1번 룸' },
  { id: sampleId(11), name: '2번 룸' },
];

const me = (role: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN') => ({ 'GET /api/v2/auth/me': () => person(role) }) as const;
const lines = () => renderScreen(<AgeCheckLines reservationId={WAITING.reservationId} version={1} />);

it('has staff confirm a document with a reason (AG-10)', async () => {
  let check = WAITING;
  const calls = answerCalls({
    ...me(),
    [CHECK]: () => check,
    [CONFIRM]: () => (check = SEEN),
  });
  await lines();
  expect((await screen.findByTestId('age-check')).textContent).toContain('손님이 신분증 확인을 요청했어요.');
  fireEvent.click(screen.getByRole('button', { name: '신분증 확인' }));
  const dialog = await screen.findByRole('dialog');
  const submit = within(dialog).getByRole('button', { name: '성인으로 확인' });
  fireEvent.click(submit);
  expect(await within(dialog).findByText('확인한 방법을 입력해 주세요.')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('확인한 신분증'), { target: { value: 'PASSPORT' } });
  fireEvent.change(within(dialog).getByLabelText('확인한 방법'), { target: { value: '영상 통화' } });
  fireEvent.click(submit);
  await waitFor(() => expect(screen.getByTestId('age-check').textContent).toContain('여권 확인 · 김점주'));
  expect(calls.get(CONFIRM)?.[0]?.body).toEqual({ document: 'PASSPORT', reason: '영상 통화' });
});

it('shows nothing of a stay for all ages', async () => {
  answerCalls({ ...me(), [CHECK]: () => ({ ...WAITING, basis: null }) });
  await lines();
  expect(screen.queryByTestId('age-check')).toBeNull();
});

it('shows support that a check is missing, without the button', async () => {
  answerCalls({ ...me('CUSTOMER_MANAGER'), [CHECK]: () => WAITING });
  await lines();
  expect((await screen.findByTestId('age-check')).textContent).toContain('성인 확인 전');
  expect(screen.queryByRole('button', { name: '신분증 확인' })).toBeNull();
});

it('adds a rule for a room and hours, and removes it (AG-1)', async () => {
  let rules = NO_RULES;
  const calls = answerCalls({
    ...me(),
    [RULES]: () => rules,
    [SET_RULES]: ({ body }: SentRequest) =>
      (rules = { ...rules, rules: body?.['rules'] as AgeRules['rules'], version: rules.version + 1 }),
  });
  await renderScreen(<AgeRulesSection storeId={STORES[0].id} rooms={ROOMS} />);
  expect(await screen.findByText('성인 전용 룸이나 시간이 없어요.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '성인 전용 추가' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByLabelText('모든 룸'));
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  expect(await within(dialog).findByText('룸을 하나 이상 골라 주세요.')).toBeTruthy();
  fireEvent.click(within(dialog).getByLabelText('2번 룸'));
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  const row = await screen.findByTestId('age-rule');
  expect(row.textContent).toContain('2번 룸 · 매일 · 22:00–09:00');
  expect(calls.get(SET_RULES)?.[0]?.body).toMatchObject({
    version: 0,
    checkMonths: 12,
    rules: [{ roomIds: [ROOMS[1]?.id], fromTime: '22:00', toTime: '09:00', basis: 'YOUTH_ACT' }],
  });
  fireEvent.click(within(row).getByRole('button', { name: /삭제/ }));
  await waitFor(() => expect(screen.queryByTestId('age-rule')).toBeNull());
});

it('connects the provider, and keeps the secret that is left empty (AG-4)', async () => {
  const provider = {
    baseUrl: 'https://api.portone.io',
    isAddressAllowed: true,
    channelKey: 'channel-key-1',
    merchantId: 'store-1',
    changedAt: '2026-11-30T04:00:00.000Z',
    changedBy: '본사',
    version: 3,
  };
  const calls = answerCalls({
    ...me(),
    [PROVIDER]: () => ({ provider }),
    [SET_PROVIDER]: () => ({ provider }),
  });
  await renderScreen(<IdentityProviderCard />);
  fireEvent.click(await screen.findByRole('button', { name: '고치기' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('채널 키'), { target: { value: 'channel-key-2' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(calls.get(SET_PROVIDER)?.[0]?.body).toEqual({
      channelKey: 'channel-key-2',
      merchantId: 'store-1',
      baseUrl: 'https://api.portone.io',
      version: 3,
    }),
  );
});
