import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { GuestPage } from '@munjigi/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuestApp } from './guest-app.tsx';
import { createLivePage, type LivePage } from './live-page.ts';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import { SAMPLE_TOKEN, samplePage } from '../testing/sample-page.ts';
import { createTranslate, type Translate } from '../shared/texts.ts';
import { soon } from '../testing/soon.ts';

const korean = createTranslate(kr);
const UNPAID = samplePage(
  { dueAmount: 20_000 },
  {
    state: 'PENDING',
    paidAmount: 0,
    may: { ...samplePage().reservation.may, pay: { isAllowed: true, from: null, until: null } },
  },
);
const CANCELLED = samplePage(
  { refund: { state: 'WITH_PROVIDER', amount: 20_000, sentAmount: 0, sentAt: null } },
  { state: 'CANCELLED' },
);
let live: LivePage;
let shown: GuestPage | 'ENDED';
const posts: { path: string; key: string }[] = [];
let answer: (path: string, method: string, body: unknown) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: string, status: number) => json({ code, status }, status);
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const keys = () => new Set(posts.map(({ key }) => key));

beforeEach(() => {
  vi.useFakeTimers();
  posts.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/v2/guest/page')
      return Promise.resolve(shown === 'ENDED' ? refusal('GUEST_TOKEN_INVALID', 401) : json(shown));
    if (init.method === 'POST') posts.push({ path, key: new Headers(init.headers).get('idempotency-key') ?? '' });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    return Promise.resolve(answer(path, String(init.method), body));
  });
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  live.stop();
  cleanup();
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const app = (text: Translate) => (
  <GuestApp token={SAMPLE_TOKEN} live={live} language="kr" text={text} onSwitchLanguage={() => undefined} />
);

