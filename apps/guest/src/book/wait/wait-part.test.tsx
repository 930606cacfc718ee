import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import kr from '../../locales/book/kr.json';
import { sampleBookingStore, sampleBookingTimes } from '../../testing/sample-booking.ts';
import { createTranslate } from '../../shared/texts.ts';
import { createBookingApi } from '../booking-api.ts';
import { BookingApp } from '../booking-app.tsx';
import { soon } from '../../testing/soon.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const WAIT = { startsAt: '2026-11-26T03:00:00.000Z', endsAt: '2026-11-26T05:00:00.000Z', headCount: 2 };
const TOKEN = 'entry.token';

let sent: { path: string; body: unknown; preview?: string }[];
let refuse: (path: string) => Response | undefined;
let store = sampleBookingStore();

function reply(path: string): Response {
  const refused = refuse(path);
  if (refused !== undefined) return refused;
  if (path === '') return json(store);
  if (path === '/days') return json({ items: [{ date: '2026-11-26', freeRoomCount: 0, isClosed: false }] });
  if (path === '/times') return json(sampleBookingTimes({ items: [] }));
  if (path === '/phone-code') return json({ expiresAt: '2026-11-25T06:35:00.000Z', now: '2026-11-25T06:30:00.000Z' });
  if (path === '/waitlist') return json({ ...WAIT, withdrawToken: TOKEN });
  if (path === '/waitlist/withdraw') return json({ isWithdrawn: true });
  throw new Error(`unexpected ${path}`);
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  store = sampleBookingStore();
  refuse = () => undefined;
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, 'http://guest.test').pathname.replace('/api/v2/playroom/booking/store/s1', '');
    const preview = new Headers(init.headers).get('x-booking-preview');
    sent.push({
      path,
      body: init.body === undefined ? null : JSON.parse(init.body as string),
      ...(preview !== null && { preview }),
    });
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
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const tap = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settle();
};
const fill = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
/** The code of the part loads outside the clock of the test. */
const shown = async (testId: string) => {
  await soon(async () => {
    await settle();
    screen.getByTestId(testId);
  });
  return screen.getByTestId(testId);
};
async function open() {
  render(
    <BookingApp
      api={createBookingApi({ product: 'playroom', storeId: 's1', language: 'kr' })}
      language="kr"
      text={createTranslate(kr)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
  await settle();
}
async function openForm() {
  await open();
  await tap(button(/11월 26일/));
  await tap(button('자리가 나면 알림 받기'));
  await shown('wait-form');
}
async function fillForm() {
  fireEvent.change(screen.getByLabelText('기다리는 시간'), { target: { value: WAIT.startsAt } });
  fill('이름', ' 고대기 ');
  fill('휴대폰 번호', '010-0000-7351');
  await tap(button('인증번호 받기'));
  fill('인증번호 6자리', '123456');
}
const submit = () => tap(screen.getByTestId('wait-submit'));
const joined = () => sent.filter(({ path }) => path === '/waitlist');

describe('the waitlist of the booking page (WL-5)', () => {
  it('opens from a full day, and sends the chosen time once for two taps', async () => {
    await openForm();
    await fillForm();
    fireEvent.click(screen.getByTestId('wait-submit'));
    await submit();
    expect(joined()).toEqual([
      {
        path: '/waitlist',
        body: {
          ...WAIT,
          roomId: null,
          guestName: '고대기',
          guestPhone: '010-0000-7351',
          phoneCode: '123456',
          language: 'ko',
        },
      },
    ]);
    expect(screen.getByTestId('waits').textContent).toContain('12:00–14:00');
    expect(screen.getByTestId('wait-joined').textContent).toContain('알림을 신청했어요: 11월 26일 (목) 12:00–14:00');
    expect(document.activeElement).toBe(screen.getByTestId('wait-joined'));
    expect(screen.queryByTestId('wait-form')).toBeNull();
    // The other taken time is still there to wait for, and this one is not. The form has no code.
    await tap(button('다른 시간도 신청하기'));
    expect(screen.queryByLabelText('인증번호 6자리')).toBeNull();
    expect([...screen.getByTestId('wait-form').querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '2026-11-26T02:00:00.000Z',
    ]);
  });

  it('keeps the entry for the next visit without any data of the guest, and withdraws it', async () => {
    await openForm();
    await fillForm();
    await submit();
    const kept = localStorage.getItem('booking-waits-s1') ?? '';
    expect(kept).not.toMatch(/고대기|010-0000-7351|01000007351/);
    expect(hasNumber(kept, '123456')).toBe(false);
    cleanup();
    history.replaceState(null, '');
    await open();
    await shown('waits');
    await tap(button('신청 취소'));
    expect(sent.at(-1)).toEqual({ path: '/waitlist/withdraw', body: { withdrawToken: TOKEN } });
    expect(screen.queryByTestId('waits')).toBeNull();
    expect(screen.getByText('알림 신청을 취소했어요.')).toBeTruthy();
  });

  it('sends nothing while something is missing', async () => {
    await openForm();
    await submit();
    expect(screen.getByText('이름을 입력해 주세요.')).toBeTruthy();
    expect(joined()).toEqual([]);
  });

  it.each([
    ['STATE_NOT_ALLOWED', 409, '방금 자리가 났어요'],
    ['TOO_MANY_ATTEMPTS', 429, '알림을 더 신청할 수 없어요'],
    ['INVALID_CODE', 401, '인증번호가 맞지 않거나'],
    ['BOOKING_REFUSED', 403, '매장에 전화해'],
    ['STORE_CLOSED', 422, '문을 열지 않아요'],
  ])('explains %s, and keeps what was entered', async (code, status, words) => {
    await openForm();
    await fillForm();
    refuse = (path) => (path === '/waitlist' ? json({ code, status }, status) : undefined);
    await submit();
    expect(screen.getByTestId('wait-form').textContent).toContain(words);
    expect(screen.getByLabelText<HTMLInputElement>('이름').value).toBe(' 고대기 ');
  });

  it('solves the challenge of a refused code, and sends the same request with it (BK-11)', async () => {
    await openForm();
    fill('휴대폰 번호', '010-0000-7351');
    const challenge = '4.1795600000000.id.mark';
    const codes = () => sent.filter(({ path }) => path === '/phone-code');
    refuse = (path) =>
      path === '/phone-code' && codes().length === 1
        ? json({ code: 'TOO_MANY_ATTEMPTS', status: 429, retryAfterSeconds: 1, challenge }, 429)
        : undefined;
    await tap(button('인증번호 받기'));
    await soon(async () => {
      await settle(10);
      expect(codes()).toHaveLength(2);
    });
    await settle();
    expect(codes().map(({ body }) => body)).toEqual([
      { phone: '010-0000-7351', language: 'ko' },
      {
        phone: '010-0000-7351',
        language: 'ko',
        work: { challenge, solution: expect.stringMatching(/^[\da-z]+$/) as string },
      },
    ]);
    expect(screen.getByLabelText('인증번호 6자리')).toBeTruthy();
  });

  it('says that an offered time cannot be withdrawn here, and keeps it', async () => {
    localStorage.setItem('booking-waits-s1', JSON.stringify([{ ...WAIT, withdrawToken: TOKEN }]));
    refuse = (path) =>
      path === '/waitlist/withdraw' ? json({ code: 'STATE_NOT_ALLOWED', status: 409 }, 409) : undefined;
    await open();
    await shown('waits');
    await tap(button('신청 취소'));
    expect(screen.getByText(/이미 제안해 드렸어요/)).toBeTruthy();
    expect(screen.getByTestId('waits')).toBeTruthy();
  });

  it('is not offered in the preview for staff, which says so, sends its token and has no form (BK-12)', async () => {
    store = sampleBookingStore({ isOpen: false });
    history.replaceState(null, '', '#preview=123.abc');
    await open();
    expect(screen.getByTestId('booking-preview').textContent).toContain('미리 보기예요');
    await tap(button(/11월 26일/));
    expect(screen.queryByTestId('wait-open')).toBeNull();
    expect(new Set(sent.map(({ preview }) => preview))).toEqual(new Set(['123.abc']));
    history.replaceState(null, '', ' ');
  });

  it('is not offered where no code can be sent, and ignores a broken storage and past times', async () => {
    store = sampleBookingStore({ canSendCode: false });
    localStorage.setItem(
      'booking-waits-s1',
      JSON.stringify([{ ...WAIT, startsAt: '2026-11-20T03:00:00.000Z', withdrawToken: TOKEN }, 1]),
    );
    await open();
    await tap(button(/11월 26일/));
    expect(screen.queryByTestId('wait-open')).toBeNull();
    expect(screen.queryByTestId('waits')).toBeNull();
  });
});
