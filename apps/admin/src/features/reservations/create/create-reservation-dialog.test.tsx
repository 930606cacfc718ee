// @sweep 1/8 (decision 086)
import type { AddOn } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../../testing/answers.ts';
import { boardDay, boardReservation } from '../../../testing/board-samples.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleDetail, samplePriceLine, sampleWaiting } from '../../../testing/reservation-samples.ts';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { CreateReservationDialog } from './create-reservation-dialog.tsx';
import type { ReservationPrefill } from './reservation-draft.ts';

const CREATE = 'POST /api/v2/{product}/reservation';
const START = '2026-11-21T10:00:00.000Z';
const END = '2026-11-21T12:00:00.000Z';
const rooms = [sampleRoom(), sampleRoom({ id: sampleId(11), name: '2번 룸' })];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const answers = {
  'GET /api/v2/auth/me': () => person('FRANCHISEE'),
  'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
  'GET /api/v2/{product}/room': () => ({ total: rooms.length, items: rooms }),
  'GET /api/v2/{product}/reservations/daily': () => boardDay([boardReservation()], []),
  'POST /api/v2/{product}/price-policy/quote': () => ({ totalAmount: 24_000, lines: [samplePriceLine(START, END)] }),
} as const;

const closed = vi.fn();
let address: () => string;
async function open(initial: ReservationPrefill = { roomId: sampleId(10), startsAt: START, endsAt: END }) {
  closed.mockClear();
  ({ search: address } = await renderScreen(
    <CreateReservationDialog storeId={STORES[0].id} initial={initial} onClose={closed} />,
  ));
  return within(await screen.findByRole('dialog'));
}
type Opened = Awaited<ReturnType<typeof open>>;
function fillGuest(dialog: Opened): void {
  fireEvent.change(dialog.getByRole('textbox', { name: /손님 이름/ }), { target: { value: ' 홍길동 ' } });
  fireEvent.change(dialog.getByRole('textbox', { name: /연락처/ }), { target: { value: '010-1111-2222' } });
}
const submit = (dialog: Opened, name: string) => fireEvent.click(dialog.getByRole('button', { name }));

it('the dialog for a new reservation shows the price of the chosen time, focuses the name, and creates the reservation', async () => {
  const requests = answerCalls({ ...answers, [CREATE]: () => sampleDetail() });
  const dialog = await open();
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩24,000'));
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /손님 이름/ }));
  fillGuest(dialog);
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)?.[0]?.body).toEqual({
    kind: 'GUEST',
    roomId: sampleId(10),
    startsAt: START,
    endsAt: END,
    guestName: '홍길동',
    guestPhone: '010-1111-2222',
    headCount: 2,
    memo: '',
    state: 'CONFIRMED',
    expectedPriceAmount: 24_000,
  });
  // The message opens the new booking (SH-31). The dialog stays here, and hides the rest of the page.
  fireEvent.click(await screen.findByRole('button', { name: '예약 보기', hidden: true }));
  await waitFor(() => expect(new URLSearchParams(address()).get('reservation')).toBe(sampleDetail().id));
});

it('the dialog for a new reservation unfolds the e-mail address and the language, and shows a refused address (MS-13)', async () => {
  const requests = answerCalls({
    ...answers,
    [CREATE]: ({ body }) =>
      body?.['guestEmail'] === 'jane@guest.example'
        ? sampleDetail()
        : refuse('INVALID_INPUT', 400, { errors: [{ path: 'guestEmail', code: 'invalid_format', message: '' }] }),
  });
  const dialog = await open();
  fillGuest(dialog);
  expect(dialog.queryByRole('textbox', { name: '이메일' })).toBeNull();
  const fold = dialog.getByRole('button', { name: '이메일·언어: 한국어' });
  fireEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  fireEvent.change(dialog.getByRole('textbox', { name: '이메일' }), { target: { value: 'jane' } });
  fireEvent.change(dialog.getByRole('combobox', { name: '메시지 언어' }), { target: { value: 'en' } });
  submit(dialog, '예약하기');
  expect(await dialog.findByText('이메일 주소를 확인해 주세요.')).toBeTruthy();
  // A refused address stays in sight.
  fireEvent.click(dialog.getByRole('button', { name: '이메일·언어: 영어' }));
  fireEvent.change(dialog.getByRole('textbox', { name: '이메일' }), { target: { value: ' jane@guest.example ' } });
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)?.at(-1)?.body).toMatchObject({ guestEmail: 'jane@guest.example', guestLanguage: 'en' });
});

