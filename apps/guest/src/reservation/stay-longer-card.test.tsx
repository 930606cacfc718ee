import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { GuestExtension, GuestPage } from '@munjigi/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuestApp } from './guest-app.tsx';
import { createLivePage, type LivePage } from './live-page.ts';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import { SAMPLE_NOW, SAMPLE_TOKEN, samplePage } from '../testing/sample-page.ts';
import { createTranslate } from '../shared/texts.ts';
import { soon } from '../testing/soon.ts';

const MAY = { isAllowed: true, from: null, until: '2026-11-25T13:00:00.000Z' };
const HELD = {
  endsAt: '2026-11-25T13:30:00.000Z',
  addedAmount: 5000,
  holdExpiresAt: new Date(Date.parse(SAMPLE_NOW) + 10 * 60_000).toISOString(),
};
const PAGE = samplePage({}, { may: { ...samplePage().reservation.may, extend: MAY } });
const HOLDING = samplePage(
  { dueAmount: 5000 },
  { version: 4, heldExtension: HELD, may: { ...samplePage().reservation.may, pay: MAY } },
);
const offer = (over: Partial<GuestExtension> = {}): GuestExtension => ({
  reservationId: '1',
  storeId: '1',
  version: 3,
  mayExtend: MAY,
  choices: [
    { minutes: 30, endsAt: '2026-11-25T13:30:00.000Z', addedAmount: 5000, totalAmount: 25_000 },
    { minutes: 60, endsAt: '2026-11-25T14:00:00.000Z', addedAmount: 10_000, totalAmount: 30_000 },
  ],
  reason: null,
  held: null,
  checkoutProviders: ['TOSS'],
  ...over,
});
const PAYMENTS = {
  reservationId: '1',
  storeId: '1',
  dueAmount: 5000,
  holdExpiresAt: HELD.holdExpiresAt,
  providers: ['TOSS'],
  checkoutProviders: ['TOSS'],
  payments: [],
};

