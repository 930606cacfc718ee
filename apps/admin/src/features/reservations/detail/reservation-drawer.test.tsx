// @sweep 1/8 (decision 086)
import type {
  ExtensionOffer,
  GuestAccess,
  Message,
  ReadinessCheck,
  ReservationDetail,
  StartedRefund,
} from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../../testing/answers.ts';
import { boardDay, boardReservation } from '../../../testing/board-samples.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { listedPayment, noPayments, samplePayment, sampleRefund } from '../../../testing/payment-samples.ts';
import { reservableStore, sampleDetail, sampleEntry, samplePriceLine } from '../../../testing/reservation-samples.ts';
import { sampleDoor, sampleId, sampleRoom, sampleRules } from '../../../testing/samples.ts';
import { readinessLive } from '../../readiness/readiness.live.ts';
import { reservationPanelsLive } from '../panels.live.ts';
import { ReservationDrawer } from './reservation-drawer.tsx';

const AT = '/api/v2/{product}/reservation/{reservationId}' as const;
const rooms = [sampleRoom(), sampleRoom({ id: sampleId(11), name: '2번 룸' })];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') }));
afterEach(() => void vi.useRealTimers());

function answers(detail: ReservationDetail, role: 'FRANCHISEE' | 'CUSTOMER_MANAGER' = 'FRANCHISEE') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/reservation/extension-offer': () => ({ total: 0, items: [] as ExtensionOffer[] }),
    'GET /api/v2/{product}/reservation/overrun': () => ({ total: 0, items: [] }),
    [`GET ${AT}`]: () => detail,
    [`GET ${AT}/readiness`]: () => ({ total: 0, items: [] as ReadinessCheck[] }),
    [`GET ${AT}/access`]: () => ({
      reservationId: detail.id,
      storeId: detail.storeId,
      codeId: null,
      madeAt: null,
      doors: [],
    }),
    [`GET ${AT}/guest-access`]: () => noGuestAccess(detail),
    [`GET ${AT}/entry`]: () => sampleEntry(detail),
    'GET /api/v2/{product}/message': () => ({ total: 0, isTotalExact: true, items: [] as Message[] }),
    ...noPayments(detail),
    'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
    'GET /api/v2/{product}/room': () => ({ total: 2, items: rooms }),
    'GET /api/v2/{product}/door': () => ({ total: 1, items: [sampleDoor()] }),
    'GET /api/v2/{product}/reservations/daily': () => boardDay([boardReservation()], []),
    'POST /api/v2/{product}/price-policy/quote': ({ body }: SentRequest) => {
      const line = samplePriceLine(String(body?.['startsAt']), String(body?.['endsAt']));
      return { totalAmount: line.amount, lines: [line] };
    },
  } as const;
}
function noGuestAccess({ id, storeId }: ReservationDetail): GuestAccess {
  const nothing = { tokenId: null, issuedAt: null, issuedByName: null, lastUsedAt: null };
  return {
    reservationId: id,
    storeId,
    state: 'NONE',
    ...nothing,
    expiresAt: null,
    readableUntil: null,
    revokedAt: null,
    companions: 0,
  };
}
function cancelledDetail(over: Partial<ReservationDetail>, refund: Partial<StartedRefund> = {}) {
  return {
    ...sampleDetail({ state: 'CANCELLED', ...over }),
    refund: { requestedAmount: 0, owedAmount: 0, waitingAmount: 0, notStartedAmount: 0, ...refund },
  };
}
async function open() {
  const screenOf = await renderScreen(<ReservationDrawer />, `/?reservation=${sampleId(50)}`);
  // The actions appear once the doors have loaded.
  await screen.findByRole('group', { name: '할 수 있는 일' });
  return { ...screenOf, drawer: within(screen.getByRole('dialog')) };
}
const press = (within_: ReturnType<typeof within>, name: string) =>
  fireEvent.click(within_.getByRole('button', { name }));