it('the dialog for a new reservation shows the new price when it has changed, and sends that one at the second click (PR-3)', async () => {
  let totalAmount = 24_000;
  const requests = answerCalls({
    ...answers,
    'POST /api/v2/{product}/price-policy/quote': () => ({ totalAmount, lines: [samplePriceLine(START, END)] }),
    [CREATE]: ({ body }) =>
      body?.['expectedPriceAmount'] === 30_000
        ? sampleDetail()
        : refuse('PRICE_CHANGED', 409, {
            errors: [{ path: 'expectedPriceAmount', code: 'price_changed', message: '' }],
          }),
  });
  const dialog = await open();
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩24,000'));
  totalAmount = 30_000;
  fillGuest(dialog);
  submit(dialog, '예약하기');
  expect(await dialog.findByText('그사이 요금이 바뀌었어요. 새 요금을 확인해 주세요.')).toBeTruthy();
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩30,000'));
  expect(closed).not.toHaveBeenCalled();
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)).toHaveLength(2);
});

it('the dialog for a new reservation sends nothing without a required field, and says which', async () => {
  const requests = answerCalls(answers);
  const dialog = await open();
  submit(dialog, '예약하기');
  expect(await dialog.findByText('이름을 입력해 주세요.')).toBeTruthy();
  expect(dialog.getByText('전화번호를 확인해 주세요.')).toBeTruthy();
  expect(requests.has(CREATE)).toBe(false);
});

it('the dialog for a new reservation offers the free times near a taken one, and a tap chooses it (RV-2)', async () => {
  const free = { roomId: sampleId(11), startsAt: START, endsAt: END };
  const requests = answerCalls({
    ...answers,
    [CREATE]: ({ body }) =>
      body?.['roomId'] === sampleId(11)
        ? sampleDetail()
        : refuse('SLOT_TAKEN', 409, { errors: [{ path: 'startsAt', code: 'SLOT_TAKEN', message: '' }], free: [free] }),
  });
  const dialog = await open();
  fillGuest(dialog);
  submit(dialog, '예약하기');
  const chips = within(await dialog.findByTestId('free-chips'));
  expect(dialog.getByText('이미 예약된 시간이에요.')).toBeTruthy();
  // The first alternative has the focus.
  expect(document.activeElement).toBe(chips.getByRole('button', { name: /2번 룸/ }));
  fireEvent.click(chips.getByRole('button', { name: /2번 룸/ }));
  expect(dialog.queryByTestId('free-chips')).toBeNull();
  submit(dialog, '예약하기');
  await waitFor(() => expect(requests.get(CREATE)).toHaveLength(2));
  expect(requests.get(CREATE)?.[1]?.body).toMatchObject(free);
  // Each changed body has another idempotency key.
  const keys = requests.get(CREATE)?.map((call) => call.headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

it('the dialog for a new reservation shows why a guest is blocked, and books when the person accepts it (RG-5)', async () => {
  const block = {
    id: sampleId(70),
    storeId: null,
    maskedPhone: '010-****-2222',
    state: 'ACTIVE',
    reason: '컨트롤러 파손',
    blockedAt: START,
    blockedBy: '김본부',
    endsAt: '2027-02-01T03:00:00.000Z',
    liftedAt: null,
    liftedBy: null,
  };
  const requests = answerCalls({
    ...answers,
    [CREATE]: ({ body }) =>
      body?.['acceptsBlockedGuest'] === true ? sampleDetail() : refuse('GUEST_BLOCKED', 409, { current: block }),
  });
  const dialog = await open();
  fillGuest(dialog);
  submit(dialog, '예약하기');
  expect((await dialog.findByTestId('blocked-guest')).textContent).toContain('컨트롤러 파손');
  fireEvent.click(dialog.getByRole('checkbox', { name: /그래도 예약/ }));
  // Another number is another guest.
  fireEvent.change(dialog.getByRole('textbox', { name: /연락처/ }), { target: { value: '010-1111-3333' } });
  expect(dialog.queryByTestId('blocked-guest')).toBeNull();
  submit(dialog, '예약하기');
  fireEvent.click(await dialog.findByRole('checkbox', { name: /그래도 예약/ }));
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)?.map(({ body }) => body?.['acceptsBlockedGuest'])).toEqual([undefined, undefined, true]);
});

it('the dialog for a new reservation shows a refusal at its field, in words', async () => {
  answerCalls({
    ...answers,
    [CREATE]: () =>
      refuse('OVER_CAPACITY', 422, { errors: [{ path: 'headCount', code: 'OVER_CAPACITY', message: '' }] }),
  });
  const dialog = await open();
  fillGuest(dialog);
  submit(dialog, '예약하기');
  expect(await dialog.findByText('룸 정원을 넘었어요.')).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: /인원/ }).getAttribute('aria-invalid')).toBe('true');
});