let live: LivePage;
let shown: GuestPage;
let offered: GuestExtension;
const requests: { method: string; body: unknown }[] = [];
let answerAct: (method: string) => Response | Promise<Response>;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  offered = offer();
  answerAct = (method) => {
    shown = method === 'POST' ? HOLDING : PAGE;
    return json(offer({ version: 4, held: method === 'POST' ? HELD : null }));
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/v2/guest/page') return Promise.resolve(json(shown));
    if (path.endsWith('/guest/payment')) return Promise.resolve(json(PAYMENTS));
    if (init.method === 'GET') return Promise.resolve(json(offered));
    requests.push({
      method: String(init.method),
      body: JSON.parse(typeof init.body === 'string' ? init.body : 'null'),
    });
    return Promise.resolve(answerAct(String(init.method)));
  });
  sessionStorage.clear();
});
afterEach(() => {
  live.stop();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open(page: GuestPage, language: 'kr' | 'en' = 'kr') {
  shown = page;
  live = createLivePage({ token: SAMPLE_TOKEN, language });
  render(
    <GuestApp
      token={SAMPLE_TOKEN}
      live={live}
      language={language}
      text={createTranslate(language === 'kr' ? kr : en)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  await soon(() => screen.getByTestId('extend'));
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const card = () => within(screen.getByTestId('extend'));
const tap = async (name: RegExp | string) => {
  fireEvent.click(card().getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

describe('staying longer (GT-12)', () => {
  it('is not offered when the guest may not extend', async () => {
    shown = samplePage();
    live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
    render(
      <GuestApp
        token={SAMPLE_TOKEN}
        live={live}
        language="kr"
        text={createTranslate(kr)}
        onSwitchLanguage={() => undefined}
      />,
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByTestId('extend')).toBeNull();
  });

  it('selects with one tap and holds with the second, then shows the countdown and the ways to pay', async () => {
    await open(PAGE);
    await tap('22:30까지 (+30분) 5,000원');
    expect(requests).toEqual([]);
    await tap('22:30까지 연장하기');
    expect(requests).toEqual([{ method: 'POST', body: { version: 3, minutes: 30, expectedPriceAmount: 25_000 } }]);
    expect(card().getByTestId('extension-hold').textContent).toContain('안에 결제하면');
    await soon(() => card().getByRole('button', { name: '카드 · 간편결제' }));
    // One place to pay: the card of payments shows what is due, without a button to pay.
    const pay = within(screen.getByTestId('pay'));
    expect(pay.getByText('연장 금액')).toBeTruthy();
    expect(pay.queryByRole('button', { name: /결제하기/ })).toBeNull();
  });

  it('returns the held time, and says so when it was not paid in time', async () => {
    await open(HOLDING);
    await tap('연장하지 않기');
    expect(requests.map(({ method }) => method)).toEqual(['DELETE']);
    expect(card().getByRole('status').textContent).toBe('결제하지 않아 연장되지 않았어요.');
    expect(card().getByRole('button', { name: /23:00까지/ })).toBeTruthy();
  });

  it('says that money for returned time is refunded, and by which store (GT-13)', async () => {
    await open(HOLDING);
    const { may } = PAGE.reservation;
    shown = samplePage(
      { isExtensionReturned: true },
      {
        ...PAGE.reservation,
        version: 5,
        paidAmount: 25_000,
        owedAmount: 5000,
        may: { ...may, extend: { isAllowed: false, from: null, until: null } },
      },
    );
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(card().getByRole('status').textContent).toBe(
      '연장되지 않았어요. 결제한 5,000원은 강남점에서 환불해 드려요.',
    );
    expect(within(screen.getByTestId('pay')).getByText('5,000원은 강남점에서 환불해 드려요.')).toBeTruthy();
  });

  it('promises no refund of a surplus that the store does not owe', async () => {
    await open(samplePage({}, { ...PAGE.reservation, paidAmount: 23_000 }), 'en');
    expect(screen.getByTestId('pay').textContent).not.toContain('refund');
  });

  it('says until when the stay was extended after the payment', async () => {
    await open(HOLDING, 'en');
    shown = samplePage(
      {},
      { ...PAGE.reservation, version: 5, endsAt: HELD.endsAt, priceAmount: 25_000, paidAmount: 25_000 },
    );
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(card().getByRole('status').textContent).toBe('Extended until 22:30');
  });

  it('shows a refusal and the present choices when another booking was faster', async () => {
    await open(PAGE);
    await tap('22:30까지 (+30분) 5,000원');
    answerAct = () => {
      offered = offer({ choices: [], reason: 'SLOT_TAKEN' });
      return json({ code: 'SLOT_TAKEN', status: 409 }, 409);
    };
    await tap('22:30까지 연장하기');
    expect(card().getByRole('alert').textContent).toContain('방금 다른 예약');
    expect(card().getByText('다음 예약이 있어 더 이용할 수 없어요.')).toBeTruthy();
  });

  it.each([
    ['STORE_CLOSED', '영업이 끝나는'],
    ['TOO_LONG', '최대 시간'],
    ['NO_PRICE', '매장에 문의'],
  ] as const)('gives the reason %s in words', async (reason, words) => {
    offered = offer({ choices: [], reason });
    await open(PAGE);
    expect(screen.getByTestId('extend').textContent).toContain(words);
  });

  it('names the phone of the store where the page cannot take the money', async () => {
    offered = offer({ checkoutProviders: [] });
    await open(PAGE);
    expect(card().queryByRole('button')).toBeNull();
    expect(card().getByRole('link', { name: /02-555-0152/ })).toBeTruthy();
  });

  it('says that it is offline, and tries again', async () => {
    await open(PAGE);
    await tap('22:30까지 (+30분) 5,000원');
    answerAct = () => Promise.reject(new TypeError('Failed to fetch'));
    await tap('22:30까지 연장하기');
    expect(card().getByRole('alert').textContent).toContain('인터넷 연결이 끊겼어요');
    answerAct = () => {
      shown = HOLDING;
      return json(offer({ version: 4, held: HELD }));
    };
    await tap('22:30까지 연장하기');
    expect(card().getByTestId('extension-hold')).toBeTruthy();
  });
});

describe('the return from the page of the provider for an extension', () => {
  it('does not take an extension that was returned meanwhile for a paid one (GT-13)', async () => {
    history.replaceState(null, '', '/g/return?orderId=7&paymentKey=k1&amount=5000');
    try {
      answerAct = () => json({ code: 'STATE_NOT_ALLOWED', status: 409 }, 409);
      await open(HOLDING);
      await soon(() => screen.getByTestId('payment-outcome'));
      shown = PAGE;
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(screen.getByTestId('payment-outcome').textContent).toContain('예약 상태가 바뀌어');
    } finally {
      history.replaceState(null, '', '/');
    }
  });
});
