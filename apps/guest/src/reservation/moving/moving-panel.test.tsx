import type { GuestMoveOffer, GuestMoveQuote, GuestMoveTimes, GuestPage } from '@munjigi/contract';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../locales/en.json';
import kr from '../../locales/kr.json';
import { createTranslate } from '../../shared/texts.ts';
import { SAMPLE_NOW, SAMPLE_TOKEN, samplePage } from '../../testing/sample-page.ts';
import { soon } from '../../testing/soon.ts';
import { GuestApp } from '../guest-app.tsx';
import { createLivePage, type LivePage } from '../live-page.ts';

const STAY = { startsAt: '2026-11-29T09:00:00.000Z', endsAt: '2026-11-29T11:00:00.000Z' };
const MAY = { isAllowed: true, from: null, until: '2026-11-28T09:00:00.000Z' };
const BASE = samplePage().reservation;
const PAGE = samplePage({}, { ...STAY, state: 'CONFIRMED', may: { ...BASE.may, move: MAY } });
const HELD = {
  roomId: 'r1',
  roomName: BASE.roomName,
  startsAt: '2026-11-26T10:00:00.000Z',
  endsAt: '2026-11-26T12:00:00.000Z',
  headCount: 2,
  priceAmount: 26_000,
  addedAmount: 6000,
  holdExpiresAt: new Date(Date.parse(SAMPLE_NOW) + 10 * 60_000).toISOString(),
};
const HOLDING = samplePage(
  { dueAmount: 6000 },
  { ...STAY, state: 'CONFIRMED', version: 4, heldMove: HELD, may: { ...BASE.may, move: MAY, pay: MAY } },
);
const OFFER: GuestMoveOffer = {
  reservationId: '1',
  storeId: '1',
  version: 3,
  mayMove: MAY,
  reason: null,
  movesLeft: 3,
  proof: 'NONE',
  held: null,
  stay: { roomId: 'r1', ...STAY, headCount: 2, priceAmount: BASE.priceAmount, addOns: [] },
  today: '2026-11-25',
  lastDate: '2026-12-25',
  slotMinutes: 30,
  minMinutes: 60,
  maxMinutes: 240,
  rooms: [
    { id: 'r1', name: BASE.roomName, capacity: 4 },
    { id: 'r2', name: '2번 남산룸', capacity: 6 },
  ],
  addOns: [],
  checkoutProviders: ['TOSS'],
};
const amountOf = (difference: number) => BASE.priceAmount + difference;
const TIMES: GuestMoveTimes = {
  date: '2026-11-26',
  roomIds: ['r1', 'r2'],
  items: [
    { startsAt: '2026-11-26T10:00:00.000Z', endsAt: '2026-11-26T12:00:00.000Z', amounts: [amountOf(6000), null] },
    { startsAt: '2026-11-26T12:00:00.000Z', endsAt: '2026-11-26T14:00:00.000Z', amounts: [null, amountOf(-2000)] },
  ],
};
const quoteOf = (difference: number): GuestMoveQuote => ({
  totalAmount: amountOf(difference),
  lines: [],
  addOnLines: [],
  discount: null,
  dueAmount: Math.max(0, difference),
  refundAmount: Math.max(0, -difference),
  refunds: [],
});

