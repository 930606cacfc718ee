// @sweep 1/8 (decision 086)
import type { Pass, PassOffer } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { PassesPage } from './passes-page.tsx';

const OFFER: PassOffer = {
  id: sampleId(70),
  storeId: STORES[0].id,
  name: '10시간권',
  unit: 'MINUTES',
  units: 600,
  priceAmount: 90_000,
  validDays: 90,
  roomIds: [],
  createdAt: '2026-11-01T03:00:00.000Z',
  createdBy: '김점주',
  withdrawnAt: null,
};
const ENDED: PassOffer = {
  ...OFFER,
  id: sampleId(71),
  name: '충전권',
  unit: 'WON',
  units: 100_000,
  roomIds: [sampleId(1), sampleId(2)],
  withdrawnAt: '2026-11-05T03:00:00.000Z',
};
const PASS: Pass = {
  id: sampleId(80),
  storeId: STORES[0].id,
  offerId: OFFER.id,
  name: '10시간권',
  unit: 'MINUTES',
  state: 'ACTIVE',
  units: 600,
  leftUnits: 570,
  priceAmount: 90_000,
  leftAmount: 85_500,
  roomIds: [],
  maskedName: '홍*동',
  maskedPhone: '010-****-5678',
  soldAt: '2026-11-02T03:00:00.000Z',
  soldBy: '김점주',
  endsAt: '2027-01-31T03:00:00.000Z',
  claimedAt: null,
  paymentId: sampleId(90),
};
const GIFT: Pass = { ...PASS, id: sampleId(81), state: 'GIFT', leftUnits: 600, leftAmount: 90_000 };

const LIST = 'GET /api/v2/{product}/pass';
const OFFERS = 'GET /api/v2/{product}/pass-offer';
const SELL = 'POST /api/v2/{product}/pass';
const CREATE = 'POST /api/v2/{product}/pass-offer';
const WITHDRAW = 'POST /api/v2/{product}/pass-offer/{offerId}/withdraw';

function answers(role: 'ADMIN' | 'FRANCHISEE' | 'CUSTOMER_MANAGER' = 'FRANCHISEE') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/room': () => ({ total: 0, items: [] }),
    [LIST]: () => ({ total: 2, isTotalExact: true, items: [PASS, GIFT] }),
    [OFFERS]: () => ({ total: 2, isTotalExact: true, items: [OFFER, ENDED] }),
    [SELL]: ({ body }: SentRequest) => ({
      ...PASS,
      giftCode: body?.['isGift'] === true ? 'K7QX-29MD-ABCD-2345' : null,
    }),
    [CREATE]: () => OFFER,
    [WITHDRAW]: () => ({ ...OFFER, withdrawnAt: '2026-11-09T03:00:00.000Z' }),
    'GET /api/v2/{product}/pass/{passId}': () => ({ ...PASS, uses: [] }),
  } as const;
}

const open = (at = '/dashboard/pass') => renderScreen(<PassesPage />, at);

it('lists the passes with what is left, and finds those of a whole number', async () => {
  const sent = answerCalls(answers());
  const requests = (name: string) => sent.get(name) ?? [];
  await open();
  const rows = await screen.findAllByTestId('pass-row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/홍\*동.*9시간 30분 \/ 10시간.*85,500.*사용 가능/),
    expect.stringMatching(/10시간 \/ 10시간.*90,000.*선물 대기/),
  ]);
  fireEvent.change(screen.getByLabelText('손님 전화번호'), { target: { value: '010-7777' } });
  fireEvent.change(screen.getByLabelText('손님 전화번호'), { target: { value: '010-7777-1234' } });
  await waitFor(() => expect(requests(LIST).map(({ query }) => query['phone'])).toContain('010-7777-1234'));
  expect(requests(LIST).map(({ query }) => query['phone'])).not.toContain('010-7777');
});

it('sells a gift and shows its code once (PS-7)', async () => {
  const sent = answerCalls(answers());
  const requests = (name: string) => sent.get(name) ?? [];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '이용권 판매' }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = await dialog.findByRole('button', { name: /카드 .*90,000.* 받고 판매/ });
  fireEvent.click(submit);
  expect(await dialog.findByText('전화번호를 확인해 주세요.')).toBeTruthy();
  expect(requests(SELL)).toHaveLength(0);
  fireEvent.change(dialog.getByLabelText(/손님 이름/), { target: { value: ' 홍길동 ' } });
  fireEvent.change(dialog.getByLabelText(/손님 전화번호/), { target: { value: '010-1234-5678' } });
  fireEvent.click(dialog.getByLabelText('선물용으로 판매 (코드 발급)'));
  fireEvent.click(submit);
  expect(await screen.findByDisplayValue('K7QX-29MD-ABCD-2345')).toBeTruthy();
  expect(requests(SELL)[0]?.body).toEqual({
    offerId: OFFER.id,
    guestName: '홍길동',
    guestPhone: '010-1234-5678',
    method: 'CARD',
    isGift: true,
  });
});

it('adds an offer in hours, and refuses credit below the price before it is sent', async () => {
  const sent = answerCalls(answers());
  const requests = (name: string) => sent.get(name) ?? [];
  await open('/dashboard/pass?part=offers');
  fireEvent.click(await screen.findByRole('button', { name: '판매 상품 추가' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^이름/), { target: { value: '주말권' } });
  fireEvent.click(dialog.getByRole('button', { name: '충전권' }));
  fireEvent.change(dialog.getByLabelText(/^충전 금액/), { target: { value: '80,000' } });
  fireEvent.change(dialog.getByLabelText(/^가격/), { target: { value: '90,000' } });
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  expect(await dialog.findByText('가격 이상의 금액을 입력해 주세요.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '시간권' }));
  fireEvent.change(dialog.getByLabelText(/^시간/), { target: { value: '2.5' } });
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  await waitFor(() => expect(requests(CREATE)).toHaveLength(1));
  expect(requests(CREATE)[0]?.body).toEqual({
    storeId: STORES[0].id,
    name: '주말권',
    unit: 'MINUTES',
    units: 150,
    priceAmount: 90_000,
    validDays: 90,
    roomIds: [],
  });
});

it('ends a sale after it was confirmed', async () => {
  const sent = answerCalls(answers());
  const requests = (name: string) => sent.get(name) ?? [];
  await open('/dashboard/pass?part=offers');
  fireEvent.click(await screen.findByRole('button', { name: '10시간권 판매 종료' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '판매 종료' }));
  await waitFor(() => expect(requests(WITHDRAW)[0]?.path).toContain(OFFER.id));
});

it('lets support read only', async () => {
  answerCalls(answers('CUSTOMER_MANAGER'));
  await open();
  await screen.findAllByTestId('pass-row');
  expect(screen.queryByRole('button', { name: '이용권 판매' })).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: '판매 상품' }));
  await screen.findAllByTestId('offer-row');
  expect(screen.queryByRole('button', { name: /판매 종료/ })).toBeNull();
  expect(within(screen.getByTestId('offer-table')).getByText('판매 중')).toBeTruthy();
});

it('says that nothing was sold, and shows a fault with a way to try again', async () => {
  answerCalls({ ...answers(), [LIST]: () => ({ total: 0, isTotalExact: true, items: [] }) });
  await open();
  expect(await screen.findByText('판매한 이용권이 없어요')).toBeTruthy();
});

it('shows why the list could not be read', async () => {
  answerCalls({ ...answers(), [LIST]: () => refuse('INTERNAL', 500) });
  await open();
  expect(await screen.findByRole('button', { name: /다시/ })).toBeTruthy();
});
