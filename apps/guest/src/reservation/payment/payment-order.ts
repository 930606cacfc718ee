import type { BegunPayment } from '@munjigi/contract';

/** What the window of a provider needs to know of a payment that the server began. */
export type PaymentOrder = Pick<BegunPayment, 'orderId' | 'orderName' | 'clientKey' | 'merchantId'> & {
  readonly provider: BegunPayment['payment']['provider'];
  readonly amount: number;
};

const KEY = 'guest-payment-order';

/**
 * Keeps the order for the document that opens the window, in the storage of the tab: an order in its address could be
 * written by a stranger, who would receive the money.
 */
export function rememberOrder(order: PaymentOrder): void {
  sessionStorage.setItem(KEY, JSON.stringify(order));
}

/** The order, once: a reload or the back button does not open the window again. `null`: no order waits. */
export function claimOrder(): PaymentOrder | null {
  const order = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PaymentOrder | null;
  sessionStorage.removeItem(KEY);
  return order;
}

/** Where a provider sends the guest back to. The address has no token, which waits in the storage of the browser. */
export function returnAddress(params: Readonly<Record<string, string>>): string {
  return `${location.origin}/g/return?${new URLSearchParams(params).toString()}`;
}

/** The address after a closed window. `order` is ours, because a provider does not always name its order there. */
export function failureAddress(orderId: string, code?: string): string {
  return returnAddress({ outcome: 'failed', order: orderId, ...(code !== undefined && { code }) });
}

/** Read by the script of the document (index.html). */
const DEVICE_KEY = 'guest-payment';
const DEVICE_MS = 3600_000;

/**
 * Keeps the token of an order on the device for an hour: apps of card companies return to another tab. Without this
 * storage that tab shows only the result (GT-16).
 */
export function rememberPayment(orderId: string, token: string): void {
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify({ order: orderId, token, until: Date.now() + DEVICE_MS }));
  } catch (error) {
    console.warn(error);
  }
}

export function forgetPayment(): void {
  try {
    localStorage.removeItem(DEVICE_KEY);
  } catch (error) {
    console.warn(error);
  }
}

/** What a provider, or our own page, put into the address of return. */
export interface ReturnedPayment {
  /** Empty: the address names no order. */
  readonly orderId: string;
  readonly paymentKey: string | null;
  readonly amount: number;
  /** Whether a provider wrote the address, and not this page after it had the result. */
  readonly isOfProvider: boolean;
  /**
   * The guest closed the page or the window of Toss, which takes no money before the server confirms. PortOne takes it in
   * its window, so the server asks about every payment that it names.
   */
  readonly isDeclined: boolean;
}

export function readReturnedPayment(search: string): ReturnedPayment {
  const params = new URLSearchParams(search);
  return {
    orderId: params.get('orderId') ?? params.get('paymentId') ?? params.get('order') ?? '',
    paymentKey: params.get('paymentKey'),
    amount: Number(params.get('amount') ?? params.get('dueAmount')),
    isOfProvider: params.has('orderId') || params.has('paymentId'),
    isDeclined: params.get('outcome') === 'failed',
  };
}
