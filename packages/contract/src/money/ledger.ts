/**
 * The double-entry ledger (SL-3, NX-5). Amounts are in won, debit positive, credit negative; each transaction sums to
 * zero.
 */

/** The accounts of the ledger. */
export const LEDGER_ACCOUNTS = [
  /** Money held by a provider until it pays out. */
  'MONEY_AT_PROVIDER',
  /** Money that a booking channel collected, until it pays out (CH-2). */
  'MONEY_AT_CHANNEL',
  /** Money at the store: cash, the terminal at the store, the store's own bank account. */
  'MONEY_AT_STORE',
  /** Money held by a merchant of the store itself, until the provider pays it out to the store (MC-8). */
  'MONEY_AT_STORE_MERCHANT',
  'SALES_SUPPLY',
  'SALES_VAT',
  'SALES_TAX_FREE',
  /** What guests paid for passes and have not used: the store owes it to them (PS-6). */
  'PREPAID_PASSES',
  'PROVIDER_FEE',
  'PROVIDER_FEE_VAT',
  /** What a booking channel keeps of the money that it collected. */
  'CHANNEL_COMMISSION',
  'CHANNEL_COMMISSION_VAT',
  /** What head office pays for the discounts of its coupons: the store's supply value and VAT (CP-5). */
  'COUPON_SUPPLY',
  'COUPON_VAT',
  /** The royalty of head office (SL-4). */
  'ROYALTY',
  'ROYALTY_VAT',
  /** What head office owes the store and has not promised for a day yet; negative: what the store owes. */
  'DUE_FROM_HEAD_OFFICE',
  /** A payout that is promised for a day, until it is paid. */
  'PAYOUT',
  /** Tax paid to the tax office for a store whose payee is no business. */
  'WITHHOLDING',
  /** The contra account of an adjustment. */
  'ADJUSTMENTS',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const SALES_KINDS = ['PAYMENT', 'REFUND', 'REVERSAL'] as const;
export type SalesKind = (typeof SALES_KINDS)[number];

/**
 * Kinds other than sales are between a store and head office: the discount of a coupon that head office bears, a dated
 * correction, a closed period, its payout.
 */
export const LEDGER_KINDS = [...SALES_KINDS, 'COUPON', 'ADJUSTMENT', 'SETTLEMENT', 'PAYOUT'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/**
 * From a price (or from the money received in a day) to what is left of it: deductions are negative, `LEFT` takes the
 * rest, and all steps sum to zero.
 */
export const WATERFALL_STEPS = [
  'PRICE',
  'UNPAID',
  'OVERPAID',
  'RECEIVED',
  'REFUNDED',
  /** What head office pays for the discount of its coupon (CP-5). */
  'COUPON',
  'VAT',
  'PROVIDER_FEE',
  'PROVIDER_FEE_VAT',
  'CHANNEL_COMMISSION',
  'CHANNEL_COMMISSION_VAT',
  'LEFT',
] as const;
export type WaterfallStep = (typeof WATERFALL_STEPS)[number];
