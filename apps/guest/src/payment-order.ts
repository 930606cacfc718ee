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
export function takeOrder(): PaymentOrder | null {
  const order = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PaymentOrder | null;
  sessionStorage.removeItem(KEY);
  return order;
}

/** Where a provider sends the guest back to. The address has no token, which waits in the storage of the tab. */
export function returnAddress(params: Readonly<Record<string, string>>): string {
  return `${location.origin}/g/return?${new URLSearchParams(params).toString()}`;
}
