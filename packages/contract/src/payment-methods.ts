/** PY-1: the methods of payment. */
export const PAYMENT_METHODS = ['CARD', 'VIRTUAL_ACCOUNT', 'TRANSFER', 'CASH', 'EASY_PAY', 'ON_SITE'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