it('the reservation drawer shows one reservation with a masked guest until a reason is given (RV-5, PD-1)', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`POST ${AT}/reveal`]: () => ({ guestName: '홍길동', guestPhone: '010-1111-1234' }),
  });
  const { drawer } = await open();
  expect(drawer.getByTestId('reservation-code').textContent).toBe('K7QX-29MD');
  expect(drawer.getByTestId('reservation-place').textContent).toContain('1번 룸');
  expect(drawer.getByTestId('price-total').textContent).toBe('₩24,000');
  expect(drawer.getByTestId('guest-phone').textContent).toBe('010-****-1234');
  expect(requests.has(`POST ${AT}/reveal`)).toBe(false);
  press(drawer, '보기');
  const why = within(await screen.findByRole('dialog', { name: '왜 확인하나요?' }));
  press(why, '보기');
  await why.findByText('사유를 고르거나 입력해 주세요.');
  expect(requests.has(`POST ${AT}/reveal`)).toBe(false);
  press(why, '본인 확인');
  await waitFor(() => expect(drawer.getByTestId('guest-phone').getAttribute('href')).toBe('tel:01011111234'));
  expect(drawer.getByTestId('guest-name').textContent).toBe('홍길동');
  expect(requests.get(`POST ${AT}/reveal`)?.map(({ body }) => body)).toEqual([{ reason: '본인 확인' }]);
});

it('the reservation drawer and the print sheet show the add-ons and the discount of a coupon, which sum to the price (BK-13, CP-2)', async () => {
  const addOn = { addOnId: sampleId(61), label: '간식 세트', unit: 'STAY', quantity: 2, unitAmount: 3_000 } as const;
  const byHour = { addOnId: sampleId(62), label: '마이크', unit: 'HOUR', quantity: 1, unitAmount: 1_000 } as const;
  const discount = {
    couponId: sampleId(63),
    code: 'OPEN-5000',
    name: '오픈 기념',
    kind: 'AMOUNT',
    percent: null,
    bearer: 'HEAD_OFFICE',
    amount: 5_000,
  } as const;
  answerCalls(
    answers(
      sampleDetail({
        addOnLines: [
          { ...addOn, minutes: 0, amount: 6_000 },
          { ...byHour, minutes: 120, amount: 2_000 },
        ],
        discount,
        priceAmount: 27_000,
      }),
    ),
  );
  const { drawer } = await open();
  const lines = drawer.getAllByTestId('add-on-line').map(({ textContent }) => textContent);
  expect(lines).toEqual(['간식 세트₩3,000 × 2개₩6,000', '마이크시간당 ₩1,000 × 1개 · 2시간₩2,000']);
  expect(drawer.getByTestId('discount-line').textContent).toBe('쿠폰 할인: 오픈 기념OPEN-5000 · 본사 부담−₩5,000');
  expect(drawer.getByTestId('price-total').textContent).toBe('₩27,000');
  vi.stubGlobal('print', vi.fn());
  press(drawer, '다른 작업');
  fireEvent.click(await screen.findByRole('menuitem', { name: '인쇄' }));
  const sheet = (await screen.findByTestId('print-sheet')).textContent;
  expect(sheet).toMatch(/간식 세트 × 2₩6,000마이크 × 1₩2,000쿠폰 할인: 오픈 기념 \(OPEN-5000\)−₩5,000합계₩27,000/);
});

it('the reservation drawer hides the door code until a person asks to see it, and shows what each lock has (DR-5)', async () => {
  const times = { opensAt: '2026-11-21T03:50:00.000Z', closesAt: '2026-11-21T06:10:00.000Z' };
  const code = {
    ...times,
    wanted: 'DISABLED' as const,
    acknowledged: 'ABSENT' as const,
    acknowledgedAt: null,
    isUnderWay: false,
    error: 'DEVICE_OFFLINE' as const,
  };
  const access = {
    reservationId: sampleId(50),
    storeId: sampleId(1),
    codeId: sampleId(70),
    madeAt: '2026-11-21T01:00:00.000Z',
    doors: [
      { doorId: sampleId(60), doorName: '현관', keepsCodes: false, code: null, spare: null, lacksSpare: false },
      {
        doorId: sampleId(61),
        doorName: '1번 룸 문',
        keepsCodes: true,
        code,
        spare: { id: sampleId(72), givenAt: times.opensAt, closesAt: times.closesAt },
        lacksSpare: false,
      },
    ],
  };
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`GET ${AT}/access`]: () => access,
    [`POST ${AT}/access/reveal`]: () => ({
      codeId: sampleId(70),
      code: '482915',
      spares: [{ id: sampleId(72), doorId: sampleId(61), code: '730164' }],
    }),
    [`POST ${AT}/access/replace`]: () => ({
      ...access,
      codeId: sampleId(71),
      doors: access.doors.map((it) => ({ ...it, code: null, spare: null, lacksSpare: it.keepsCodes })),
    }),
  });
  const { drawer } = await open();
  const [entrance, room] = await drawer.findAllByTestId('access-door');
  expect(entrance?.textContent).toBe('현관 – 코드를 저장하지 않는 도어록');
  expect(room?.textContent).toContain('도어록이 아직 확인하지 않음도어록이 오프라인이에요.');
  expect(drawer.getByTestId('access-code').textContent).toBe('••••••');
  expect(drawer.getByTestId('access-spare').textContent).toContain('예비 코드 ••••••');
  press(drawer, '코드 보기');
  await waitFor(() => expect(drawer.getByTestId('access-code').textContent).toBe('482915'));
  expect(drawer.getByTestId('access-spare').textContent).toContain('예비 코드 730164');
  press(drawer, '다른 코드로 바꾸기');
  await waitFor(() => expect(drawer.getByTestId('access-code').textContent).toBe('••••••'));
  expect(requests.get(`POST ${AT}/access/replace`)?.[0]?.body).toEqual({ codeId: sampleId(70) });
  expect(
    drawer.getAllByTestId('access-door').map((it) => it.textContent?.includes('남은 예비 코드가 없어요.')),
  ).toEqual([false, true]);
});