it('the dialog for a new reservation warns of a known overlap before sending', async () => {
  answerCalls(answers);
  const dialog = await open({
    roomId: sampleId(10),
    startsAt: '2026-11-21T05:30:00.000Z',
    endsAt: '2026-11-21T07:30:00.000Z',
  });
  expect((await dialog.findByTestId('overlap')).textContent).toContain('홍*동');
});

it('the dialog for a new reservation blocks a time for cleaning without guest or price', async () => {
  const requests = answerCalls({
    ...answers,
    [CREATE]: () => sampleDetail({ kind: 'BLOCK', blockReason: 'CLEANING' }),
  });
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: '시간 막기' }));
  expect(dialog.queryByRole('textbox', { name: /손님 이름/ })).toBeNull();
  expect(dialog.queryByTestId('live-quote')).toBeNull();
  fireEvent.click(dialog.getAllByRole('button', { name: '시간 막기' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(requests.get(CREATE)?.[0]?.body).toEqual({
      kind: 'BLOCK',
      roomId: sampleId(10),
      startsAt: START,
      endsAt: END,
      blockReason: 'CLEANING',
      memo: '',
    }),
  );
});

it('the dialog for a new reservation previews a series date by date, and creates it without the conflicts (RV-6)', async () => {
  const make = 'POST /api/v2/{product}/reservation/series';
  const occurrence = (day: string, isTaken: boolean) => ({
    startsAt: `2026-11-${day}T10:00:00.000Z`,
    endsAt: `2026-11-${day}T12:00:00.000Z`,
    priceAmount: isTaken ? null : 24_000,
    refusal: isTaken ? { code: 'SLOT_TAKEN', detail: '' } : null,
  });
  const requests = answerCalls({
    ...answers,
    'POST /api/v2/{product}/reservation/series/preview': () => ({
      occurrences: [occurrence('21', false), occurrence('28', true)],
      totalAmount: 24_000,
    }),
    [make]: () => ({ seriesId: sampleId(90), reservations: [boardReservation()], skipped: [occurrence('28', true)] }),
  });
  const dialog = await open();
  fillGuest(dialog);
  fireEvent.click(dialog.getByRole('checkbox', { name: '반복 예약' }));
  const table = await dialog.findByTestId('occurrences');
  expect(table.textContent).toContain('이미 예약된 시간이에요.');
  submit(dialog, '가능한 1건만 예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get('POST /api/v2/{product}/reservation/series/preview')?.[0]?.body).not.toHaveProperty('guestPhone');
  expect(requests.get(make)?.[0]?.body).toMatchObject({
    skipConflicts: true,
    rule: { frequency: 'WEEKLY', interval: 1, weekdays: [6], until: '2026-12-19' },
  });
});

it('the dialog for a new reservation closes the waitlist entry after booking, with the version that it has then', async () => {
  const done = 'POST /api/v2/{product}/waitlist/{entryId}/done';
  const requests = answerCalls({
    ...answers,
    [CREATE]: () => sampleDetail(),
    'GET /api/v2/{product}/waitlist': ({ query }) =>
      query['state'] === 'WAITING'
        ? { total: 1, isTotalExact: true, items: [sampleWaiting({ version: 3 })] }
        : { total: 0, isTotalExact: true, items: [] },
    [done]: () => sampleWaiting({ state: 'DONE', version: 4 }),
  });
  const dialog = await open({
    roomId: sampleId(10),
    startsAt: START,
    endsAt: END,
    guestName: '이민수',
    guestPhone: '010-3333-7777',
    waiting: sampleWaiting({ state: 'FREE', version: 2 }),
  });
  submit(dialog, '예약하기');
  await waitFor(() => expect(requests.get(done)?.[0]?.body).toEqual({ version: 3 }));
  expect(requests.get(CREATE)?.[0]?.body).toMatchObject({ guestName: '이민수', guestPhone: '010-3333-7777' });
});

const QUOTE = 'POST /api/v2/{product}/reservation/quote';
const discount = {
  couponId: sampleId(80),
  code: 'SAVE-10',
  name: '오픈 기념',
  kind: 'AMOUNT',
  percent: null,
  bearer: 'STORE',
  amount: 5000,
} as const;
const snacks: AddOn = {
  id: sampleId(70),
  storeId: STORES[0].id,
  name: '간식 세트',
  description: '',
  unit: 'STAY',
  amount: 3000,
  maxQuantity: 3,
  roomIds: [sampleId(10)],
  isOffered: true,
  sortOrder: 0,
  version: 1,
};
const addOnLine = {
  addOnId: snacks.id,
  label: '간식 세트',
  unit: 'STAY',
  quantity: 2,
  unitAmount: 3000,
  minutes: 0,
  amount: 6000,
} as const;
const withExtras = {
  ...answers,
  'GET /api/v2/{product}/add-on': () => ({ total: 1, items: [snacks] }),
  [QUOTE]: ({ body }: SentRequest) => {
    const addOnLines = body?.['addOns'] === undefined || (body['addOns'] as unknown[]).length === 0 ? [] : [addOnLine];
    const full = 24_000 + (addOnLines.length > 0 ? 6000 : 0);
    const lines = [samplePriceLine(START, END)];
    if (body?.['couponCode'] === undefined) return { totalAmount: full, lines, addOnLines, discount: null };
    return { totalAmount: full - 5000, lines, addOnLines, discount };
  },
};

it('the dialog for a new reservation adds add-ons and a coupon to the price and to the request (CP-7)', async () => {
  const requests = answerCalls({ ...withExtras, [CREATE]: () => sampleDetail() });
  const dialog = await open();
  fillGuest(dialog);
  // Folded, it asks for nothing.
  expect(requests.has('GET /api/v2/{product}/add-on')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: '추가 상품·쿠폰' }));
  fireEvent.change(await dialog.findByRole('combobox', { name: '간식 세트' }), { target: { value: '2' } });
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩30,000'));
  fireEvent.change(dialog.getByRole('textbox', { name: '쿠폰 코드' }), { target: { value: ' save-10 ' } });
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩25,000'));
  expect(dialog.getByText('‘오픈 기념’ 쿠폰으로 ₩5,000 할인돼요.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: '추가 상품·쿠폰: 추가 상품 2개 · SAVE-10' })).toBeTruthy();
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)?.[0]?.body).toMatchObject({
    addOns: [{ addOnId: snacks.id, quantity: 2 }],
    couponCode: 'SAVE-10',
    expectedPriceAmount: 25_000,
  });
  expect(requests.get(QUOTE)?.at(-1)?.body).toMatchObject({ guestPhone: '010-1111-2222' });
});

