import { failureAddress, returnAddress, type PaymentOrder } from './payment-order.ts';

/**
 * The windows of the payment providers, opened by their own scripts. Sources: docs.tosspayments.com/sdk/v2/js and
 * developers.portone.io (browser SDK v2).
 */

export const WINDOW_SCRIPTS = {
  TOSS: 'https://js.tosspayments.com/v2/standard',
  PORTONE: 'https://cdn.portone.io/v2/browser-sdk.js',
} as const;

type WindowProvider = keyof typeof WINDOW_SCRIPTS;

/** A refusal, or the guest closed the window: the provider's own code. */
interface WindowFault {
  readonly code?: string;
  readonly message?: string;
}

interface TossRequest {
  readonly method: 'CARD';
  readonly amount: { readonly currency: 'KRW'; readonly value: number };
  readonly orderId: string;
  readonly orderName: string;
  readonly successUrl: string;
  readonly failUrl: string;
}
interface TossSdk {
  (clientKey: string): {
    payment(of: { readonly customerKey: string }): { requestPayment(request: TossRequest): Promise<void> };
  };
  readonly ANONYMOUS: string;
}

interface PortoneRequest {
  readonly storeId: string;
  readonly channelKey: string;
  readonly paymentId: string;
  readonly orderName: string;
  readonly totalAmount: number;
  readonly currency: 'KRW';
  readonly payMethod: 'CARD';
  readonly redirectUrl: string;
}
interface PortoneSdk {
  /** Resolves with nothing where the browser leaves for the address of return instead. */
  requestPayment(request: PortoneRequest): Promise<WindowFault | undefined>;
}

declare global {
  interface Window {
    TossPayments?: TossSdk;
    PortOne?: PortoneSdk;
  }
}

export function hasWindow(provider: PaymentOrder['provider']): provider is WindowProvider {
  return provider in WINDOW_SCRIPTS;
}

/**
 * Opens the window of the provider, whose script is loaded. Resolves with the address to go to, or with `null` where
 * the provider leaves the page itself.
 */
export async function openPaymentWindow(order: PaymentOrder): Promise<string | null> {
  const dueAmount = String(order.amount);
  try {
    if (order.provider === 'TOSS') {
      await openToss(order, dueAmount);
      return null;
    }
    // PortOne takes the money in its window, and a failure may come after that: the server asks PortOne in every case.
    await openPortone(order, dueAmount);
  } catch (error) {
    // Toss rejects when the guest closes its window, and takes no money before the server confirms.
    const fault = error as WindowFault;
    if (order.provider === 'TOSS') {
      if (typeof fault.code !== 'string') throw error;
      return failureAddress(order.orderId, fault.code);
    }
    if (window.PortOne === undefined) throw error;
    console.error(error);
  }
  return returnAddress({ dueAmount, paymentId: order.orderId });
}

async function openToss({ clientKey, orderId, orderName, amount }: PaymentOrder, dueAmount: string): Promise<void> {
  const { TossPayments } = window;
  if (TossPayments === undefined) throw new Error('The script of Toss did not define its function');
  // Guests have no account, and the provider must not link their payments.
  const payment = TossPayments(clientKey).payment({ customerKey: TossPayments.ANONYMOUS });
  await payment.requestPayment({
    method: 'CARD',
    amount: { currency: 'KRW', value: amount },
    orderId,
    orderName,
    successUrl: returnAddress({ dueAmount }),
    failUrl: failureAddress(orderId),
  });
}

function openPortone(
  { clientKey, merchantId, orderId, orderName, amount }: PaymentOrder,
  dueAmount: string,
): Promise<WindowFault | undefined> {
  const { PortOne } = window;
  if (PortOne === undefined) throw new Error('The script of PortOne did not define its object');
  return PortOne.requestPayment({
    storeId: merchantId,
    channelKey: clientKey,
    paymentId: orderId,
    orderName,
    totalAmount: amount,
    currency: 'KRW',
    payMethod: 'CARD',
    redirectUrl: returnAddress({ dueAmount }),
  });
}