it('the reservation drawer offers to copy and share a shown code, and to send it to the guest once the number is shown', async () => {
  const access = {
    reservationId: sampleId(50),
    storeId: sampleId(1),
    codeId: sampleId(70),
    madeAt: '2026-11-21T01:00:00.000Z',
    doors: [],
  };
  answerCalls({
    ...answers(sampleDetail()),
    [`GET ${AT}/access`]: () => access,
    [`POST ${AT}/access/reveal`]: () => ({ codeId: sampleId(70), code: '482915', spares: [] }),
    [`POST ${AT}/reveal`]: () => ({ guestName: '홍길동', guestPhone: '010-1111-1234' }),
  });
  const writeText = vi.fn(async () => undefined);
  const share = vi.fn(async () => undefined);
  Object.defineProperties(navigator, {
    clipboard: { value: { writeText }, configurable: true },
    share: { value: share, configurable: true },
  });
  try {
    const { drawer } = await open();
    await drawer.findByTestId('access-code');
    expect(drawer.queryByRole('button', { name: '출입 코드 복사' })).toBeNull();
    press(drawer, '코드 보기');
    fireEvent.click(await drawer.findByRole('button', { name: '출입 코드 복사' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('482915'));
    fireEvent.click(drawer.getByRole('button', { name: '출입 코드 공유' }));
    await waitFor(() =>
      expect(share).toHaveBeenCalledWith({
        text: expect.stringMatching(/1번 룸 출입 비밀번호는 482915입니다\. 이용 시간: 11월 21일/),
      }),
    );
    expect(drawer.queryByRole('link', { name: '출입 코드 문자 보내기' })).toBeNull();
    press(drawer, '보기');
    const why = within(await screen.findByRole('dialog', { name: '왜 확인하나요?' }));
    press(why, '본인 확인');
    expect((await drawer.findByRole('link', { name: '출입 코드 문자 보내기' })).getAttribute('href')).toMatch(
      /^sms:01011111234\?&body=.*482915/,
    );
  } finally {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(navigator, 'share');
  }
});

it('the reservation drawer requires a reason from a CUSTOMER_MANAGER before the code is shown or replaced', async () => {
  const access = {
    reservationId: sampleId(50),
    storeId: sampleId(1),
    codeId: sampleId(70),
    madeAt: '2026-11-21T01:00:00.000Z',
    doors: [],
  };
  const requests = answerCalls({
    ...answers(sampleDetail(), 'CUSTOMER_MANAGER'),
    [`GET ${AT}/access`]: () => access,
    [`POST ${AT}/access/reveal`]: () => ({ codeId: sampleId(70), code: '482915', spares: [] }),
    [`POST ${AT}/access/replace`]: () => ({ ...access, codeId: sampleId(71) }),
  });
  const { drawer } = await open();
  await drawer.findByTestId('access-code');
  press(drawer, '코드 보기');
  const why = () => within(screen.getByRole('dialog', { name: /사유/ }));
  press(why(), '코드 보기');
  expect(requests.get(`POST ${AT}/access/reveal`)).toBeUndefined();
  fireEvent.change(why().getByRole('textbox', { name: '사유' }), { target: { value: '손님이 코드를 잃어버림' } });
  press(why(), '코드 보기');
  await waitFor(() => expect(drawer.getByTestId('access-code').textContent).toBe('482915'));
  expect(requests.get(`POST ${AT}/access/reveal`)?.map(({ body }) => body)).toEqual([
    { reason: '손님이 코드를 잃어버림' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /사유/ })).toBeNull());
  press(drawer, '다른 코드로 바꾸기');
  expect(requests.get(`POST ${AT}/access/replace`)).toBeUndefined();
  fireEvent.change(why().getByRole('textbox', { name: '사유' }), { target: { value: '코드가 알려짐' } });
  press(why(), '다른 코드로 바꾸기');
  await waitFor(() =>
    expect(requests.get(`POST ${AT}/access/replace`)?.[0]?.body).toEqual({
      codeId: sampleId(70),
      reason: '코드가 알려짐',
    }),
  );
});

it('the reservation drawer lets a CUSTOMER_MANAGER only extend, move and cancel a booking, and change no block', async () => {
  answerCalls(answers(sampleDetail({ state: 'PENDING' }), 'CUSTOMER_MANAGER'));
  const { drawer } = await open();
  const actions = () =>
    within(drawer.getByRole('group', { name: '할 수 있는 일' }))
      .getAllByRole('button')
      .map((it) => it.textContent);
  expect(actions()).toEqual(['연장', '옮기기', '예약 취소', '다른 작업']);
});

it('the reservation drawer shows the checks before the start, and adds a check from the stream (NX-1)', async () => {
  const door = { id: sampleId(60), name: '현관' };
  const offline: ReadinessCheck = {
    minutesBefore: 120,
    checkedAt: '2026-11-21T02:20:00.000Z',
    isLate: true,
    obstacles: [{ kind: 'DOOR_OFFLINE', severity: 'BLOCKING', door, since: null, amount: null }],
  };
  const ready: ReadinessCheck = {
    minutesBefore: 1440,
    checkedAt: '2026-11-20T04:00:00.000Z',
    isLate: false,
    obstacles: [],
  };
  answerCalls({ ...answers(sampleDetail()), [`GET ${AT}/readiness`]: () => ({ total: 1, items: [ready] }) });
  const { drawer, client } = await open();
  const lines = () =>
    within(drawer.getByTestId('entry-checks'))
      .getAllByRole('listitem')
      .map((it) => it.textContent);
  await waitFor(() => expect(lines()).toEqual(['24시간 전준비됨']));
  act(() =>
    readinessLive['readiness.checked']?.(
      { reservationId: sampleId(50), storeId: sampleId(1), check: offline },
      { client, product: 'playroom' },
    ),
  );
  await waitFor(() => expect(lines()).toEqual(['24시간 전준비됨', '2시간 전현관: 오프라인 (11:20에 늦게 점검함)']));
});

it('the reservation drawer closes by removing itself from the address', async () => {
  answerCalls(answers(sampleDetail()));
  const { drawer, search } = await open();
  press(drawer, '예약 상세 닫기');
  await waitFor(() => expect(search()).toBe(''));
});

it('the reservation drawer adds slots at the price that was shown, and sends that price (PR-3)', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`POST ${AT}/extend`]: () => sampleDetail({ endsAt: '2026-11-21T07:30:00.000Z', version: 2 }),
  });
  const { drawer } = await open();
  press(drawer, '연장');
  await waitFor(() => expect(drawer.getByTestId('price-difference').textContent).toContain('더 받을 금액 ₩6,000'));
  press(drawer, '16:30까지 연장');
  await waitFor(() =>
    expect(requests.get(`POST ${AT}/extend`)?.[0]?.body).toEqual({
      version: 1,
      minutes: 30,
      expectedPriceAmount: 30_000,
    }),
  );
  await waitFor(() => expect(drawer.getByTestId('reservation-place').textContent).toContain('16:30'));
});

