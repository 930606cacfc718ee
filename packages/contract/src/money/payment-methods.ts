/**
 * PY-1: the methods of payment, in the order of every form, filter, table, chart and file. `PASS`: units of a prepaid
 * pass, whose money came before (PS-3).
 */
export const PAYMENT_METHODS = ['CARD', 'EASY_PAY', 'VIRTUAL_ACCOUNT', 'TRANSFER', 'CASH', 'ON_SITE', 'PASS'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The methods that a person can record manually. `CARD`: at the store's own terminal. */
export const MANUAL_METHODS = inOrder('CARD', 'TRANSFER', 'CASH', 'ON_SITE');
export type ManualMethod = (typeof MANUAL_METHODS)[number];

/** The methods that go through a provider or a channel: other methods have no fee. */
export const PROVIDER_METHODS = inOrder('CARD', 'EASY_PAY', 'VIRTUAL_ACCOUNT', 'TRANSFER');

/** Without a virtual account: its deposit comes hours later, and an unpaid reservation is not held that long. */
export const OUTSIDE_METHODS = inOrder('CARD', 'EASY_PAY', 'TRANSFER');

/** For sorting: the place of a method in `PAYMENT_METHODS`; no method comes last. */
export function comparePaymentMethods(a: PaymentMethod | null, b: PaymentMethod | null): number {
  const place = (method: PaymentMethod | null) =>
    method === null ? PAYMENT_METHODS.length : PAYMENT_METHODS.indexOf(method);
  return place(a) - place(b);
}

function inOrder<M extends PaymentMethod>(...methods: readonly M[]): M[] {
  return PAYMENT_METHODS.filter((method): method is M => methods.some((other) => other === method));
}
