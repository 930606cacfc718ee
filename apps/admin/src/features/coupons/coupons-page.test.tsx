// @sweep 1/8 (decision 086)
import type { Coupon, CouponUse } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { couponLive } from './coupons.live.ts';
import { CouponsPage } from './coupons-page.tsx';

const LIST = 'GET /api/v2/{product}/coupon';
const ONE = 'GET /api/v2/{product}/coupon/{couponId}';
const USES = 'GET /api/v2/{product}/coupon/{couponId}/use';
const CREATE = 'POST /api/v2/{product}/coupon';
const EDIT = 'PATCH /api/v2/{product}/coupon/{couponId}';
const WITHDRAW = 'POST /api/v2/{product}/coupon/{couponId}/withdraw';

const OPENING: Coupon = {
  id: sampleId(90),
  code: 'OPEN-20',
  name: '오픈 기념',
  kind: 'PERCENT',
  percent: 20,
  amount: null,
  maxDiscountAmount: 10_000,
  minPriceAmount: 20_000,
  startsOn: '2026-11-01',
  endsOn: '2026-11-30',
  storeIds: [],
  maxUses: 100,
  maxUsesPerGuest: 1,
  bearer: 'HEAD_OFFICE',
  state: 'ACTIVE',
  usedCount: 12,
  discountedAmount: 84_000,
  createdAt: '2026-10-30T01:00:00.000Z',
  withdrawnAt: null,
  version: 3,
};
const NIGHT: Coupon = {
  ...OPENING,
  id: sampleId(91),
  code: 'NIGHT5000',
  name: '심야 할인',
  kind: 'AMOUNT',
  percent: null,
  amount: 5000,
  maxDiscountAmount: null,
  storeIds: [STORES[1].id, sampleId(99)],
  maxUses: null,
  bearer: 'STORE',
  state: 'WITHDRAWN',
  usedCount: 0,
  discountedAmount: 0,
  withdrawnAt: '2026-11-10T01:00:00.000Z',
};
const USE: CouponUse = {
  reservationId: sampleId(50),
  reservationCode: 'K7QX-29MD',
  storeId: STORES[0].id,
  storeName: '강남점',
  startsAt: '2026-11-10T05:00:00.000Z',
  state: 'COMPLETED',
  discountAmount: 7000,
  compensatedAmount: 7000,
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

function answers(items: Coupon[], role: 'ADMIN' | 'SUB_ADMIN' | 'FRANCHISEE' = 'ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: items.length, items }),
    [ONE]: ({ path }: SentRequest) => [...items, OPENING].find(({ id }) => path.endsWith(id)) ?? OPENING,
    [USES]: () => ({ total: 1, isTotalExact: true, items: [USE] }),
    [CREATE]: ({ body }: SentRequest) => ({ ...OPENING, ...(body as Partial<Coupon>), id: sampleId(92) }),
    [EDIT]: ({ body }: SentRequest) => ({ ...OPENING, ...(body as Partial<Coupon>), version: 4 }),
    [WITHDRAW]: () => ({ ...OPENING, state: 'WITHDRAWN' as const, version: 4 }),
  } as const;
}
const open = (search = '') => renderScreen(<CouponsPage />, `/dashboard/coupon${search}`);
const type = (form: ReturnType<typeof within>, label: string | RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
const newForm = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '쿠폰 발행' }));
  return within(await screen.findByRole('dialog', { name: '쿠폰 발행' }));
};

it('the coupons page lists coupons with discount, period, stores, uses, bearer and state (CP-1)', async () => {
  const calls = answerCalls(answers([OPENING, NIGHT]));
  await open(`?store=${STORES[1].id}`);
  const rows = (await screen.findAllByTestId('coupon-row')).map(({ textContent }) => textContent);
  for (const words of ['오픈 기념', 'OPEN-20', '20% (최대 ₩10,000)', '모든 매장', '12 / 100', '₩84,000', '본사 부담'])
    expect(rows[0]).toContain(words);
  expect(rows[0]).toMatch(/2026년 11월 1일 – 11월 30일.*사용 가능/);
  for (const words of ['₩5,000', '홍대점, 다른 매장 1곳', '매장 부담', '중단']) expect(rows[1]).toContain(words);
  expect(calls.get(LIST)?.[0]?.query).toMatchObject({ storeId: STORES[1].id, page: '0' });
  fireEvent.change(screen.getByLabelText('상태'), { target: { value: 'ENDED' } });
  await waitFor(() => expect(calls.get(LIST)?.at(-1)?.query).toMatchObject({ state: 'ENDED' }));
});