it('the reservation drawer offers an extension near the end at one press and its price, or says why none is possible (NX-4)', async () => {
  const inUse = sampleDetail({ state: 'IN_USE' });
  const offer: ExtensionOffer = {
    reservationId: inUse.id,
    storeId: inUse.storeId,
    until: inUse.endsAt,
    offeredAt: '2026-11-21T03:00:00.000Z',
    reason: null,
    endedAt: null,
    choices: [{ minutes: 30, endsAt: '2026-11-21T07:30:00.000Z', addedAmount: 6000, totalAmount: 30_000 }],
  };
  const requests = answerCalls({
    ...answers(inUse),
    'GET /api/v2/{product}/reservation/extension-offer': () => ({ total: 1, items: [offer] }),
    [`POST ${AT}/extend`]: () => refuse('SLOT_TAKEN', 409, { free: [] }),
  });
  const { drawer, client } = await open();
  fireEvent.click(await drawer.findByRole('button', { name: /^\d{2}:\d{2}까지 \(\+30분\) · ₩6,000$/ }));
  await waitFor(() =>
    expect(requests.get(`POST ${AT}/extend`)?.[0]?.body).toEqual({
      version: 1,
      minutes: 30,
      expectedPriceAmount: 30_000,
    }),
  );
  await waitFor(() =>
    expect(within(drawer.getByTestId('extension-offer')).getByRole('alert').textContent).toBe(
      '이미 예약된 시간이에요.',
    ),
  );
  const publish = (it: ExtensionOffer) =>
    act(() => reservationPanelsLive['extension-offer.changed']?.(it, { client, product: 'playroom' }));
  publish({ ...offer, choices: [], reason: 'SLOT_TAKEN' });
  await waitFor(() =>
    expect(drawer.getByTestId('extension-offer').textContent).toBe('지금은 연장할 수 없어요. 이미 예약된 시간이에요.'),
  );
  publish({ ...offer, endedAt: '2026-11-21T03:05:00.000Z' });
  await waitFor(() => expect(drawer.queryByTestId('extension-offer')).toBeNull());
});

