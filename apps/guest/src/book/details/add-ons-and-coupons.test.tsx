import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { BookingStore, ChosenAddOn, CouponRefusal, ProblemBody } from '@munjigi/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDetailsStep } from './late-details-step.tsx';
import en from '../../locales/book/en.json';
import kr from '../../locales/book/kr.json';
import { sampleAddOn, sampleBookingStore } from '../../testing/sample-booking.ts';
import { createTranslate } from '../../shared/texts.ts';
import { createBookingApi } from '../booking-api.ts';
import { BookingApp } from '../booking-app.tsx';
import { startSelection, type ChosenStay } from '../booking-selection.ts';

interface Quoted {
  readonly addOns: readonly ChosenAddOn[];
  readonly couponCode?: string;
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const problem = (code: string, status: number, more: Partial<ProblemBody> = {}) =>
  json({ code, status, ...more }, status);
/** The coupon needs 23,000 won, and the room costs 20,000. */
const refused = (detail: CouponRefusal) => problem('COUPON_REFUSED', 422, { detail, requiredAmount: 23_000 });

const snack = sampleAddOn({ id: 'a1', name: '간식 세트', description: '과자와 음료', amount: 3000, maxQuantity: 3 });
const microphone = sampleAddOn({ id: 'a2', name: '마이크', unit: 'HOUR', amount: 1000, roomIds: ['r2'] });
const stay: ChosenStay = {
  startsAt: '2026-11-26T01:00:00.000Z',
  endsAt: '2026-11-26T03:00:00.000Z',
  roomId: 'r2',
  isAnyRoom: false,
};
const booked = { path: `/g/mjg_${'a'.repeat(43)}` };

let store: BookingStore;
const quoted: Quoted[] = [];
const bookings: Record<string, unknown>[] = [];
let storeReads = 0;
/** Answers a quote in place of its price. `undefined`: the price. */
let answerQuote: (body: Quoted) => Response | undefined;
let answerBooking: () => Response;

/** The room costs 20,000, and the coupon takes off 5,000. */
function priceOf({ addOns, couponCode }: Quoted) {
  const addOnLines = addOns.map(({ addOnId, quantity }) => {
    const { name, unit, amount } = addOnId === 'a1' ? snack : microphone;
    const hours = unit === 'HOUR' ? 2 : 1;
    const minutes = unit === 'HOUR' ? 120 : 0;
    return { addOnId, label: name, unit, quantity, unitAmount: amount, minutes, amount: amount * quantity * hours };
  });
  const discount = couponCode === undefined ? null : { code: couponCode, name: '오픈', amount: 5000, isReduced: false };
  const totalAmount =
    20_000 + addOnLines.reduce((sum, { amount }) => sum + amount, 0) - (discount === null ? 0 : discount.amount);
  return { totalAmount, dueAmount: totalAmount, roomAmount: 20_000, lines: [], addOnLines, discount, refunds: [] };
}

function reply(path: string, body: unknown): Response {
  if (path === 'store/s1') {
    storeReads += 1;
    return json(store);
  }
  if (path === 'store/s1/quote') {
    quoted.push(body as Quoted);
    return answerQuote(body as Quoted) ?? json(priceOf(body as Quoted));
  }
  if (path === 'store/s1/phone-code')
    return json({ expiresAt: '2026-11-25T06:35:00.000Z', now: '2026-11-25T06:30:00.000Z' });
  if (path === 'store/s1/reservation') {
    bookings.push(body as Record<string, unknown>);
    return answerBooking();
  }
  throw new Error(`unexpected ${path}`);
}

// The code of the last step has loaded before the guest gets there.
beforeAll(prepareDetailsStep);
beforeEach(() => {
  vi.useFakeTimers();
  quoted.length = 0;
  bookings.length = 0;
  storeReads = 0;
  store = sampleBookingStore({ addOns: [snack, microphone], hasCoupons: true });
  answerQuote = () => undefined;
  answerBooking = () => json(booked);
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
    reply(
      new URL(address, 'http://guest.test').pathname.replace('/api/v2/playroom/booking/', ''),
      init.body === undefined ? null : JSON.parse(init.body as string),
    ),
  );
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Longer than the page collects taps, for each of three requests that follow from each other. */
async function settleQuote(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await settle(200);
}
const tap = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settleQuote();
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const wordsOf = (testId: string) => screen.getByTestId(testId).textContent ?? '';
const total = () => wordsOf('total');

async function open(language: 'kr' | 'en' = 'kr'): Promise<void> {
  render(
    <BookingApp
      api={createBookingApi({ product: 'playroom', storeId: 's1', language })}
      language={language}
      text={createTranslate(language === 'kr' ? kr : en)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settleQuote();
}

/** Opens the form of a chosen stay, as after a reload. */
async function openDetails(chosen: Partial<ChosenStay> = {}, language: 'kr' | 'en' = 'kr'): Promise<void> {
  const selection = { ...startSelection(store), date: '2026-11-26', stay: { ...stay, ...chosen } };
  sessionStorage.setItem('booking-s1', JSON.stringify(selection));
  history.replaceState({ bookingStep: 'details' }, '');
  await open(language);
}

async function applyCoupon(code: string): Promise<void> {
  const opener = screen.queryByRole('button', { name: '쿠폰이 있나요?' });
  if (opener !== null) await tap(opener);
  fill('쿠폰 코드', code);
  await tap(button('적용'));
}

async function fillForm(): Promise<void> {
  fill('이름', '나시험');
  fill('휴대폰 번호', '010-0000-7351');
  await tap(button('인증번호 받기'));
  fill('인증번호 6자리', '123456');
  await tap(screen.getByRole('checkbox'));
}
const submit = () => tap(screen.getByTestId('book'));

describe('the add-ons of a stay (BK-13)', () => {
  const names = () => screen.queryAllByTestId('add-on').map((row) => row.querySelector('.add-on-name')?.textContent);

  it('lists those of the room with their prices', async () => {
    await openDetails();
    expect(screen.getAllByTestId('add-on').map(({ textContent }) => textContent)).toEqual([
      '간식 세트3,000원과자와 음료−0+',
      '마이크시간당 1,000원−0+',
    ]);
  });

  it.each([
    ['another room', { roomId: 'r1' }],
    ['any room', { isAnyRoom: true }],
  ])('lists those of every room only for %s', async (_title, chosen) => {
    await openDetails(chosen);
    expect(names()).toEqual(['간식 세트']);
  });

  it('are absent where the store offers nothing for the room', async () => {
    store = sampleBookingStore({ addOns: [microphone] });
    await openDetails({ roomId: 'r1' });
    expect(screen.queryByTestId('add-ons')).toBeNull();
    expect(total()).toBe('20,000원');
  });

  it('change the price in one request after several taps, up to the highest number', async () => {
    await openDetails();
    const book = () => screen.getByTestId('book').getAttribute('aria-disabled');
    quoted.length = 0;
    for (let count = 0; count < 5; count += 1) fireEvent.click(button('간식 세트 늘리기'));
    expect([total(), book()]).toEqual(['계산하는 중…', 'true']);
    await settleQuote();
    expect(quoted.map(({ addOns }) => addOns)).toEqual([[{ addOnId: 'a1', quantity: 3 }]]);
    expect(button('간식 세트 늘리기').getAttribute('aria-disabled')).toBe('true');
    expect(wordsOf('price')).toContain('간식 세트 개당 3,000원 × 3');
    expect([total(), book()]).toEqual(['29,000원', 'false']);
    await tap(button('마이크 늘리기'));
    expect(wordsOf('price')).toContain('마이크 시간당 1,000원 × 1 2시간');
    await tap(button('간식 세트 줄이기'));
    expect(total()).toBe('28,000원');
  });

  it('survive a reload', async () => {
    await openDetails();
    await tap(button('간식 세트 늘리기'));
    cleanup();
    await open();
    expect(screen.getAllByTestId('add-on-count').map(({ textContent }) => textContent)).toEqual(['1', '0']);
    expect(total()).toBe('23,000원');
  });

  it('are read again when the store refuses one, and the guest sees the price without it', async () => {
    await openDetails();
    answerQuote = ({ addOns }) => (addOns.length > 0 ? problem('ADD_ON_REFUSED', 422) : undefined);
    store = sampleBookingStore({ addOns: [microphone] });
    await tap(button('간식 세트 늘리기'));
    expect(storeReads).toBe(2);
    expect(names()).toEqual(['마이크']);
    expect(wordsOf('add-ons-refused')).toContain('추가 상품이 바뀌었어요');
    expect(total()).toBe('20,000원');
  });

  it('are requested once when the store refuses one that it still lists', async () => {
    await openDetails();
    answerQuote = ({ addOns }) => (addOns.length > 0 ? problem('ADD_ON_REFUSED', 422) : undefined);
    quoted.length = 0;
    await tap(button('간식 세트 늘리기'));
    await settle(2000);
    expect([quoted.length, storeReads]).toEqual([1, 2]);
    expect(wordsOf('request-trouble')).toContain('추가 상품이 바뀌었어요');
    await tap(button('간식 세트 줄이기'));
    expect(total()).toBe('20,000원');
    expect(wordsOf('add-ons-refused')).toBe('');
  });

  it('are at most twenty different ones', async () => {
    const addOns = Array.from({ length: 21 }, (_, index) => sampleAddOn({ id: `b${index}`, name: `상품 ${index}` }));
    store = sampleBookingStore({ addOns });
    await openDetails();
    for (const { name } of addOns) fireEvent.click(button(`${name} 늘리기`));
    await settleQuote();
    expect(quoted.at(-1)?.addOns).toHaveLength(20);
    expect(button('상품 20 늘리기').getAttribute('aria-disabled')).toBe('true');
  });

  it('are written as English does', async () => {
    await openDetails({}, 'en');
    expect(wordsOf('add-ons')).toContain('₩1,000 per hour');
    await tap(button('More of 마이크'));
    expect(wordsOf('price')).toContain('₩1,000 per hour × 1 2 h');
    await tap(button('Have a coupon?'));
    fireEvent.input(screen.getByLabelText('Coupon code'), { target: { value: 'OPEN' } });
    await tap(button('Apply'));
    expect(wordsOf('price')).toMatch(/Coupon “오픈”\s+−₩5,000/);
    expect(total()).toBe('₩17,000');
  });
});

describe('the coupon (CP-2, CP-3)', () => {
  it('is asked for only where the store accepts one', async () => {
    store = sampleBookingStore();
    await openDetails();
    expect(screen.queryByTestId('coupon')).toBeNull();
  });

  it('takes off its discount, without regard to case and spaces, until it is removed', async () => {
    await openDetails();
    await tap(button('쿠폰이 있나요?'));
    expect(document.activeElement?.getAttribute('name')).toBe('coupon');
    await applyCoupon(' open-2026 ');
    expect(quoted.at(-1)?.couponCode).toBe('OPEN-2026');
    expect(wordsOf('coupon')).toContain('‘오픈’ 쿠폰으로 5,000원 할인돼요');
    expect(wordsOf('price')).toMatch(/쿠폰 ‘오픈’\s+−5,000원/);
    expect(total()).toBe('15,000원');
    expect(document.activeElement?.textContent).toBe('쿠폰 빼기');
    await tap(button('쿠폰 빼기'));
    expect(quoted.at(-1)?.couponCode).toBeUndefined();
    expect(total()).toBe('20,000원');
    expect(document.activeElement?.getAttribute('name')).toBe('coupon');
  });

  it('says why a coupon takes off less, and why too small a price is not charged', async () => {
    answerQuote = (body) =>
      body.couponCode === undefined
        ? json({ ...priceOf(body), totalAmount: 80, dueAmount: 0, refunds: [] })
        : json({ ...priceOf(body), discount: { code: 'OPEN', name: '오픈', amount: 19_800, isReduced: true } });
    await openDetails();
    expect(wordsOf('price')).toContain('받지 않아요');
    await applyCoupon('OPEN');
    expect(wordsOf('coupon')).toContain('19,800원까지만');
    expect(wordsOf('price')).not.toContain('받지 않아요');
  });

  it.each(['', '가나다라', 'AB', '-ABCD'])('sends nothing for %j, which cannot be a code', async (code) => {
    await openDetails();
    quoted.length = 0;
    await applyCoupon(code);
    expect(quoted).toEqual([]);
    expect(wordsOf('coupon')).toContain(code === '' ? '코드를 입력해' : '쓸 수 없는 쿠폰');
    fill('쿠폰 코드', 'A');
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('false');
  });

  it.each<[CouponRefusal, string]>([
    ['NOT_VALID', '쓸 수 없는 쿠폰이에요'],
    ['PRICE_TOO_LOW', '23,000원부터 쓸 수 있는 쿠폰이에요. 3,000원이 더 필요해요.'],
    ['USED_UP', '모두 사용됐어요'],
    ['USED_BY_GUEST', '횟수를 모두 썼어요'],
  ])('is explained at its field when it is refused as %s, and the price without it stays', async (detail, words) => {
    answerQuote = ({ couponCode }) => (couponCode === undefined ? undefined : refused(detail));
    await openDetails();
    await applyCoupon('OPEN');
    expect(document.getElementById('fault-coupon')?.textContent).toContain(words);
    expect(document.activeElement?.getAttribute('name')).toBe('coupon');
    expect(total()).toBe('20,000원');
    expect(screen.queryByTestId('request-trouble')).toBeNull();
  });

  it('says how long to wait after too many attempts', async () => {
    answerQuote = ({ couponCode }) =>
      couponCode === undefined ? undefined : problem('TOO_MANY_ATTEMPTS', 429, { retryAfterSeconds: 90 });
    await openDetails();
    await applyCoupon('OPEN');
    expect(wordsOf('coupon')).toContain('2분 뒤에');
    expect(total()).toBe('20,000원');
  });

  it('is not sent again after a refusal before the guest applies it again', async () => {
    answerQuote = ({ couponCode }) => (couponCode === undefined ? undefined : refused('NOT_VALID'));
    await openDetails();
    await applyCoupon('OPEN');
    const sentCodes = () => quoted.filter(({ couponCode }) => couponCode !== undefined).length;
    await tap(button('간식 세트 늘리기'));
    expect([sentCodes(), total()]).toEqual([1, '23,000원']);
    expect(wordsOf('coupon')).toContain('쓸 수 없는 쿠폰');
    answerQuote = () => undefined;
    await tap(button('적용'));
    expect([sentCodes(), total()]).toEqual([2, '18,000원']);
  });

  it('counts as soon as add-ons raise the price enough, and not afterwards', async () => {
    answerQuote = ({ couponCode, addOns }) =>
      couponCode !== undefined && addOns.length === 0 ? refused('PRICE_TOO_LOW') : undefined;
    await openDetails();
    await applyCoupon('OPEN');
    expect(total()).toBe('20,000원');
    await tap(button('간식 세트 늘리기'));
    expect(total()).toBe('18,000원');
    const fewer = button('간식 세트 줄이기');
    fewer.focus();
    await tap(fewer);
    expect(wordsOf('coupon')).toContain('3,000원이 더 필요해요');
    expect(total()).toBe('20,000원');
    expect(document.activeElement).toBe(fewer);
  });

  it('counts no more after the guest changed its code', async () => {
    answerQuote = ({ couponCode, addOns }) =>
      couponCode !== undefined && addOns.length === 0 ? refused('PRICE_TOO_LOW') : undefined;
    await openDetails();
    await applyCoupon('OPEN');
    fill('쿠폰 코드', '');
    await tap(button('간식 세트 늘리기'));
    expect(total()).toBe('23,000원');
  });

  it('survives a reload', async () => {
    await openDetails();
    await applyCoupon('OPEN');
    cleanup();
    await open();
    expect(total()).toBe('15,000원');
    expect(wordsOf('coupon')).toContain('5,000원 할인돼요');
  });
});

describe('booking with add-ons and a coupon (BK-6, BK-13, CP-3)', () => {
  it('sends both with the price that the guest saw, and keeps neither in the tab', async () => {
    await openDetails();
    await tap(button('간식 세트 늘리기'));
    await applyCoupon('OPEN');
    await fillForm();
    expect(wordsOf('book')).toBe('18,000원 결제하러 가기');
    await submit();
    expect(bookings).toEqual([
      expect.objectContaining({
        addOns: [{ addOnId: 'a1', quantity: 1 }],
        couponCode: 'OPEN',
        expectedPriceAmount: 18_000,
      }),
    ]);
    expect(JSON.parse(sessionStorage.getItem('booking-s1') ?? '')).toMatchObject({ addOnCounts: {}, couponCode: '' });
  });

  it('sends no coupon that was refused', async () => {
    answerQuote = ({ couponCode }) => (couponCode === undefined ? undefined : refused('NOT_VALID'));
    await openDetails();
    await applyCoupon('OPEN');
    await fillForm();
    await submit();
    expect(bookings[0]).toMatchObject({ expectedPriceAmount: 20_000 });
    expect(bookings[0]).not.toHaveProperty('couponCode');
  });

  it('books a stay that the coupon makes free without paying, also where the store takes no money online', async () => {
    store = sampleBookingStore({ hasCoupons: true, canPay: false });
    answerQuote = (body) =>
      body.couponCode === undefined ? undefined : json({ ...priceOf(body), totalAmount: 0, dueAmount: 0, refunds: [] });
    await openDetails();
    expect(screen.getByTestId('phone-only')).toBeDefined();
    await applyCoupon('OPEN');
    expect(total()).toBe('무료');
    await fillForm();
    expect(wordsOf('book')).toBe('예약하기');
    await submit();
    expect(bookings).toEqual([expect.objectContaining({ expectedPriceAmount: 0, couponCode: 'OPEN' })]);
  });

  it('explains a coupon that this phone has used at its field, and books without it after a further tap', async () => {
    await openDetails();
    await applyCoupon('OPEN');
    await fillForm();
    answerBooking = () => refused('USED_BY_GUEST');
    await submit();
    expect(document.getElementById('fault-coupon')?.textContent).toContain('횟수를 모두 썼어요');
    expect(document.activeElement?.getAttribute('name')).toBe('coupon');
    expect(wordsOf('refusal')).toContain('15,000원 → 20,000원');
    expect(total()).toBe('20,000원');
    answerBooking = () => json(booked);
    await submit();
    expect(bookings).toHaveLength(2);
    expect(bookings[1]).toMatchObject({ expectedPriceAmount: 20_000, phoneCode: '123456' });
    expect(bookings[1]).not.toHaveProperty('couponCode');
  });

  it('reads the store again when it refuses an add-on, and books after a further tap', async () => {
    await openDetails();
    await tap(button('간식 세트 늘리기'));
    await fillForm();
    answerBooking = () => problem('ADD_ON_REFUSED', 422);
    store = sampleBookingStore({ addOns: [microphone], hasCoupons: true });
    await submit();
    expect(wordsOf('refusal')).toContain('추가 상품이 바뀌었어요');
    expect(total()).toBe('20,000원');
    answerBooking = () => json(booked);
    await submit();
    expect(bookings.at(-1)).toMatchObject({ addOns: [], expectedPriceAmount: 20_000 });
  });

  it('shows both in the preview for staff, without a form (BK-12)', async () => {
    store = sampleBookingStore({ addOns: [snack], hasCoupons: true, isOpen: false });
    await openDetails();
    await tap(button('간식 세트 늘리기'));
    await applyCoupon('OPEN');
    expect(total()).toBe('18,000원');
    expect(screen.queryByTestId('booking-form')).toBeNull();
  });
});
