import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { BookingNow } from '@munjigi/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDetailsStep } from '../details/late-details-step.tsx';
import en from '../../locales/book/en.json';
import kr from '../../locales/book/kr.json';
import { sampleBookingNow, sampleBookingStore, sampleBookingTimes } from '../../testing/sample-booking.ts';
import { createTranslate } from '../../shared/texts.ts';
import { createBookingApi } from '../booking-api.ts';
import { BookingApp } from '../booking-app.tsx';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const QUOTE = { totalAmount: 24_000, dueAmount: 24_000, roomAmount: 24_000, lines: [], addOnLines: [], refunds: [] };
const FOUND = {
  reservationCode: 'K7QX-29MD',
  state: 'CONFIRMED',
  storeId: 's1',
  storeName: '강남점',
  timeZone: 'Asia/Seoul',
  roomName: '1번 한강룸',
  startsAt: '2026-11-25T10:00:00.000Z',
  endsAt: '2026-11-25T12:00:00.000Z',
};

let now: BookingNow;
let store = sampleBookingStore();
let pageState: string | null;
let found: unknown[];
let sent: { path: string; body: Record<string, unknown> | null }[];

function reply(path: string): Response {
  if (path === '/api/v2/guest/page')
    return pageState === null
      ? json({ code: 'TOKEN_INVALID', status: 401 }, 401)
      : json({ reservation: { state: pageState } });
  switch (path.replace('/api/v2/playroom/booking/store/s1', '')) {
    case '':
      return json(store);
    case '/days':
      return json({
        items: [{ date: '2026-11-25', freeRoomCount: 1, isClosed: false, isHoliday: true }],
      });
    case '/times':
      return json(sampleBookingTimes());
    case '/now':
      return json(now);
    case '/quote':
      return json({ ...QUOTE, discount: null });
    case '/phone-code':
      return json({ expiresAt: '2026-11-25T06:35:00.000Z', now: '2026-11-25T06:30:00.000Z' });
    case '/find':
      return json({ items: found });
    default:
      throw new Error(`unexpected ${path}`);
  }
}

// The code of the last step has loaded before the guest gets there.
beforeAll(prepareDetailsStep);
beforeEach(() => {
  vi.useFakeTimers();
  now = sampleBookingNow();
  store = sampleBookingStore();
  pageState = 'PENDING';
  found = [];
  sent = [];
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, 'http://guest.test').pathname;
    sent.push({ path, body: init.body === undefined ? null : (JSON.parse(init.body as string) as never) });
    return reply(path);
  });
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  history.replaceState(null, '', location.pathname);
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
async function open(room?: string, language: 'kr' | 'en' = 'kr') {
  if (room !== undefined) history.replaceState(null, '', `?room=${room}`);
  render(
    <BookingApp
      api={createBookingApi({ product: 'playroom', storeId: 's1', language })}
      language={language}
      text={createTranslate(language === 'kr' ? kr : en)}
      onSwitchLanguage={() => undefined}
    />,
  );
  for (let turn = 0; turn < 3; turn += 1) await settle();
}
const tap = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settle(200);
};
const words = (testId: string) => screen.getByTestId(testId).textContent;
const bodyOf = (end: string) => sent.filter(({ path }) => path.endsWith(end)).at(-1)?.body;

describe('the choice of now (BK-14)', () => {
  it('starts a stay in a free room with one tap', async () => {
    await open();
    expect(words('now')).toContain('지금 바로 이용하기');
    await tap(screen.getByRole('button', { name: /1번 한강룸/ }));
    expect(words('summary')).toContain('15:30–17:30 지금 시작');
    expect(bodyOf('/quote')).toMatchObject({ roomId: 'r1', startsAt: '2026-11-25T06:30:00.000Z', startsNow: true });
  });

  it('offers the next starts with their prices, those after midnight under the business date', async () => {
    await open();
    const starts = screen.getAllByTestId('next-start');
    expect(starts.map(({ textContent }) => textContent)).toEqual(['오늘 16:00 24,000원', '내일 새벽 00:30 20,000원']);
    expect(words('now')).toContain('오늘과 내일은 20,000원부터예요');
    await tap(starts[1] as HTMLElement);
    expect(words('summary')).toContain('00:30–02:30');
    expect(bodyOf('/quote')).toMatchObject({ startsNow: false });
    expect(JSON.parse(sessionStorage.getItem('booking-s1') ?? '{}')).toMatchObject({ date: '2026-11-25' });
  });

  it('names the scanned room first, and until when it is free', async () => {
    await open('r1');
    expect(screen.getByRole('heading', { name: '1번 한강룸' })).toBeDefined();
    expect(words('now-free')).toBe('지금 비어 있어요. 19:00까지 이용할 수 있어요.');
    expect(words('start-now')).toContain('24,000원');
    await tap(screen.getByTestId('start-now'));
    expect(words('stay-line')).toContain('1번 한강룸');
  });

  it('says when a taken scanned room can be booked, and offers the free ones', async () => {
    await open('r2', 'en');
    expect(words('now-busy')).toBe('This room is in use or being prepared. Next available: Tonight 00:30.');
    expect(screen.getAllByTestId('now-room')).toHaveLength(1);
  });

  it.each([
    ['a room that the store does not have', 'r9', {}, 'now-gone', 'QR 코드의 룸은 지금 예약을 받지 않아요'],
    [
      'a closed store',
      'r2',
      {
        isOpen: false,
        opensAt: '2026-11-26T01:00:00.000Z',
        rooms: [{ roomId: 'r2', stay: null, freeUntil: null }],
        next: [],
      },
      'now-busy',
      '지금은 영업시간이 아니에요. 내일 10:00에 열어요.',
    ],
  ] as const)('says a sentence about %s', async (_what, room, over, testId, sentence) => {
    now = sampleBookingNow(over as Partial<BookingNow>);
    await open(room);
    expect(words(testId)).toContain(sentence);
  });

  it('reads again every minute, and reads the store again after midnight', async () => {
    await open();
    const count = (end: string) => sent.filter(({ path }) => path.endsWith(end)).length;
    expect([count('/now'), count('/s1')]).toEqual([1, 1]);
    now = sampleBookingNow({ now: '2026-11-25T15:00:05.000Z' });
    await settle(61_000);
    for (let turn = 0; turn < 4; turn += 1) await settle();
    expect([count('/now'), count('/s1')]).toEqual([2, 2]);
  });

  it('says that a day is a public holiday', async () => {
    await open();
    expect(words('calendar')).toContain('공휴일');
  });
});