it('the dialog for a new reservation leaves out the add-ons that another room does not have', async () => {
  const requests = answerCalls({ ...withExtras, [CREATE]: () => sampleDetail() });
  const dialog = await open();
  fillGuest(dialog);
  fireEvent.click(dialog.getByRole('button', { name: '추가 상품·쿠폰' }));
  fireEvent.change(await dialog.findByRole('combobox', { name: '간식 세트' }), { target: { value: '2' } });
  fireEvent.change(dialog.getByRole('combobox', { name: '룸' }), { target: { value: sampleId(11) } });
  expect(await dialog.findByText('이 룸에서 파는 추가 상품이 없어요.')).toBeTruthy();
  await waitFor(() => expect(dialog.getByTestId('price-total').textContent).toBe('₩24,000'));
  submit(dialog, '예약하기');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.get(CREATE)?.[0]?.body).not.toHaveProperty('addOns');
});

it.each([
  ['UNKNOWN', '이런 쿠폰이 없어요. 코드를 다시 확인해 주세요.'],
  ['WITHDRAWN', '사용을 중단한 쿠폰이에요.'],
  ['NOT_YET', '아직 사용 기간이 시작되지 않은 쿠폰이에요.'],
  ['ENDED', '사용 기간이 끝난 쿠폰이에요.'],
  ['OTHER_STORE', '이 매장에서는 쓸 수 없는 쿠폰이에요.'],
  ['PRICE_TOO_LOW', '합계가 ₩30,000 이상일 때 쓸 수 있는 쿠폰이에요.'],
  ['USED_UP', '준비된 쿠폰이 모두 쓰였어요.'],
  ['USED_BY_GUEST', '이 손님이 쓸 수 있는 횟수를 모두 썼어요.'],
])(
  'the dialog for a new reservation says at once why a coupon is refused with %s, and books nothing with it (CP-7)',
  async (detail, text) => {
    const requests = answerCalls({
      ...withExtras,
      [QUOTE]: () =>
        refuse('COUPON_REFUSED', 422, { detail, ...(detail === 'PRICE_TOO_LOW' && { requiredAmount: 30_000 }) }),
    });
    const dialog = await open();
    fillGuest(dialog);
    fireEvent.click(dialog.getByRole('button', { name: '추가 상품·쿠폰' }));
    const field = dialog.getByRole('textbox', { name: '쿠폰 코드' });
    fireEvent.change(field, { target: { value: 'SAVE-10' } });
    expect(await dialog.findByText(text)).toBeTruthy();
    // The price without the coupon stays in sight.
    expect(dialog.getByTestId('price-total').textContent).toBe('₩24,000');
    submit(dialog, '예약하기');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(requests.has(CREATE)).toBe(false);
  },
);

it('the dialog for a new reservation says that a series has no coupon, and keeps it for a single one', async () => {
  answerCalls({
    ...withExtras,
    'POST /api/v2/{product}/reservation/series/preview': () => ({ occurrences: [], totalAmount: 0 }),
  });
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: '추가 상품·쿠폰' }));
  fireEvent.change(dialog.getByRole('textbox', { name: '쿠폰 코드' }), { target: { value: 'SAVE-10' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: '반복 예약' }));
  expect(dialog.getByTestId('extras-of-series').textContent).toContain('반복 예약에 쓸 수 없어서');
  fireEvent.click(dialog.getByRole('checkbox', { name: '반복 예약' }));
  expect(dialog.getByRole('button', { name: '추가 상품·쿠폰: SAVE-10' })).toBeTruthy();
});
