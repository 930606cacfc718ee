import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberOrder, claimOrder, type PaymentOrder } from './payment-order.ts';
import { openPaymentWindow } from './payment-window.ts';

const ORDER: PaymentOrder = {
  provider: 'TOSS',
  orderId: '0190bbbb-0000-7000-8000-000000000001',
  orderName: '1번 룸',
  clientKey: 'live_ck_1',
  merchantId: 'store-1',
  amount: 20_000,
};
const back = (query: string) => `${location.origin}/g/return?${query}`;

afterEach(() => {
  delete window.TossPayments;
  delete window.PortOne;
  sessionStorage.clear();
});

describe('the window of Toss (GP-8)', () => {
  const requestPayment = vi.fn<(request: object) => Promise<void>>();
  const payment = vi.fn((_of: object) => ({ requestPayment }));
  beforeEach(() => {
    requestPayment.mockReset().mockResolvedValue(undefined);
    window.TossPayments = Object.assign(() => ({ payment }), { ANONYMOUS: 'ANONYMOUS' });
  });

  it('gets the amount of the server, and addresses of return without a token', async () => {
    expect(await openPaymentWindow(ORDER)).toBeNull();
    expect(payment).toHaveBeenCalledWith({ customerKey: 'ANONYMOUS' });
    expect(requestPayment).toHaveBeenCalledWith({
      method: 'CARD',
      amount: { currency: 'KRW', value: 20_000 },
      orderId: ORDER.orderId,
      orderName: '1번 룸',
      successUrl: back('dueAmount=20000'),
      failUrl: back(`outcome=failed&order=${ORDER.orderId}`),
    });
  });

  it('leads back when the guest closes it, and throws what is no answer of the provider', async () => {
    requestPayment.mockRejectedValueOnce({ code: 'USER_CANCEL', message: '취소' });
    expect(await openPaymentWindow(ORDER)).toBe(back(`outcome=failed&order=${ORDER.orderId}&code=USER_CANCEL`));
    requestPayment.mockRejectedValueOnce(new TypeError('of the script'));
    await expect(openPaymentWindow(ORDER)).rejects.toThrow('of the script');
    delete window.TossPayments;
    await expect(openPaymentWindow(ORDER)).rejects.toThrow('did not define');
  });
});

describe('the window of PortOne (GP-8)', () => {
  const order: PaymentOrder = { ...ORDER, provider: 'PORTONE', clientKey: 'channel-1' };

  it('names the payment by its order, and leads back with the outcome', async () => {
    const requestPayment = vi.fn().mockResolvedValueOnce({ paymentId: order.orderId });
    window.PortOne = { requestPayment };
    expect(await openPaymentWindow(order)).toBe(back(`dueAmount=20000&paymentId=${order.orderId}`));
    expect(requestPayment).toHaveBeenCalledWith({
      storeId: 'store-1',
      channelKey: 'channel-1',
      paymentId: order.orderId,
      orderName: '1번 룸',
      totalAmount: 20_000,
      currency: 'KRW',
      payMethod: 'CARD',
      redirectUrl: back('dueAmount=20000'),
    });
  });

  it('lets the server find out whether money was taken when the window failed', async () => {
    const toServer = back(`dueAmount=20000&paymentId=${order.orderId}`);
    const log = vi.spyOn(console, 'error').mockReturnValue();
    window.PortOne = { requestPayment: vi.fn().mockResolvedValueOnce({ code: 'FAILURE_TYPE_PG', message: '거절' }) };
    expect(await openPaymentWindow(order)).toBe(toServer);
    window.PortOne = { requestPayment: vi.fn().mockRejectedValueOnce(new Error('of the script')) };
    expect(await openPaymentWindow(order)).toBe(toServer);
    expect(log).toHaveBeenCalledOnce();
    delete window.PortOne;
    await expect(openPaymentWindow(order)).rejects.toThrow('did not define');
    log.mockRestore();
  });
});

it('an order is taken once, so that a reload does not open the window again', () => {
  rememberOrder(ORDER);
  expect([claimOrder(), claimOrder()]).toEqual([ORDER, null]);
});