/** Shows the page. The parts that load late are modules: they need turns of the real event loop. */
async function open(page: GuestPage, address = '/') {
  history.replaceState(null, '', address);
  shown = page;
  live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
  const view = render(app(korean));
  await settle();
  return view;
}
const click = async (name: RegExp | string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describe('the return from the page of the provider (GT-10)', () => {
  const RETURN = '/g/return?orderId=7&paymentKey=k1&amount=20000';
  const outcome = () => screen.getByTestId('payment-outcome');
  const openReturn = async () => {
    const view = await open(UNPAID, RETURN);
    await soon(outcome);
    await settle();
    return view;
  };

  it('confirms each attempt with a new key, and offers the next one', async () => {
    answer = lost;
    await openReturn();
    expect(outcome().textContent).toContain('인터넷 연결이 끊겼어요');
    answer = () => json({ isConfirming: false });
    await click('다시 확인하기');
    expect(outcome().textContent).toBe('결제가 끝났어요');
    expect(posts.map(({ path }) => path)).toEqual(Array(2).fill('/api/v2/playroom/guest/payment/7/confirm'));
    expect(keys().size).toBe(2);
  });

  it('shows a payment that the page knows of, although the confirmation was refused', async () => {
    answer = () => refusal('PROVIDER_REFUSED', 409);
    await openReturn();
    expect(outcome().textContent).toContain('승인하지 않았어요');
    shown = samplePage();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(outcome().textContent).toBe('결제가 끝났어요');
    expect(location.pathname).toBe(`/g/${SAMPLE_TOKEN}`);
  });

  it('does not take an expired reservation, to which nothing is due, for a paid one', async () => {
    answer = () => refusal('STATE_NOT_ALLOWED', 409);
    await openReturn();
    shown = samplePage({ dueAmount: 0 }, { state: 'EXPIRED', paidAmount: 0 });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(outcome().textContent).toContain('예약 상태가 바뀌어');
  });

  it.each([
    [
      { isExtensionReturned: true },
      { state: 'IN_USE', paidAmount: 25_000, owedAmount: 5000 },
      '결제가 늦어 연장되지 않았어요. 5,000원은 강남점에서 환불해 드려요.',
    ],
    [
      {},
      { state: 'CONFIRMED', paidAmount: 40_000, owedAmount: 20_000 },
      '이미 결제된 예약이라 한 번 더 결제된 20,000원은 강남점에서 환불해 드려요.',
    ],
    [
      {},
      { state: 'EXPIRED', paidAmount: 20_000, owedAmount: 20_000 },
      '결제가 늦어 예약이 확정되지 않았어요. 20,000원은 강남점에서 환불해 드려요.',
    ],
  ] as const)(
    'says that money that nothing was due for is refunded (GT-13, RV-5): %o %o',
    async (over, reservation, words) => {
      answer = () => {
        shown = samplePage({ dueAmount: 0, ...over }, reservation);
        return json({ state: 'DONE', isConfirming: false });
      };
      await openReturn();
      expect(outcome().textContent).toBe(words);
      expect(location.pathname).toBe(`/g/${SAMPLE_TOKEN}`);
    },
  );

  it('can be checked again while the outcome is unknown', async () => {
    answer = () => json({ isConfirming: true });
    await openReturn();
    expect(outcome().textContent).toContain('결제를 확인하고 있어요');
    answer = () => refusal('PROVIDER_REFUSED', 409);
    await click('다시 확인하기');
    expect(outcome().textContent).toContain('승인하지 않았어요');
    expect(keys().size).toBe(2);
  });

  it.each([
    [samplePage(), '결제가 끝났어요'],
    [UNPAID, '결제된 금액은 없어요'],
    [samplePage({ isExtensionReturned: true }), '결제된 금액은 없어요'],
  ])('after a closed window says what the present page says (GT-16)', async (page, words) => {
    await open(page, '/g/return?outcome=failed&order=7');
    await soon(outcome);
    expect(outcome().textContent).toContain(words);
    expect([posts, location.pathname]).toEqual([[], `/g/${SAMPLE_TOKEN}`]);
  });

  it('says paid as soon as another phone has paid after the window was closed (GT-16)', async () => {
    await open(UNPAID, '/g/return?outcome=failed&order=7');
    await soon(outcome);
    shown = samplePage();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(outcome().textContent).toBe('결제가 끝났어요');
  });

  it('shows the result of an order of another reservation than the page (GT-16)', async () => {
    answer = (path) =>
      path === '/api/v2/guest/payment-return'
        ? json({
            result: 'PAID',
            storeName: '홍대점',
            timeZone: 'Asia/Seoul',
            startsAt: '2026-11-25T01:00:00.000Z',
            endsAt: '2026-11-25T03:00:00.000Z',
          })
        : refusal('NOT_FOUND', 404);
    await open(UNPAID, RETURN);
    const result = await soon(() => screen.getByTestId('payment-result'));
    await settle();
    expect(result.parentElement?.textContent).toContain('홍대점');
    expect(screen.getByTestId('payment-result').textContent).toContain('10:00–12:00');
    expect(screen.queryByTestId('payment-outcome')).toBeNull();
  });

  it('does not call a payment of PortOne paid that has not arrived or was given up', async () => {
    answer = () => json({ state: 'READY', isConfirming: false });
    await openReturn();
    expect(outcome().textContent).toContain('결제를 확인하고 있어요');
    answer = () => json({ state: 'ABORTED', isConfirming: false });
    await click('다시 확인하기');
    expect(outcome().textContent).toContain('결제된 금액은 없어요');
  });

  it('is not confirmed again when the language changes', async () => {
    answer = () => json({ isConfirming: true });
    const { rerender } = await openReturn();
    rerender(app(createTranslate(en)));
    await settle();
    expect(outcome().textContent).toContain('Confirming your payment');
    expect(posts).toHaveLength(1);
  });
});

describe('paying', () => {
  const begun = {
    payment: { provider: 'TOSS', amount: 20_000 },
    orderId: '0190bbbb-0000-7000-8000-000000000001',
    orderName: '강남점 · 1번 룸 · 11/25 19:00',
    clientKey: '',
    merchantId: '',
    checkoutUrl: 'https://pay.example/checkout',
  };
  const left = (providers: readonly string[]) => {
    const addresses: string[] = [];
    vi.spyOn(location, 'assign').mockImplementation((address) => void addresses.push(String(address)));
    answer = (path) => json(path.endsWith('/begin') ? begun : { payments: [], checkoutProviders: providers });
    return addresses;
  };

  it('goes straight to the window of a single provider, once, and leaves no token in the addresses of return', async () => {
    const addresses = left(['TOSS']);
    await open(UNPAID);
    await click('20,000원 결제하기');
    await soon(() => screen.getByTestId('payment-panel'));
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(addresses).toHaveLength(1);
    expect(addresses[0]).toContain('https://pay.example/checkout?');
    expect(addresses[0]).toContain(encodeURIComponent(`outcome=failed&order=${begun.orderId}`));
    expect(addresses[0]).not.toContain(SAMPLE_TOKEN);
    expect(localStorage.getItem('guest-payment')).toContain(begun.orderId);
  });

  it('names the ways by what the guest pays with, and not by their providers', async () => {
    const addresses = left(['TOSS', 'PORTONE']);
    await open(UNPAID);
    await click('20,000원 결제하기');
    const panel = within(await soon(() => screen.getByTestId('payment-panel')));
    expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '카드 · 간편결제',
      '카드 · 간편결제 (다른 결제창)',
    ]);
    expect(addresses).toEqual([]);
    await click('카드 · 간편결제');
    expect(addresses).toHaveLength(1);
  });

  it('is not begun where the browser forbids the storage, and names the phone of the store', async () => {
    const forbid = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbid, setItem: forbid, removeItem: forbid });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answer = () => json({ payments: [], checkoutProviders: ['TOSS'] });
    await open(UNPAID);
    await click('20,000원 결제하기');
    const panel = within(await soon(() => screen.getByTestId('payment-panel')));
    expect(panel.getByText(/온라인으로 결제할 수 없어요/)).toBeTruthy();
    expect(panel.getByRole('link').getAttribute('href')).toBe('tel:02-555-0152'.replaceAll('-', ''));
    expect([panel.queryByRole('button'), posts]).toEqual([null, []]);
  });
});

