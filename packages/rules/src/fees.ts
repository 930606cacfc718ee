import { roundedHalfUp, splitVat } from './vat.ts';

/** Of 100,000: 2,530 is 2.53 %. */
export interface FeeTerms {
  /** The first calendar date, `2025-02-14`. */
  readonly validFrom: string;
  readonly rate: number;
  /** Is the VAT in what the rate gives, or does it come on top? */
  readonly vat: 'INCLUSIVE' | 'EXCLUSIVE';
}

export interface Fee {
  /** Without its VAT. */
  readonly supplyAmount: number;
  readonly vatAmount: number;
}

/** The terms that hold on a date, of however many; `null` before the first. */
export function termsOn<T extends { readonly validFrom: string }>(terms: readonly T[], date: string): T | null {
  let found: T | null = null;
  for (const term of terms)
    if (term.validFrom <= date && (found === null || term.validFrom > found.validFrom)) found = term;
  return found;
}

/** What a provider keeps of a payment, by rate, rounded half up to the won (docs/domain.md 2 and 5). */
export function feeOf(amount: number, { rate, vat }: Pick<FeeTerms, 'rate' | 'vat'>): Fee {
  const byRate = roundedHalfUp(BigInt(amount) * BigInt(rate), 100_000n);
  if (vat === 'EXCLUSIVE') return { supplyAmount: byRate, vatAmount: roundedHalfUp(BigInt(byRate), 10n) };
  const { supplyAmount, vatAmount } = splitVat(byRate);
  return { supplyAmount, vatAmount };
}

/** Small merchants' card fees by their sales of a year, as the Financial Services Commission sets them; re-rated each February and August. */
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

/** The rate of a card on a date, of 100,000; `null` where it is agreed on with each merchant: above the classes, or before the first of them. */
export function cardFeeRate(yearlySales: number, card: 'CREDIT' | 'CHECK', date: string): number | null {
  const found = termsOn(CARD_FEE_CLASSES, date)?.classes.find((item) => yearlySales <= item.yearlySalesUpTo);
  return found === undefined ? null : card === 'CREDIT' ? found.creditRate : found.checkRate;
}
