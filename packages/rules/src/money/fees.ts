import { roundedHalfUp, splitVat } from './vat.ts';

/** A rate in 1/100,000: 2,530 is 2.53 %. */
export interface FeeTerms {
  /** The first calendar date of the terms, `2025-02-14`. */
  readonly validFrom: string;
  readonly rate: number;
  /** Whether VAT is included in the rate or added on top. */
  readonly vat: 'INCLUSIVE' | 'EXCLUSIVE';
}

export interface Fee {
  /** The fee without its VAT. */
  readonly supplyAmount: number;
  readonly vatAmount: number;
}

/** The terms that apply on a date; `null` before the first ones. */
export function termsOn<T extends { readonly validFrom: string }>(terms: readonly T[], date: string): T | null {
  let found: T | null = null;
  for (const term of terms)
    if (term.validFrom <= date && (found === null || term.validFrom > found.validFrom)) found = term;
  return found;
}

/** The fee that a provider keeps of a payment, by rate, rounded half up to the won (docs/domain.md 2 and 5). */
export function feeOf(amount: number, { rate, vat }: Pick<FeeTerms, 'rate' | 'vat'>): Fee {
  const byRate = roundedHalfUp(BigInt(amount) * BigInt(rate), 100_000n);
  if (vat === 'EXCLUSIVE') return { supplyAmount: byRate, vatAmount: roundedHalfUp(BigInt(byRate), 10n) };
  const { supplyAmount, vatAmount } = splitVat(byRate);
  return { supplyAmount, vatAmount };
}

/**
 * Card fees of small merchants by their yearly sales, as the Financial Services Commission sets them; reclassified each
 * February and August.
 */
export const CARD_FEE_CLASSES = [
  {
    validFrom: '2025-02-14',
    classes: [
      { yearlySalesUpTo: 300_000_000, creditRate: 400, checkRate: 150 },
      { yearlySalesUpTo: 500_000_000, creditRate: 1000, checkRate: 750 },
      { yearlySalesUpTo: 1_000_000_000, creditRate: 1150, checkRate: 900 },
      { yearlySalesUpTo: 3_000_000_000, creditRate: 1450, checkRate: 1150 },
    ],
  },
] as const;

/**
 * The card rate on a date, in 1/100,000; `null` where each merchant agrees on it individually: above the classes, or
 * before the first of them.
 */
export function cardFeeRate(yearlySales: number, card: 'CREDIT' | 'CHECK', date: string): number | null {
  const found = termsOn(CARD_FEE_CLASSES, date)?.classes.find((item) => yearlySales <= item.yearlySalesUpTo);
  return found === undefined ? null : card === 'CREDIT' ? found.creditRate : found.checkRate;
}