let live: LivePage;
let shown: GuestPage;
let offer: GuestMoveOffer;
let answerMove: () => Response;
const requests: { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  offer = OFFER;
  answerMove = () => {
    shown = HOLDING;
    return json({ ...OFFER, version: 4, held: HELD });
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => Promise.resolve(answer(path, init)));
  sessionStorage.clear();
});
afterEach(() => {
  live.stop();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answer(path: string, init: RequestInit): Response {
  const [, rest = ''] = path.split('/guest/');
  const method = String(init.method);
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>;
  if (path === '/api/v2/guest/page') return json(shown);
  if (rest === 'payment') return json({ payments: [], checkoutProviders: ['TOSS'], dueAmount: 6000 });
  if (rest.startsWith('move/times')) return json(TIMES);
  if (rest === 'move/quote') return json(quoteOf(body['roomId'] === 'r2' ? -2000 : 6000));
  if (rest === 'move' && method === 'GET') return json(offer);
  requests.push({ method, path: rest, body });
  if (method === 'DELETE') shown = PAGE;
  return method === 'POST' ? answerMove() : json(OFFER);
}

async function open(page: GuestPage, language: 'kr' | 'en' = 'kr'): Promise<void> {
  shown = page;
  live = createLivePage({ token: SAMPLE_TOKEN, language });
  const text = createTranslate(language === 'kr' ? kr : en);
  const props = { token: SAMPLE_TOKEN, live, language, text, onSwitchLanguage: () => undefined };
  render(<GuestApp {...props} />);
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const panel = () => within(screen.getByTestId('moving-panel'));
const tap = async (button: HTMLElement) => {
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(0));
};
/** Opens the choice of tomorrow. */
async function chooseTomorrow(language: 'kr' | 'en' = 'kr'): Promise<void> {
  await open(PAGE, language);
  await tap(screen.getByRole('button', { name: language === 'kr' ? '예약 변경하기' : 'Change reservation' }));
  await soon(() => panel().getByRole('button', { name: language === 'kr' ? /내일$/ : /tomorrow$/ }));
  await tap(panel().getByRole('button', { name: language === 'kr' ? /내일$/ : /tomorrow$/ }));
}

describe('changing the stay (GT-30 to GT-33)', () => {
  it('is not offered when the guest may not, nor while a move is held', async () => {
    await open(samplePage());
    expect(screen.queryByRole('button', { name: '예약 변경하기' })).toBeNull();
    live.stop();
    cleanup();
    await open(HOLDING);
    expect(screen.queryByRole('button', { name: '예약 변경하기' })).toBeNull();
  });

  it('shows the difference of each start, then the stay before and after, and holds with one more tap', async () => {
    await chooseTomorrow();
    await soon(() => panel().getByRole('button', { name: /19:00/ }));
    await tap(panel().getByRole('button', { name: /19:00.*\+6,000원/ }));
    const summary = within(panel().getByTestId('move-summary'));
    expect(summary.getByText('지금 결제할 금액')).toBeTruthy();
    expect(requests).toEqual([]);
    await tap(summary.getByRole('button', { name: '변경하고 6,000원 결제하기' }));
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: 'move',
        body: {
          roomId: 'r1',
          startsAt: '2026-11-26T10:00:00.000Z',
          version: 3,
          expectedPriceAmount: amountOf(6000),
          addOns: [],
        },
      },
    ]);
    await soon(() => screen.getByTestId('held-move'));
    expect(screen.getByTestId('move-hold').textContent).toContain('안에 결제해 주세요');
    // One place to pay.
    expect(within(screen.getByTestId('pay')).queryByRole('button', { name: /결제하기/ })).toBeNull();
    expect(screen.queryByTestId('due')).toBeNull();
  });

  it('offers another free room when the own one is occupied, and names the refund, in English', async () => {
    await chooseTomorrow('en');
    await soon(() => panel().getByRole('button', { name: /21:00/ }));
    await tap(panel().getByRole('button', { name: /21:00.*2번 남산룸.*−₩2,000/ }));
    const summary = within(panel().getByTestId('move-summary'));
    expect(summary.getByText('Refund')).toBeTruthy();
    expect(summary.getByText('₩2,000')).toBeTruthy();
    expect(summary.getByRole('button', { name: 'Change reservation' })).toBeTruthy();
  });

  it('says that another guest was faster, and reads the times again', async () => {
    answerMove = () => json({ code: 'SLOT_TAKEN' }, 409);
    await chooseTomorrow();
    await soon(() => panel().getByRole('button', { name: /19:00/ }));
    await tap(panel().getByRole('button', { name: /19:00.*\+6,000원/ }));
    await tap(panel().getByRole('button', { name: '변경하고 6,000원 결제하기' }));
    expect(panel().getByRole('alert').textContent).toBe('방금 다른 예약이 들어왔어요. 다른 시간을 골라 주세요.');
  });

  it('says why the stay cannot be moved any more, with the phone of the store', async () => {
    offer = { ...OFFER, reason: 'TOO_LATE', mayMove: { ...MAY, isAllowed: false } };
    await open(PAGE);
    await tap(screen.getByRole('button', { name: '예약 변경하기' }));
    await soon(() => panel().getByText(/전액 환불 기간이 지나/));
    expect(panel().getByRole('link', { name: /02-555-0152/ })).toBeTruthy();
  });

  it('gives a held move back', async () => {
    await open(HOLDING);
    await soon(() => screen.getByTestId('held-move'));
    await tap(within(screen.getByTestId('held-move')).getByRole('button', { name: '변경하지 않기' }));
    expect(requests).toMatchObject([{ method: 'DELETE', path: 'move' }]);
    await soon(() => screen.getByRole('button', { name: '예약 변경하기' }));
  });
});
