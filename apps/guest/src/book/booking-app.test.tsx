import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { BookingStore, ProblemBody } from '@munjigi/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDetailsStep } from './details/late-details-step.tsx';
import { hasNumber } from '../../../../tools/number-search.ts';
import en from '../locales/book/en.json';
import kr from '../locales/book/kr.json';
import { sampleBookingStore, sampleBookingTimes } from '../testing/sample-booking.ts';
import { createTranslate } from '../shared/texts.ts';
import { createBookingApi } from './booking-api.ts';
import { BookingApp } from './booking-app.tsx';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const problem = (code: string, status: number, more: Partial<ProblemBody> = {}) =>
  json({ code, status, ...more }, status);

interface Sent {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly key: string | null;
}
const sent: Sent[] = [];
let store: BookingStore;
/** Answers a path in place of the default reply. `undefined`: the default. */
let answer: (path: string) => Response | undefined;
const quoteOf = (totalAmount: number) => ({
  totalAmount,
  dueAmount: totalAmount,
  roomAmount: totalAmount,
  lines: [],
  addOnLines: [],
  discount: null,
  refunds: [{ until: '2026-11-25T01:00:00.000Z', refundPercent: 100, refundAmount: totalAmount }],
});
let price = 20_000;

function reply(path: string): Response {
  const special = answer(path);
  if (special !== undefined) return special;
  if (path === 'store/s1') return json(store);
  if (path === 'store/s1/days')
    return json({
      items: [
        { date: '2026-11-25', freeRoomCount: 0, isClosed: false },
        { date: '2026-11-26', freeRoomCount: 2, isClosed: false },
        { date: '2026-11-27', freeRoomCount: 0, isClosed: true },
      ],
    });
  if (path === 'store/s1/times') return json(sampleBookingTimes());
  if (path === 'store/s1/quote') return json(quoteOf(price));
  if (path === 'store/s1/phone-code')
    return json({ expiresAt: '2026-11-25T06:35:00.000Z', now: '2026-11-25T06:30:00.000Z' });
  throw new Error(`unexpected ${path}`);
}

const replace = vi.fn();
// The code of the last step has loaded before the guest gets there.
beforeAll(prepareDetailsStep);
beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  store = sampleBookingStore();
  price = 20_000;
  answer = () => undefined;
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://guest.test');
    const path = url.pathname.replace('/api/v2/playroom/booking/', '');
    sent.push({
      path,
      query: Object.fromEntries(url.searchParams),
      body: init.body === undefined ? null : (JSON.parse(init.body as string) as Sent['body']),
      key: new Headers(init.headers).get('idempotency-key'),
    });
    return reply(path);
  });
  sessionStorage.clear();
  history.replaceState(null, '');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