it('the coupons page opens a coupon with its uses, and copies the code (CP-5)', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  answerCalls(answers([OPENING]));
  const { search } = await open();
  fireEvent.click(await screen.findByRole('button', { name: '오픈 기념 쿠폰 열기 (OPEN-20)' }));
  const use = await screen.findByTestId('coupon-use');
  expect(search()).toContain(`coupon=${OPENING.id}`);
  for (const words of ['−₩7,000', '강남점', '이용 완료', '본사 보전 ₩7,000']) expect(use.textContent).toContain(words);
  expect(within(use).getByRole('link', { name: 'K7QX-29MD' }).getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${USE.reservationId}`,
  );
  fireEvent.click(screen.getByRole('button', { name: '코드 복사' }));
  expect(await screen.findByText('복사했어요.')).toBeTruthy();
  expect(writeText.mock.calls).toEqual([['OPEN-20']]);
});

it('the coupons page shows only the fields of the chosen kind, explains the bearer and creates the coupon', async () => {
  const calls = answerCalls(answers([]));
  const { search } = await open();
  const form = await newForm();
  fireEvent.click(form.getByText('발행'));
  expect(await form.findByText(/처음과 끝은 하이픈일 수 없어요/)).toBeTruthy();
  expect(form.getByText('할인한 금액을 매장이 부담해요.')).toBeTruthy();
  type(form, '쿠폰 코드', ' winter 26 ');
  type(form, '쿠폰 이름', '겨울 할인');
  type(form, '할인 방식', 'AMOUNT');
  expect(form.queryByLabelText('할인율')).toBeNull();
  expect(form.queryByLabelText('최대 할인 금액')).toBeNull();
  type(form, '할인 금액', '3000');
  type(form, '종료일', '2026-12-31');
  type(form, '전체 사용 한도', '50');
  type(form, '1인당 사용 한도', '');
  type(form, '할인 부담', 'HEAD_OFFICE');
  expect(form.getByText('본사가 할인 금액(부가세 포함)을 매장 정산에 더해 보전해요.')).toBeTruthy();
  fireEvent.click(form.getByText('발행'));
  await waitFor(() => expect(search()).toContain(`coupon=${sampleId(92)}`));
  expect(calls.get(CREATE)?.map(({ body }) => body)).toEqual([
    {
      code: 'WINTER26',
      name: '겨울 할인',
      kind: 'AMOUNT',
      percent: null,
      amount: 3000,
      maxDiscountAmount: null,
      minPriceAmount: 0,
      startsOn: '2026-11-20',
      endsOn: '2026-12-31',
      storeIds: [],
      maxUses: 50,
      maxUsesPerGuest: null,
      bearer: 'HEAD_OFFICE',
    },
  ]);
});

it('the coupons page shows a taken code at its field, and the refused fields of a coupon at theirs', async () => {
  let refusal = refuse('COUPON_CODE_TAKEN', 409, { errors: [{ path: 'code', code: 'taken', message: 'x' }] });
  answerCalls({ ...answers([]), [CREATE]: () => refusal });
  await open();
  const form = await newForm();
  type(form, '쿠폰 코드', 'OPEN-20');
  type(form, '쿠폰 이름', '다시');
  type(form, '종료일', '2026-12-31');
  fireEvent.click(form.getByText('발행'));
  await waitFor(() => expect(describedBy(form.getByLabelText('쿠폰 코드'))).toBe('이미 사용 중이에요.'));
  type(form, '쿠폰 코드', 'OPEN-21');
  await waitFor(() => expect(describedBy(form.getByLabelText('쿠폰 코드'))).not.toContain('이미 사용 중'));
  refusal = refuse('COUPON_INVALID', 422, { errors: [{ path: 'endsOn', code: 'before_start', message: 'x' }] });
  fireEvent.click(form.getByText('발행'));
  await waitFor(() => expect(describedBy(form.getByLabelText('종료일'))).toContain('종료일이 시작일보다'));
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('종료일')));
});

it('the coupons page edits only what changed, never the code, and shows both versions after a STALE refusal (AP-4)', async () => {
  const theirs = { ...OPENING, percent: 30, version: 7 };
  const calls = answerCalls({
    ...answers([OPENING]),
    [EDIT]: ({ body }: SentRequest) =>
      body?.['version'] === 7 ? { ...theirs, version: 8 } : refuse('STALE', 409, { current: theirs }),
  });
  await open(`?coupon=${OPENING.id}`);
  fireEvent.click(await screen.findByRole('button', { name: '수정' }));
  const form = within(await screen.findByRole('dialog', { name: '쿠폰 수정' }));
  expect(form.getByLabelText('쿠폰 코드')).toHaveProperty('readOnly', true);
  type(form, '할인율', '25');
  fireEvent.click(form.getByText('저장'));
  expect((await form.findByTestId('stale-notice')).textContent).toMatch(/30% \(최대 ₩10,000\)25% \(최대 ₩10,000\)/);
  fireEvent.click(form.getByText('내 값으로 저장'));
  await waitFor(() => expect(calls.get(EDIT)?.[1]?.body).toEqual({ percent: 25, version: 7 }));
});

it('the coupons page withdraws a coupon after a confirmation', async () => {
  const calls = answerCalls(answers([OPENING]));
  await open(`?coupon=${OPENING.id}`);
  fireEvent.click(await screen.findByRole('button', { name: '중단' }));
  const confirmation = within(await screen.findByRole('dialog', { name: '오픈 기념: 쿠폰을 중단할까요?' }));
  fireEvent.click(confirmation.getByText('중단'));
  await waitFor(() => expect(calls.get(WITHDRAW)?.[0]?.body).toEqual({ version: 3 }));
});

it('the coupons page hides the buttons of head office from a franchisee (CP-1)', async () => {
  answerCalls(answers([OPENING], 'FRANCHISEE'));
  await open(`?coupon=${OPENING.id}`);
  await screen.findByTestId('coupon-use');
  expect(screen.queryByRole('button', { name: /^(쿠폰 발행|수정|중단)$/ })).toBeNull();
});

it('the coupons page offers no change of a coupon that is withdrawn or past its last day', async () => {
  const past: Coupon = { ...OPENING, state: 'ENDED', endsOn: '2026-11-19' };
  answerCalls(answers([past, NIGHT]));
  await open(`?coupon=${past.id}`);
  await screen.findByTestId('coupon-use');
  expect(screen.queryByRole('button', { name: /^(수정|중단)$/ })).toBeNull();
});

it('the coupons page says why a list is empty, and offers to clear a filter', async () => {
  answerCalls(answers([], 'SUB_ADMIN'));
  const { search } = await open('?state=ENDED');
  fireEvent.click(await screen.findByRole('button', { name: '조건 지우기' }));
  expect(await screen.findByText('쿠폰이 없어요')).toBeTruthy();
  expect(search()).toBe('');
});

it('the coupons page reads the list and the open coupon again after an event', async () => {
  const calls = answerCalls(answers([OPENING]));
  const { client } = await open(`?coupon=${OPENING.id}`);
  await screen.findByTestId('coupon-use');
  act(() => couponLive['coupons.changed']?.({ couponId: OPENING.id }, { client, product: 'playroom' }));
  await waitFor(() => {
    for (const name of [LIST, ONE, USES] as const) expect(calls.get(name)).toHaveLength(2);
  });
});

function describedBy(field: HTMLElement): string {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}