describe('rating a stay (GP-5)', () => {
  const ENDED_STAY = samplePage({ rating: { isAllowed: true, given: null } }, { state: 'COMPLETED' });

  it('repeats a lost rating with its key, and another one with a new key', async () => {
    answer = lost;
    await open(ENDED_STAY);
    const form = await soon(() => screen.getByTestId('rating'));
    fireEvent.click(within(form).getByRole('radio', { name: '4점' }));
    await click('보내기');
    await click('보내기');
    expect([posts.length, keys().size]).toEqual([2, 1]);
    fireEvent.click(within(form).getByRole('radio', { name: '5점' }));
    await click('보내기');
    expect([posts.length, keys().size]).toEqual([3, 2]);
  });

  it('shows the rating that arrived although its answer was lost', async () => {
    answer = lost;
    await open(ENDED_STAY);
    const form = await soon(() => screen.getByTestId('rating'));
    fireEvent.click(within(form).getByRole('radio', { name: '4점' }));
    const given = { score: 4 as const, remark: '', ratedAt: '2026-11-25T10:55:00.000Z' };
    shown = { ...ENDED_STAY, rating: { isAllowed: false, given } };
    await click('보내기');
    expect(form.textContent).toContain('4점을 주셨어요');
  });
});

describe('cancelling (GT-8)', () => {
  const { may } = samplePage().reservation;
  const cancel = { isAllowed: true, from: null, until: null };
  const TERMS = {
    version: 3,
    mayCancel: cancel,
    cancellation: { refundAmount: 20_000, refundPercent: 100 },
    proof: 'NONE',
    accountProof: 'PHONE_CODE',
  };
  const PAYMENTS = { payments: [{ id: '1', provider: 'TOSS', method: 'CARD', state: 'DONE' }] };
  const openPanel = async () => {
    await open(samplePage({}, { may: { ...may, cancel } }));
    await click('예약 취소');
    await soon(() => screen.getByTestId('cancel-panel'));
    await settle();
  };
  const answerWith = (reply: () => Response | Promise<Response>, isEnded: () => boolean) => {
    answer = (path, method) => {
      if (method === 'POST') return reply();
      if (isEnded()) return refusal('GUEST_TOKEN_INVALID', 401);
      return json(path.endsWith('/cancellation') ? TERMS : PAYMENTS);
    };
  };

  it('shows the cancelled stay when the answer was lost and the server had carried it out (GP-9)', async () => {
    answerWith(
      () => {
        shown = CANCELLED;
        return lost();
      },
      () => false,
    );
    await openPanel();
    await click('취소하고 20,000원 환불받기');
    const card = await soon(() => screen.getByTestId('cancelled'));
    expect(card.textContent).toContain('20,000원을 돌려드려요');
    expect(screen.queryByTestId('manage')).toBeNull();
  });

  it('shows the link as ended when the server refused the cancellation because it has', async () => {
    answerWith(
      () => {
        shown = 'ENDED';
        return refusal('GUEST_TOKEN_INVALID', 401);
      },
      () => shown === 'ENDED',
    );
    await openPanel();
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByTestId('invalid-link')).toBeTruthy();
  });

  it('shows the fault, and the offer again, when the answer was lost and the reservation is still there', async () => {
    answerWith(lost, () => false);
    await openPanel();
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByRole('alert').textContent).toContain('인터넷 연결이 끊겼어요');
    expect(screen.getByRole('button', { name: '취소하고 20,000원 환불받기' })).toBeTruthy();
  });
});