it('the reservation drawer shows an offer that arrives while the first offers are in flight (NX-4)', async () => {
  const inUse = sampleDetail({ state: 'IN_USE' });
  const LIST = 'GET /api/v2/{product}/reservation/extension-offer';
  const replies: ((list: { total: number; items: ExtensionOffer[] }) => void)[] = [];
  const requests = answerCalls({
    ...answers(inUse),
    [LIST]: () => new Promise((resolve) => void replies.push(resolve)),
  });
  const { drawer, client } = await open();
  await waitFor(() => expect(replies).toHaveLength(1));
  const offer: ExtensionOffer = {
    reservationId: inUse.id,
    storeId: inUse.storeId,
    until: inUse.endsAt,
    offeredAt: '2026-11-21T03:00:00.000Z',
    reason: null,
    endedAt: null,
    choices: [{ minutes: 30, endsAt: '2026-11-21T07:30:00.000Z', addedAmount: 6000, totalAmount: 30_000 }],
  };
  act(() => reservationPanelsLive['extension-offer.changed']?.(offer, { client, product: 'playroom' }));
  replies[0]?.({ total: 0, items: [] });
  await waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.({ total: 1, items: [offer] });
  await drawer.findByRole('button', { name: /^\d{2}:\d{2}까지 \(\+30분\) · ₩6,000$/ });
  expect(requests.get(LIST)).toHaveLength(2);
});

it('the reservation drawer moves by fields only, and shows the difference before sending', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`PATCH ${AT}`]: () => sampleDetail({ roomId: sampleId(11), version: 2 }),
  });
  const { drawer } = await open();
  press(drawer, '옮기기');
  fireEvent.change(drawer.getByRole('combobox', { name: '룸' }), { target: { value: sampleId(11) } });
  await waitFor(() => expect(drawer.getByTestId('price-difference').textContent).toContain('요금 그대로'));
  press(within(drawer.getByRole('form', { name: '옮기기' })), '옮기기');
  await waitFor(() =>
    expect(requests.get(`PATCH ${AT}`)?.[0]?.body).toEqual({
      roomId: sampleId(11),
      version: 1,
      scope: 'ONE',
      expectedPriceAmount: 24_000,
    }),
  );
});