async function open(language: 'kr' | 'en' = 'kr') {
  const view = render(
    <BookingApp
      api={createBookingApi({ product: 'playroom', storeId: 's1', language })}
      language={language}
      text={createTranslate(language === 'kr' ? kr : en)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
  await settle();
  return view;
}
const tap = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settle();
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const toTimes = () => tap(button(/11월 26일/));
const times = () => screen.getAllByTestId('time').map((item) => item.textContent);
const fill = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
async function toDetails() {
  await open();
  await toTimes();
  await tap(button(/10:00–12:00/));
  await tap(button(/아무 룸이나/));
}
async function fillForm() {
  fill('이름', '나시험');
  fill('휴대폰 번호', '010-0000-7351');
  await tap(button('인증번호 받기'));
  fill('인증번호 6자리', '123456');
  await tap(screen.getByRole('checkbox'));
}
const bookings = () => sent.filter(({ path }) => path.endsWith('/reservation'));
const submit = () => tap(screen.getByTestId('book'));
const booked = { path: `/g/mjg_${'a'.repeat(43)}` };

describe('the store (BK-1)', () => {
  it('shows one plain sentence for every store without online booking', async () => {
    answer = () => problem('NOT_FOUND', 404);
    await open();
    expect(screen.getByTestId('booking-missing').textContent).toContain('온라인 예약을 받지 않는 매장이에요');
    expect(sent).toHaveLength(1);
  });

  it('offers to try again after a failure, and continues', async () => {
    answer = () => problem('INTERNAL', 500);
    await open();
    expect(screen.getByTestId('booking-failed').textContent).toContain('불러오지 못했어요');
    answer = () => undefined;
    await tap(button('다시 시도'));
    await settle();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('강남점');
  });

  it.each([{ canPay: false }, { canSendCode: false }])(
    'refers to the phone with %j, and shows no form',
    async (over) => {
      store = sampleBookingStore(over);
      await toDetails();
      expect(screen.getByTestId('phone-only').textContent).toContain('02-555-0152');
      expect(screen.queryByTestId('booking-form')).toBeNull();
    },
  );
});

describe('the day', () => {
  it('says in words which days are free, full and closed, and keeps the address (BK-2)', async () => {
    await open();
    const before = location.href;
    const calendar = within(screen.getByTestId('calendar'));
    expect(calendar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '오늘오늘 · 11월 25일 (수)마감',
      '26내일 · 11월 26일 (목)가능',
    ]);
    expect(calendar.getByText('11월 27일 (금)').closest('li')?.textContent).toContain('휴무');
    await toTimes();
    expect(location.href).toBe(before);
    expect(document.activeElement?.textContent).toBe('시간과 룸을 골라 주세요');
  });

  it('asks once after several taps on the number of people, within the capacity of the rooms', async () => {
    await open();
    sent.length = 0;
    for (let count = 0; count < 9; count += 1) fireEvent.click(button('인원 늘리기'));
    await settle(200);
    expect(screen.getByTestId('head-count').textContent).toBe('6명');
    expect(sent.map(({ path, query }) => [path, query['headCount']])).toEqual([
      ['store/s1/days', '6'],
      ['store/s1/now', '6'],
    ]);
  });

  it('asks for five weeks at most, and never beyond the horizon', async () => {
    await open();
    const requestedDays = () => sent.filter(({ path }) => path === 'store/s1/days').at(-1)?.query;
    expect(requestedDays()).toEqual({ from: '2026-11-25', days: '32', headCount: '2', minutes: '120' });
    await tap(button('다음 5주'));
    await settle(200);
    expect(requestedDays()).toMatchObject({ from: '2026-12-27', days: '28' });
    expect(button('다음 5주').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the time', () => {
  it('lists starts with rooms and the lowest price, and after midnight under the next day', async () => {
    await open();
    await toTimes();
    expect(times()).toEqual([
      '10:00–12:00룸 2개 20,000원부터',
      '19:00–21:002번 남산룸 25,000원',
      '11월 27일 (금) 00:30–02:30룸 2개 20,000원부터',
    ]);
    expect(screen.getByRole('heading', { name: '11월 27일 (금) · 새벽' })).toBeDefined();
  });

  it('continues with the only free room in one tap', async () => {
    await open();
    await toTimes();
    await tap(button(/19:00/));
    expect(screen.getByTestId('summary').textContent).toContain('2번 남산룸');
    expect(sent.at(-1)?.body).toMatchObject({ roomId: 'r2', startsAt: '2026-11-26T10:00:00.000Z', headCount: 2 });
  });

  it('lists the starts of each room that is large enough by room', async () => {
    await open();
    await toTimes();
    fireEvent.keyDown(screen.getByRole('tab', { name: '시간별' }), { key: 'ArrowRight' });
    await settle();
    expect(document.activeElement?.textContent).toBe('룸별');
    const cards = screen.getAllByTestId('room-card').map((card) => card.textContent ?? '');
    expect(cards).toHaveLength(3);
    expect(cards[0]).toContain('10:00 30,000원');
    expect(cards[2]).toContain('마감');
  });

  it('goes back one step with the back button of the browser', async () => {
    await open();
    await toTimes();
    history.replaceState({ bookingStep: 'day' }, '');
    await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
    expect(screen.getByTestId('calendar')).toBeDefined();
  });

  it('offers to try again when the connection is lost, and does so when it is back', async () => {
    await open();
    answer = (path) => (path.endsWith('/times') ? problem('INTERNAL', 500) : undefined);
    await toTimes();
    expect(screen.getByTestId('request-trouble').textContent).toContain('처리하지 못했어요');
    answer = () => undefined;
    await act(async () => window.dispatchEvent(new Event('online')));
    await settle();
    expect(times()).toHaveLength(3);
  });
});

describe('the form (BK-4, BK-6)', () => {
  it('sends nothing while something is missing, and names it', async () => {
    await toDetails();
    await submit();
    expect(bookings()).toEqual([]);
    expect(screen.getByTestId('booking-form').textContent).toContain('이름을 입력해 주세요');
    expect(document.activeElement?.getAttribute('name')).toBe('name');
    fill('휴대폰 번호', '02-555-0152');
    await tap(button('인증번호 받기'));
    expect(screen.getByTestId('booking-form').textContent).toContain('01로 시작하는');
    expect(sent.filter(({ path }) => path.endsWith('/phone-code'))).toEqual([]);
  });

  it('rests the button for a further code for 30 s, and forgets the code with another number', async () => {
    await toDetails();
    await fillForm();
    expect(button(/뒤에 다시 받을 수 있어요/).getAttribute('aria-disabled')).toBe('true');
    await settle(31_000);
    expect(button('인증번호 다시 받기')).toBeDefined();
    fill('휴대폰 번호', '010-0000-9999');
    expect(screen.queryByLabelText('인증번호 6자리')).toBeNull();
    await submit();
    expect(bookings()).toEqual([]);
    expect(screen.getByTestId('booking-form').textContent).toContain('먼저 인증번호를 받아 주세요');
  });

  it('books any room with the price that the guest saw, and leaves for the reservation', async () => {
    await toDetails();
    await fillForm();
    answer = (path) => (path.endsWith('/reservation') ? json(booked) : undefined);
    fireEvent.click(screen.getByTestId('book'));
    fireEvent.click(screen.getByTestId('book'));
    await submit();
    expect(bookings()).toEqual([
      {
        path: 'store/s1/reservation',
        query: {},
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: {
          roomId: null,
          startsAt: '2026-11-26T01:00:00.000Z',
          endsAt: '2026-11-26T03:00:00.000Z',
          startsNow: false,
          headCount: 2,
          guestName: '나시험',
          guestPhone: '010-0000-7351',
          phoneCode: '123456',
          addOns: [],
          expectedPriceAmount: 20_000,
          acceptsTerms: true,
          termsVersion: 'v1',
          language: 'ko',
        },
      },
    ]);
    expect(replace.mock.calls).toEqual([[booked.path]]);
    // Name and phone stay for another booking in this tab; what would book again does not.
    const kept = JSON.parse(sessionStorage.getItem('booking-s1') ?? '{}') as Record<string, unknown>;
    expect(kept).toMatchObject({
      name: '나시험',
      phone: '010-0000-7351',
      stay: null,
      sentCode: null,
      acceptedTerms: '',
    });
    expect(Object.values(localStorage).join()).not.toMatch(/나시험|010-0000-7351|01000007351/);
  });

  it('repeats a request without an answer under its key, and uses a new one after a change', async () => {
    await toDetails();
    await fillForm();
    answer = (path) => (path.endsWith('/reservation') ? new Response('<html>', { status: 502 }) : undefined);
    await submit();
    await submit();
    fill('이름', '다른이름');
    await submit();
    const keys = bookings().map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(replace).not.toHaveBeenCalled();
  });

  it.each([
    ['INVALID_CODE', 401, '인증번호가 맞지 않거나'],
    ['TOO_MANY_ATTEMPTS', 429, '결제하거나 2분 뒤에'],
    ['RATE_LIMITED', 429, '요청이 많아요. 2분 뒤에'],
    ['BEYOND_HORIZON', 422, '아직 예약을 받지 않는'],
    ['STORE_CLOSED', 422, '문을 열지 않아요'],
    ['NOT_FOUND', 404, '온라인 예약을 받지 않아요'],
    ['BOOKING_REFUSED', 403, '온라인으로 받을 수 없어요. 매장에 전화해'],
    ['PROVIDER_NOT_SET', 409, '매장에 전화해'],
    ['IDEMPOTENCY_KEY_REUSED', 409, '이미 예약됐어요'],
    ['INTERNAL', 500, '처리하지 못했어요'],
  ])('explains the refusal %s, and keeps what was entered', async (code, status, words) => {
    await toDetails();
    await fillForm();
    answer = (path) => (path.endsWith('/reservation') ? problem(code, status, { retryAfterSeconds: 90 }) : undefined);
    await submit();
    expect(screen.getByRole('main').textContent).toContain(words);
    expect(screen.getByLabelText<HTMLInputElement>('이름').value).toBe('나시험');
    expect(screen.getByLabelText<HTMLInputElement>('인증번호 6자리').value).toBe('123456');
  });

  it('keeps the key and the language of a lost reply through a reload and a change of language', async () => {
    await toDetails();
    await fillForm();
    answer = (path) => (path.endsWith('/reservation') ? new Response('<html>', { status: 502 }) : undefined);
    await submit();
    expect(sessionStorage.getItem('booking-attempts-s1')).not.toMatch(/나시험|010-0000-7351|01000007351/);
    cleanup();
    await open('en');
    fireEvent.input(screen.getByLabelText('6-digit code'), { target: { value: '123456' } });
    answer = (path) => (path.endsWith('/reservation') ? json(booked) : undefined);
    await submit();
    const [first, second] = bookings();
    expect(bookings()).toHaveLength(2);
    expect(second).toEqual(first);
    expect(sessionStorage.getItem('booking-attempts-s1')).toBe('[]');
  });

  it('drops the key of a reservation that has ended, and asks for a new code', async () => {
    await toDetails();
    await fillForm();
    answer = (path) => (path.endsWith('/reservation') ? problem('STATE_NOT_ALLOWED', 409) : undefined);
    await submit();
    expect(screen.getByTestId('booking-form').textContent).toContain('인증번호를 새로 받아');
    expect(screen.queryByLabelText('인증번호 6자리')).toBeNull();
    await tap(button('인증번호 받기'));
    fill('인증번호 6자리', '654321');
    await submit();
    const [first, second] = bookings();
    expect(second?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).not.toBe(first?.key);
  });

  it('says until when the code is valid, and that it has ended, also after a reload (BK-4)', async () => {
    vi.setSystemTime('2026-11-25T06:30:00.000Z');
    await toDetails();
    await fillForm();
    expect(screen.getByTestId('booking-form').textContent).toContain('15:35까지 입력해');
    await settle(5 * 60_000 + 1000);
    expect(screen.getByTestId('booking-form').textContent).toContain('인증번호 입력 시간이 지났어요');
    cleanup();
    await open();
    expect(screen.getByTestId('booking-form').textContent).toContain('인증번호 입력 시간이 지났어요');
    expect(button('인증번호 다시 받기').getAttribute('aria-disabled')).toBe('false');
  });

  it('offers what is free near a taken time, and books it with the same code', async () => {
    await toDetails();
    await fillForm();
    const free = [
      { roomId: 'r1', startsAt: '2026-11-26T03:00:00.000Z', endsAt: '2026-11-26T05:00:00.000Z' },
      { roomId: 'gone', startsAt: '2026-11-26T03:00:00.000Z', endsAt: '2026-11-26T05:00:00.000Z' },
    ];
    answer = (path) => (path.endsWith('/reservation') ? problem('SLOT_TAKEN', 409, { free }) : undefined);
    await submit();
    const unavailableNote = screen.getByTestId('taken');
    expect(document.activeElement?.textContent).toContain('다른 분이 먼저');
    expect(
      within(unavailableNote)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['12:00–14:001번 한강룸', '이전']);
    price = 30_000;
    await tap(within(unavailableNote).getByRole('button', { name: /12:00/ }));
    await settle(200);
    expect(screen.queryByTestId('taken')).toBeNull();
    expect(screen.getByTestId('stay-line').textContent).toContain('12:00–14:00 · 1번 한강룸');
    answer = (path) => (path.endsWith('/reservation') ? json(booked) : undefined);
    await submit();
    expect(bookings().at(-1)?.body).toMatchObject({
      roomId: 'r1',
      startsAt: '2026-11-26T03:00:00.000Z',
      phoneCode: '123456',
      expectedPriceAmount: 30_000,
    });
  });

  it('shows a changed price, and books only after a further tap (PR-3)', async () => {
    await toDetails();
    await fillForm();
    answer = (path) => {
      if (path.endsWith('/times'))
        return json(
          sampleBookingTimes({
            roomIds: ['r1'],
            items: [{ startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-11-26T03:00:00.000Z', amounts: [30_000] }],
          }),
        );
      return path.endsWith('/reservation') ? problem('PRICE_CHANGED', 409) : undefined;
    };
    price = 30_000;
    await submit();
    await settle(200);
    expect(screen.getByTestId('refusal').textContent).toContain('20,000원 → 30,000원');
    expect(sent.at(-1)?.body).toMatchObject({ roomId: 'r1' });
    expect(bookings()).toHaveLength(1);
    expect(screen.getByTestId('book').textContent).toContain('30,000원');
    await submit();
    expect(bookings().at(-1)?.body).toMatchObject({ roomId: null, expectedPriceAmount: 30_000 });
  });

  it('shows changed terms, and asks to accept them again', async () => {
    await toDetails();
    await fillForm();
    store = sampleBookingStore({ terms: '새 약관이에요.', termsVersion: 'v2' });
    answer = (path) => (path.endsWith('/reservation') ? problem('STALE', 409) : undefined);
    await submit();
    await settle();
    expect(screen.getByTestId('terms').textContent).toContain('새 약관이에요.');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(screen.getByTestId('terms').textContent).toContain('다시 읽고');
    await submit();
    expect(bookings()).toHaveLength(1);
  });
});

describe('a reload', () => {
  it('keeps the step, the choice and the form, and no code of the phone', async () => {
    await toDetails();
    await fillForm();
    expect(hasNumber(Object.values(sessionStorage).join(), '123456')).toBe(false);
    cleanup();
    await open();
    expect(screen.getByTestId('summary').textContent).toContain('10:00–12:00');
    expect(screen.getByLabelText<HTMLInputElement>('이름').value).toBe('나시험');
    expect(screen.getByLabelText<HTMLInputElement>('인증번호 6자리').value).toBe('');
  });

  it('drops a day that has passed, a room that is gone and a stored text that is broken', async () => {
    await toDetails();
    cleanup();
    store = sampleBookingStore({ today: '2026-11-27', now: '2026-11-27T06:30:00.000Z' });
    await open();
    expect(screen.getByTestId('calendar')).toBeDefined();
    cleanup();
    store = sampleBookingStore();
    sessionStorage.setItem('booking-s1', '{broken');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await open();
    expect(screen.getByTestId('calendar')).toBeDefined();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('the hours between midnight and the cut-off (BK-2)', () => {
  it('names today by the calendar, and the real date of a start', async () => {
    // 01:30 on 25 November: the business date is 24 November until 06:00.
    store = sampleBookingStore({ now: '2026-11-24T16:30:00.000Z', today: '2026-11-24' });
    answer = (path) => {
      if (path.endsWith('/days'))
        return json({ items: ['24', '25'].map((day) => ({ date: `2026-11-${day}`, freeRoomCount: 1 })) });
      const items = [{ startsAt: '2026-11-24T18:00:00.000Z', endsAt: '2026-11-24T20:00:00.000Z', amounts: [20_000] }];
      if (path.endsWith('/times')) return json(sampleBookingTimes({ date: '2026-11-24', roomIds: ['r1'], items }));
      const free = [{ roomId: 'r2', startsAt: '2026-11-24T18:30:00.000Z', endsAt: '2026-11-24T20:30:00.000Z' }];
      return path.endsWith('/reservation') ? problem('SLOT_TAKEN', 409, { free }) : undefined;
    };
    await open();
    const days = within(screen.getByTestId('calendar')).getAllByRole('button');
    expect(days.map(({ textContent }) => textContent)).toEqual([
      '오늘 새벽오늘 새벽 · 11월 25일 (수)가능',
      '오늘오늘 · 11월 25일 (수)가능',
    ]);
    await tap(days[0] as HTMLElement);
    expect(times()).toEqual(['11월 25일 (수) 03:00–05:001번 한강룸 20,000원']);
    await tap(button(/03:00/));
    expect(screen.getByTestId('summary').textContent).toContain('오늘 · 11월 25일 (수)03:00–05:00');
    expect(screen.getByTestId('stay-line').textContent).toBe('11월 25일 (수) · 03:00–05:00 · 1번 한강룸');
    await fillForm();
    await submit();
    expect(screen.getByTestId('taken').textContent).toContain('11월 25일 (수) 03:30–05:30');
  });
});

describe('the poster of a room', () => {
  const scan = (room: string) => history.replaceState(null, '', `?room=${room}`);
  afterEach(() => history.replaceState(null, '', location.pathname));
  const cards = () => screen.getAllByTestId('room-card');

  it('shows its room first in the view by room, for as many people as it takes', async () => {
    scan('r3');
    store = sampleBookingStore({
      rooms: sampleBookingStore().rooms.map((room) => (room.id === 'r3' ? { ...room, capacity: 1 } : room)),
    });
    await open();
    expect(screen.getByTestId('head-count').textContent).toBe('1명');
    await toTimes();
    expect(cards().map((card) => card.getAttribute('aria-current'))).toEqual(['true', null, null]);
    expect(cards()[0]?.textContent).toContain('3번 북악룸');
    expect(cards()[0]?.textContent).toContain('QR 코드를 찍은 룸');
  });

  it('leaves the guest the view that they choose after the scan', async () => {
    scan('r2');
    await open();
    await toTimes();
    expect(cards()[0]?.textContent).toContain('2번 남산룸');
    await tap(screen.getByRole('tab', { name: '시간별' }));
    cleanup();
    await open();
    expect(screen.queryAllByTestId('room-card')).toEqual([]);
    expect(times()).toHaveLength(3);
  });

  it.each(['gone', '', '%00'])('ignores the room %j, which the store does not have', async (room) => {
    scan(room);
    await open();
    await toTimes();
    expect(screen.queryAllByTestId('room-card')).toEqual([]);
    expect(times()).toHaveLength(3);
  });
});

describe('English', () => {
  it('writes days, times and amounts as English does', async () => {
    await open('en');
    await tap(button(/26 Nov/));
    expect(times()[0]).toBe('10:00–12:00Rooms: 2 from ₩20,000');
    await tap(button(/10:00/));
    await tap(button(/Any room/));
    expect(screen.getByTestId('refunds').textContent).toContain('₩20,000 refund (100%)');
    expect(screen.getByTestId('book').textContent).toBe('Continue to pay ₩20,000');
  });
});
