/** CR-1: who issues the cash receipts of a store. `NONE`: the store issues them by itself, or none. */
export const CASH_RECEIPT_ISSUERS = ['NONE', 'TOSS', 'PORTONE'] as const;
export type CashReceiptIssuer = (typeof CASH_RECEIPT_ISSUERS)[number];

/** `INCOME`: the guest deducts it from income tax. `EXPENSE`: a business proves an expense with it. */
export const CASH_RECEIPT_PURPOSES = ['INCOME', 'EXPENSE'] as const;
export type CashReceiptPurpose = (typeof CASH_RECEIPT_PURPOSES)[number];

export const CASH_RECEIPT_NUMBER_KINDS = ['PHONE', 'CARD', 'BUSINESS'] as const;
export type CashReceiptNumberKind = (typeof CASH_RECEIPT_NUMBER_KINDS)[number];

/**
 * `NONE`: nothing is to be issued. `WAITING`: for a number, until the store issues it without one. `ISSUING`: a request to
 * the provider is not answered yet. `REFUSED`: the provider refused to issue or to cancel, and a person has to act.
 */
export const CASH_RECEIPT_STATES = ['NONE', 'WAITING', 'ISSUING', 'ISSUED', 'CANCELLED', 'REFUSED'] as const;
export type CashReceiptState = (typeof CASH_RECEIPT_STATES)[number];