it('the reservation drawer shows the price that the server names after PRICE_CHANGED, and sends it on request (PR-3)', async () => {
  const addOn = { addOnId: sampleId(61), label: '간식 세트', unit: 'STAY', quantity: 2, unitAmount: 3_000 } as const;
  const stay = sampleDetail({ addOnLines: [{ ...addOn, minutes: 0, amount: 6_000 }], priceAmount: 30_000 });
  const requests = answerCalls({
    ...answers(stay),
    [`PATCH ${AT}`]: ({ body }: SentRequest) =>
      body?.['expectedPriceAmount'] === 31_000
        ? { ...stay, roomId: sampleId(11), version: 2 }
        : refuse('PRICE_CHANGED', 409, { current: { totalAmount: 31_000, lines: [] } }),
  });
  const { drawer } = await open();
  press(drawer, '옮기기');
  fireEvent.change(drawer.getByRole('combobox', { name: '룸' }), { target: { value: sampleId(11) } });
  await waitFor(() => expect(drawer.getByTestId('price-difference').textContent).toContain('요금 그대로'));
  const form = within(drawer.getByRole('form', { name: '옮기기' }));
  press(form, '옮기기');
  await waitFor(() => expect(drawer.getByTestId('price-difference').textContent).toContain('₩30,000 → ₩31,000'));
  press(form, '옮기기');
  await waitFor(() => expect(drawer.queryByRole('form', { name: '옮기기' })).toBeNull());
  expect(requests.get(`PATCH ${AT}`)?.map(({ body }) => body?.['expectedPriceAmount'])).toEqual([30_000, 31_000]);
});

it('the reservation drawer shows both versions after a STALE refusal, and sends the own edit again on request (AP-4)', async () => {
  const theirs = sampleDetail({ memo: '케이크', version: 4 });
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`PATCH ${AT}`]: ({ body }: SentRequest) =>
      body?.['version'] === 4 ? sampleDetail({ memo: '풍선', version: 5 }) : refuse('STALE', 409, { current: theirs }),
  });
  const { drawer } = await open();
  press(drawer, '수정');
  fireEvent.change(drawer.getByRole('textbox', { name: '메모' }), { target: { value: '풍선' } });
  press(drawer, '저장');
  expect((await drawer.findByTestId('stale-reservation')).textContent).toMatch(/케이크.*풍선/);
  press(drawer, '내 값으로 다시 보내기');
  await waitFor(() => expect(requests.get(`PATCH ${AT}`)?.[1]?.body).toEqual({ memo: '풍선', version: 4 }));
});

it('the reservation drawer calculates the refund before the cancellation, and accepts another percentage with payments:refund', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`POST ${AT}/cancel`]: () =>
      cancelledDetail({ version: 2, refundAmount: 24_000, refundPercent: 100 }, { requestedAmount: 24_000 }),
  });
  const { drawer } = await open();
  press(drawer, '예약 취소');
  expect((await screen.findByTestId('cancel-tier')).textContent).toBe('시작 2시간 전까지 취소: 50% 환불');
  expect(screen.getByTestId('cancel-refund').textContent).toBe('환불 ₩12,000');
  fireEvent.change(screen.getByRole('textbox', { name: '환불률' }), { target: { value: '100' } });
  expect(screen.getByTestId('cancel-refund').textContent).toBe('환불 ₩24,000');
  fireEvent.change(screen.getByRole('textbox', { name: '사유' }), { target: { value: '룸 고장' } });
  fireEvent.click(
    within(screen.getByRole('dialog', { name: /취소할까요/ })).getByRole('button', { name: '예약 취소' }),
  );
  await waitFor(() =>
    expect(requests.get(`POST ${AT}/cancel`)?.[0]?.body).toEqual({
      version: 1,
      reason: '룸 고장',
      scope: 'ONE',
      refundPercent: 100,
    }),
  );
  expect(await screen.findByText('예약을 취소했어요. ₩24,000 환불을 결제사에 요청했어요.')).toBeTruthy();
});

