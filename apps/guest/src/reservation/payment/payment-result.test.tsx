import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import kr from '../../locales/kr.json';
import { PaymentResultPage } from './payment-result.tsx';
import { createTranslate } from '../../shared/texts.ts';

const ADDRESS = '/g/return?dueAmount=20000&paymentKey=k1&orderId=o7&amount=20000';
const STAY = {
  storeName: '홍대점',
  timeZone: 'Asia/Seoul',
  startsAt: '2026-11-25T01:00:00.000Z',
  endsAt: '2026-11-25T03:00:00.000Z',
};
const bodies: unknown[] = [];
let answer: () => Response | Promise<Response>;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const result = () => screen.getByTestId('payment-result').textContent ?? '';

beforeEach(() => {
  vi.useFakeTimers();
  bodies.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit & { readonly body: string }) => {
    expect([path, new Headers(init.headers).get('authorization')]).toEqual(['/api/v2/guest/payment-return', null]);
    bodies.push(JSON.parse(init.body));
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open(address: string) {
  history.replaceState(null, '', address);
  const [, search = ''] = address.split('?');
  render(
    <PaymentResultPage
      search={`?${search}`}
      language="kr"
      text={createTranslate(kr)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
}

describe('the page of a return without a token (GT-16)', () => {
  it.each([
    ['PAID', '결제가 끝났어요', '메시지의 링크에서 볼 수 있어요'],
    ['DECLINED', '결제된 금액은 없어요', '받으신 메시지의 링크를 열어'],
    ['REFUNDED', '결제 금액을 돌려드려요', '홍대점에서 환불해'],
  ])('shows %s with store and time, and removes the key from the address', async (outcome, head, about) => {
    answer = () => json({ result: outcome, ...STAY });
    await open(ADDRESS);
    for (const words of [head, about, '홍대점', '11월 25일 (수)', '10:00–12:00']) expect(result()).toContain(words);
    expect(bodies).toEqual([{ orderId: 'o7', paymentKey: 'k1', amount: 20_000 }]);
    expect(location.pathname + location.search).toBe('/g/return?order=o7');
  });

  it('asks again without the key while the provider has not answered, and once all of it on a tap', async () => {
    answer = () => json({ result: 'CONFIRMING', ...STAY });
    await open(ADDRESS);
    expect(result()).toContain('결제를 확인하고 있어요');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(bodies.slice(1)).toEqual([{ orderId: 'o7' }]);
    expect(location.search).toContain('paymentKey');
    answer = () => json({ result: 'PAID', ...STAY });
    fireEvent.click(screen.getByRole('button', { name: '다시 확인하기' }));
    await settle();
    expect(bodies.at(-1)).toEqual({ orderId: 'o7', paymentKey: 'k1', amount: 20_000 });
    expect(result()).toContain('결제가 끝났어요');
  });

  it('keeps the key until an answer arrives, and offers another try', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await open(ADDRESS);
    expect(screen.getByRole('alert').textContent).toContain('인터넷 연결이 끊겼어요');
    expect(location.search).toContain('paymentKey');
    answer = () => json({ result: 'PAID', ...STAY });
    fireEvent.click(screen.getByRole('button', { name: '다시 확인하기' }));
    await settle();
    expect(result()).toContain('결제가 끝났어요');
  });

  it('asks for no money after a closed window, and says how to go on without an order or with an unknown one', async () => {
    answer = () => json({ result: 'DECLINED', ...STAY });
    await open('/g/return?outcome=failed&order=o7&code=PAY_PROCESS_CANCELED');
    expect(bodies).toEqual([{ orderId: 'o7' }]);
    cleanup();
    answer = () => json({ code: 'NOT_FOUND', status: 404 }, 404);
    await open(ADDRESS);
    expect(screen.getByTestId('invalid-link').textContent).toContain('결제창에서 돌아왔지만');
    cleanup();
    bodies.length = 0;
    await open('/g/return?outcome=failed');
    expect(screen.getByTestId('invalid-link').textContent).toContain('결제창에서 돌아왔지만');
    expect(bodies).toEqual([]);
  });
});
