import type { GuestAccess } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../../../testing/answers.ts';
import { person, renderScreen } from '../../../../testing/render-screen.tsx';
import { sampleDetail } from '../../../../testing/reservation-samples.ts';
import { sampleId } from '../../../../testing/samples.ts';
import { GuestAccessCard } from './guest-access-card.tsx';

const AT = '/api/v2/{product}/reservation/{reservationId}/guest-access' as const;
const TOKEN = `mjg_${'k'.repeat(43)}`;

function accessOf(over: Partial<GuestAccess> = {}): GuestAccess {
  return {
    reservationId: sampleId(50),
    storeId: sampleId(1),
    state: 'ACTIVE',
    tokenId: sampleId(80),
    issuedAt: '2026-11-21T01:00:00.000Z',
    issuedByName: '김점주',
    lastUsedAt: null,
    expiresAt: '2026-11-22T06:00:00.000Z',
    readableUntil: '2027-05-22T06:00:00.000Z',
    revokedAt: null,
    companions: 0,
    ...over,
  };
}
const none = accessOf({
  state: 'NONE',
  tokenId: null,
  issuedAt: null,
  issuedByName: null,
  expiresAt: null,
  readableUntil: null,
});

async function open(
  answers: object,
  {
    role = 'FRANCHISEE',
    state = 'CONFIRMED',
  }: { role?: 'FRANCHISEE' | 'CUSTOMER_MANAGER'; state?: 'CONFIRMED' | 'CANCELLED' } = {},
) {
  const calls = answerCalls({ 'GET /api/v2/auth/me': () => person(role), ...answers });
  await renderScreen(<GuestAccessCard reservation={sampleDetail({ state })} />);
  return { calls, card: within(await screen.findByTestId('guest-access')) };
}
async function confirm(title: string, button: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.click(dialog.getByRole('button', { name: button }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('the guest access card issues a token after a confirmation, and shows it until the person has copied it (GT-2)', async () => {
  const { calls, card } = await open({
    [`GET ${AT}`]: () => none,
    [`POST ${AT}`]: () => ({ ...accessOf(), token: TOKEN }),
  });
  await card.findByText('손님에게 발급한 링크가 없어요.');
  fireEvent.click(card.getByRole('button', { name: '링크 발급' }));
  expect(calls.has(`POST ${AT}`)).toBe(false);
  await confirm('이 손님의 링크를 발급할까요?', '링크 발급');
  const link = `${location.origin}/g/${TOKEN}`;
  expect(await card.findByDisplayValue(link)).toBe(card.getByLabelText('링크'));
  expect(card.getByRole('link', { name: '새 탭에서 열기' }).getAttribute('href')).toBe(link);
  expect(calls.get(`POST ${AT}`)?.map(({ body }) => body)).toEqual([{ replacesTokenId: null }]);
  fireEvent.click(card.getByRole('button', { name: '복사했어요' }));
  await waitFor(() => expect(card.queryByTestId('guest-token')).toBeNull());
  expect(card.getByText('아직 없음')).toBeTruthy();
  expect(document.body.innerHTML).not.toContain(TOKEN);
});

it('the guest access card replaces the token that it shows, and says when the reply with the token was lost', async () => {
  const { calls, card } = await open({
    [`GET ${AT}`]: () => accessOf(),
    [`POST ${AT}`]: () => ({ ...accessOf({ tokenId: sampleId(81) }), token: null }),
  });
  fireEvent.click(await card.findByRole('button', { name: '새 링크 발급' }));
  await confirm('링크를 새로 발급할까요?', '새 링크 발급');
  await card.findByText('링크를 발급했지만 다시 보여 드릴 수 없어요. 새로 발급해 주세요.');
  expect(calls.get(`POST ${AT}`)?.map(({ body }) => body)).toEqual([{ replacesTokenId: sampleId(80) }]);
});

it('the guest access card shows the present token when another person has replaced it (AP-4)', async () => {
  const { card } = await open({
    [`GET ${AT}`]: () => none,
    [`POST ${AT}`]: () => refuse('STALE', 409, { current: accessOf({ issuedByName: '이매니저' }) }),
  });
  fireEvent.click(await card.findByRole('button', { name: '링크 발급' }));
  await confirm('이 손님의 링크를 발급할까요?', '링크 발급');
  await card.findByText(/이매니저/);
  expect(card.getByRole('alert')).toBeTruthy();
  expect(card.queryByTestId('guest-token')).toBeNull();
});

it('the guest access card revokes the token after a confirmation (GT-3)', async () => {
  const { card } = await open({
    [`GET ${AT}`]: () => accessOf({ lastUsedAt: '2026-11-21T02:00:00.000Z' }),
    [`DELETE ${AT}`]: () => accessOf({ state: 'REVOKED', revokedAt: '2026-11-21T03:00:00.000Z' }),
  });
  fireEvent.click(await card.findByRole('button', { name: '링크 폐기' }));
  await confirm('링크를 폐기할까요?', '링크 폐기');
  await card.findByText(/링크가 폐기됐어요/);
  expect(card.getByRole('button', { name: '링크 발급' })).toBeTruthy();
});

it('the guest access card shows its state without buttons to a person without the right, and after the reservation', async () => {
  const support = await open({ [`GET ${AT}`]: () => accessOf() }, { role: 'CUSTOMER_MANAGER' });
  await support.card.findByText('링크를 발급하거나 폐기할 권한이 없어요.');
  expect(support.card.queryByRole('button')).toBeNull();
});

it('the guest access card offers no token for a reservation that is over', async () => {
  const { card } = await open({ [`GET ${AT}`]: () => none }, { state: 'CANCELLED' });
  await card.findByText('링크는 예약이 끝나기 전까지만 발급할 수 있어요.');
  expect(card.queryByRole('button')).toBeNull();
});

it('the guest access card shows why its state cannot be read', async () => {
  const { card } = await open({ [`GET ${AT}`]: () => refuse('CAPABILITY_MISSING', 403) });
  expect((await card.findByRole('alert')).textContent).not.toBe('');
});

it('the link of a cancelled stay can still be read, so it can be revoked (GT-3)', async () => {
  const { card } = await open({ [`GET ${AT}`]: () => accessOf({ state: 'READABLE' }) }, { state: 'CANCELLED' });
  expect(await card.findByText('페이지 열람 종료')).toBeTruthy();
  expect(card.getByRole('button', { name: '링크 폐기' })).toBeTruthy();
  expect(card.queryByRole('button', { name: /발급/ })).toBeNull();
});

it('the guest access card counts the links for companions, and the dialog says that they end too (GT-24)', async () => {
  const { card } = await open({ [`GET ${AT}`]: () => accessOf({ companions: 2 }) });
  await card.findByText(/^2개/);
  fireEvent.click(card.getByRole('button', { name: '링크 폐기' }));
  const dialog = await screen.findByRole('dialog', { name: '링크를 폐기할까요?' });
  expect(dialog.textContent).toContain('일행 링크도 모두 폐기돼요');
});