describe('naming an account for the refund (GT-20)', () => {
  const { may } = samplePage().reservation;
  const cancel = { isAllowed: true, from: null, until: null };
  const openPanel = async (accountProof: string) => {
    const sent: { readonly path: string; readonly body: unknown }[] = [];
    answer = (path, method, body) => {
      if (method === 'POST') {
        sent.push({ path: path.split('/').at(-1) ?? '', body });
        return json({ expiresAt: '2026-11-25T10:55:00.000Z', now: '2026-11-25T10:50:00.000Z' });
      }
      return json(
        path.endsWith('/cancellation')
          ? {
              version: 3,
              mayCancel: cancel,
              cancellation: { refundAmount: 20_000, refundPercent: 100 },
              proof: 'NONE',
              accountProof,
            }
          : { payments: [{ id: '1', provider: 'MANUAL', method: 'CASH', state: 'DONE' }] },
      );
    };
    await open(samplePage({}, { may: { ...may, cancel } }));
    await click('예약 취소');
    await soon(() => screen.getByTestId('cancel-panel'));
    await settle();
    return sent;
  };

  it('needs a code of the phone also on the only device, unless the guest gives the account to the store later', async () => {
    const sent = await openPanel('PHONE_CODE');
    expect(screen.getByTestId('phone-code').textContent).toContain('환불 계좌를 정할 수 있게');
    await click('인증번호 받기');
    expect(sent).toMatchObject([{ path: 'phone-code', body: { forAccount: true } }]);
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByRole('alert').textContent).toContain('계좌번호');
    fireEvent.click(screen.getByLabelText('계좌는 나중에 매장에 알려 줄게요'));
    expect(screen.queryByTestId('phone-code')).toBeNull();
    await click('취소하고 20,000원 환불받기');
    expect(sent[1]).toEqual({ path: 'cancel', body: { version: 3, expectedRefundAmount: 20_000 } });
  });

  it('leaves the account to the store when no code can reach the guest', async () => {
    const sent = await openPanel('STORE');
    expect(screen.getByTestId('account-by-store').textContent).toContain('연락드려');
    expect(screen.queryByLabelText('계좌번호')).toBeNull();
    await click('취소하고 20,000원 환불받기');
    expect(sent).toEqual([{ path: 'cancel', body: { version: 3, expectedRefundAmount: 20_000 } }]);
  });
});