describe('the unpaid reservation of this browser (BK-10)', () => {
  const hold = (holdExpiresAt: string) =>
    localStorage.setItem(
      'booking-hold-s1',
      JSON.stringify({
        path: '/g/mjg_x',
        roomName: '1번 한강룸',
        startsAt: '2026-11-25T10:00:00.000Z',
        endsAt: '2026-11-25T12:00:00.000Z',
        holdExpiresAt,
      }),
    );

  it('is shown with its link while its hold lasts', async () => {
    hold('2026-11-25T06:40:00.000Z');
    await open();
    expect(words('held')).toContain('1번 한강룸 · 11월 25일 (수) 19:00–21:00');
    expect(screen.getByRole('link', { name: '15:40까지 결제하러 가기' }).getAttribute('href')).toBe('/g/mjg_x');
  });

  it.each([
    ['paid meanwhile', 'CONFIRMED', '2026-11-25T06:40:00.000Z'],
    ['no longer known', null, '2026-11-25T06:40:00.000Z'],
    ['over', 'PENDING', '2026-11-25T06:30:00.000Z'],
  ])('is forgotten when it is %s', async (_what, state, until) => {
    pageState = state;
    hold(until);
    await open();
    expect(screen.queryByTestId('held')).toBeNull();
    expect(localStorage.getItem('booking-hold-s1')).toBeNull();
  });
});

describe('finding a reservation (BK-15)', () => {
  async function findByPhone() {
    await open();
    await tap(screen.getByTestId('find-open'));
    await act(async () => {
      await vi.dynamicImportSettled();
    });
    fireEvent.input(screen.getByLabelText('휴대폰 번호'), { target: { value: '010-0000-7351' } });
    await tap(screen.getByRole('button', { name: '인증번호 받기' }));
    fireEvent.input(screen.getByLabelText('인증번호 6자리'), { target: { value: '123456' } });
    await tap(screen.getByTestId('find-submit'));
  }

  it('lists what the proven phone has booked, with the links', async () => {
    found = [
      { ...FOUND, path: '/g/mjg_x' },
      { ...FOUND, reservationCode: 'AAAA-BBBB', state: 'CANCELLED', path: null },
    ];
    await findByPhone();
    expect(bodyOf('/phone-code')).toMatchObject({ purpose: 'FINDING' });
    expect(bodyOf('/find')).toEqual({ guestPhone: '010-0000-7351', phoneCode: '123456' });
    expect(words('found')).toContain('1번 한강룸 · 예약 확정');
    expect(screen.getByRole('link', { name: '예약 열기' }).getAttribute('href')).toBe('/g/mjg_x');
    expect(words('found')).toContain('링크는 매장에 문의해 주세요');
  });

  it('names the store of a stay at another one, in the time of that store (RG-9)', async () => {
    found = [
      { ...FOUND, path: '/g/mjg_x' },
      { ...FOUND, storeId: 's2', storeName: '부산점', path: '/g/mjg_y' },
      { ...FOUND, storeId: 's3', storeName: 'Tashkent', timeZone: 'Asia/Tashkent', path: null },
    ];
    await findByPhone();
    expect(words('found')).not.toContain('강남점');
    for (const shown of ['부산점', '19:00–21:00', 'Tashkent', '15:00–17:00']) expect(words('found')).toContain(shown);
    const links = screen.getAllByRole('link', { name: '예약 열기' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/g/mjg_x', '/g/mjg_y']);
  });

  it('opens the form at once with the link of the page of the chain', async () => {
    history.replaceState(null, '', '#find');
    await open();
    await act(async () => {
      await vi.dynamicImportSettled();
    });
    expect(screen.getByTestId('find-form')).toBeTruthy();
    history.replaceState(null, '', location.pathname);
  });

  it('says that a phone has booked nothing, and keeps the number out of the booking form', async () => {
    await findByPhone();
    expect(words('found')).toContain('이 번호로 된 예약이 없어요');
    expect(Object.values(sessionStorage).join()).not.toContain('010-0000-7351');
  });
});