it('the reservation drawer shows before a cancellation which refund a person must send, and opens it afterwards', async () => {
  const account = { bank: '004', accountNumber: '110-222-3333', holderName: '홍길동' } as const;
  const cash = samplePayment({ method: 'TRANSFER' });
  let payment = cash;
  const requests = answerCalls({
    ...answers(sampleDetail()),
    'GET /api/v2/{product}/payment': () => ({ items: [listedPayment(payment)], nextCursor: null }),
    'GET /api/v2/{product}/approval/rules': () => sampleRules(),
    [`POST ${AT}/cancel`]: () => {
      payment = { ...cash, refundedAmount: 12_000, version: 2, refunds: [sampleRefund({ state: 'OWED' })] };
      return cancelledDetail({ version: 2, refundAmount: 12_000, refundPercent: 50 }, { owedAmount: 12_000 });
    },
    'POST /api/v2/{product}/payment/refund/{refundId}/account': () => ({
      account: { ...account, accountNumber: '1102223333' },
    }),
    'POST /api/v2/{product}/payment/refund/{refundId}/sent': () => ({
      ...payment,
      state: 'PARTIAL_CANCELED' as const,
      version: 3,
      refunds: [sampleRefund({ sentBy: '김지은', reference: '이체 7' })],
    }),
  });
  const { drawer } = await open();
  press(drawer, '예약 취소');
  expect((await screen.findByTestId('refund-plan')).textContent).toBe(
    '₩12,000: 계좌이체로 받은 금액이라 직접 보내야 해요.',
  );
  fireEvent.change(screen.getByLabelText('은행'), { target: { value: account.bank } });
  fireEvent.change(screen.getByLabelText('계좌번호'), { target: { value: account.accountNumber } });
  fireEvent.change(screen.getByLabelText('예금주'), { target: { value: account.holderName } });
  fireEvent.click(
    within(screen.getByRole('dialog', { name: /취소할까요/ })).getByRole('button', { name: '예약 취소' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: '₩12,000 직접 보내기' }));
  expect(requests.get(`POST ${AT}/cancel`)?.[0]?.body).toEqual({
    version: 1,
    reason: '',
    scope: 'ONE',
    refundAccount: { ...account, accountNumber: '1102223333' },
  });
  expect((await dialog.findByTestId('refund-account')).textContent).toBe('받을 계좌KB국민은행 1102223333 홍길동');
  fireEvent.change(dialog.getByLabelText('이체 번호나 메모 (선택)'), { target: { value: '이체 7' } });
  fireEvent.click(dialog.getByRole('button', { name: '₩12,000 보냄으로 표시' }));
  await waitFor(() =>
    expect(requests.get('POST /api/v2/{product}/payment/refund/{refundId}/sent')?.[0]?.body).toEqual({
      version: 2,
      reference: '이체 7',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '₩12,000 직접 보내기' })).toBeNull());
});

it('the reservation drawer shows a CUSTOMER_MANAGER that nothing is refunded, and asks for no percentage', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail(), 'CUSTOMER_MANAGER'),
    [`POST ${AT}/cancel`]: () => cancelledDetail({ version: 2 }),
  });
  const { drawer } = await open();
  press(drawer, '예약 취소');
  expect((await screen.findByTestId('cancel-tier')).textContent).toContain('환불 없이');
  expect(screen.queryByTestId('cancel-refund')).toBeNull();
  fireEvent.click(
    within(screen.getByRole('dialog', { name: /취소할까요/ })).getByRole('button', { name: '예약 취소' }),
  );
  await waitFor(() =>
    expect(requests.get(`POST ${AT}/cancel`)?.[0]?.body).toEqual({ version: 1, reason: '', scope: 'ONE' }),
  );
});

it('the reservation drawer counts down the hold of an unpaid reservation, and confirms it with one press', async () => {
  const held = sampleDetail({ state: 'PENDING', holdExpiresAt: '2026-11-21T03:12:05.000Z', paidAmount: 0 });
  const requests = answerCalls({ ...answers(held), [`POST ${AT}/confirm`]: () => sampleDetail({ version: 2 }) });
  const { drawer } = await open();
  expect(drawer.getByTestId('hold').textContent).toContain('12:05');
  press(drawer, '확정');
  await waitFor(() => expect(requests.get(`POST ${AT}/confirm`)?.[0]?.body).toEqual({ version: 1 }));
  await waitFor(() => expect(drawer.getByTestId('reservation-state').dataset['state']).toBe('CONFIRMED'));
});

it('the reservation drawer follows the stream, and reads the history again', async () => {
  const answersNow = answers(sampleDetail());
  const requests = answerCalls(answersNow);
  const { client, drawer } = await open();
  act(() =>
    reservationPanelsLive['reservation.changed']?.(boardReservation({ state: 'IN_USE', version: 2 }), {
      client,
      product: 'playroom',
    }),
  );
  await waitFor(() => expect(requests.get(`GET ${AT}`)).toHaveLength(2));
  expect(drawer.getByTestId('reservation-state').dataset['state']).toBe('IN_USE');
});