describe('cancelling with a link that was used on a second device (GT-14)', () => {
  const { may } = samplePage().reservation;
  const cancel = { isAllowed: true, from: null, until: null };
  const terms = (proof: 'PHONE_CODE' | 'EMAIL_CODE' | 'STORE') => ({
    version: 3,
    mayCancel: cancel,
    cancellation: { refundAmount: 20_000, refundPercent: 100 },
    proof,
    accountProof: proof,
  });
  const openPanel = async () => {
    await open(samplePage({}, { may: { ...may, cancel } }));
    await click('예약 취소');
    await soon(() => screen.getByTestId('cancel-panel'));
    await settle();
  };

  it('sends a code to the phone, keeps the form after a wrong one, and cancels with the right one', async () => {
    const cancelled: unknown[] = [];
    let accepts = false;
    answer = (path, method, body) => {
      if (path.endsWith('/phone-code'))
        return json({ expiresAt: '2026-11-25T10:55:00.000Z', now: '2026-11-25T10:50:00.000Z' });
      if (method === 'POST') {
        cancelled.push(body);
        if (!accepts) return refusal('INVALID_CODE', 401);
        shown = CANCELLED;
        return json({ refundAmount: 20_000 });
      }
      return json(path.endsWith('/cancellation') ? terms('PHONE_CODE') : { payments: [] });
    };
    await openPanel();
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByRole('alert').textContent).toContain('인증번호 6자리를 입력해');
    expect(cancelled).toEqual([]);
    await click('인증번호 받기');
    const field = screen.getByLabelText('인증번호 6자리');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '12 34 56' } });
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByRole('alert').textContent).toContain('맞지 않거나 시간이 지났어요');
    accepts = true;
    fireEvent.change(field, { target: { value: '654321' } });
    await click('취소하고 20,000원 환불받기');
    const card = await soon(() => screen.getByTestId('cancelled'));
    expect(card.textContent).toContain('20,000원을 돌려드려요');
    expect(cancelled).toMatchObject([{ phoneCode: '123456' }, { phoneCode: '654321' }]);
  });

  it('names the e-mail address of a guest whose phone is abroad (BK-16)', async () => {
    answer = (path) => {
      if (path.endsWith('/phone-code'))
        return json({ expiresAt: '2026-11-25T10:55:00.000Z', now: '2026-11-25T10:50:00.000Z' });
      return json(path.endsWith('/cancellation') ? terms('EMAIL_CODE') : { payments: [] });
    };
    await openPanel();
    expect(screen.getByTestId('phone-code').textContent).toContain('이메일 주소로');
    await click('취소하고 20,000원 환불받기');
    expect(screen.getByRole('alert').textContent).toContain('이메일로 받은 인증번호');
    await click('인증번호 받기');
    expect(screen.getByTestId('phone-code').textContent).toContain('이메일로 보낸 6자리');
  });

  it('names the store, and has no button, when the reservation has no mobile phone', async () => {
    answer = (path) => json(path.endsWith('/cancellation') ? terms('STORE') : { payments: [] });
    await openPanel();
    expect(screen.getByTestId('cancel-panel').textContent).toContain('연락해 주세요');
    expect(screen.queryByRole('button', { name: /환불받기|취소하기/ })).toBeNull();
  });
});

describe('a part whose code does not load', () => {
  it('offers a reload with a connection, and another try without one', async () => {
    const { LatePart } = await import('./late-part.tsx');
    const { GuestContext, createSend } = await import('./guest-context.ts');
    const { createGuestFormat } = await import('../shared/guest-format.ts');
    await open(samplePage());
    const page = samplePage();
    const view = {
      token: SAMPLE_TOKEN,
      page,
      language: 'kr' as const,
      text: korean,
      format: createGuestFormat('kr', 'Asia/Seoul'),
      live,
      send: createSend(SAMPLE_TOKEN, 'playroom'),
    };
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const part = (
      <GuestContext.Provider value={view}>
        <LatePart load={load} props={{}} />
      </GuestContext.Provider>
    );
    const { unmount } = render(part);
    await settle();
    expect(screen.getByRole('button', { name: '새로 고침' })).toBeTruthy();
    unmount();
    isOnline.mockReturnValue(false);
    render(part);
    await settle();
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeTruthy();
  });
});
