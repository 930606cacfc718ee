import type { AddOnLine, AddOnUnit, CouponKind } from '@munjigi/contract';
import { MINUTE_MS } from '../time/durations.ts';

/** An add-on as a stay has it: how much of it, at which price. */
export interface AddOnChoice {
  readonly addOnId: string;
  readonly label: string;
  readonly unit: AddOnUnit;
  readonly quantity: number;
  /** The price of one piece in won, for the stay or for an hour. */
  readonly unitAmount: number;
}

/** What a coupon takes off. */
export interface DiscountTerms {
  readonly kind: CouponKind;
  readonly percent: number | null;
  readonly fixedAmount: number | null;
  readonly maxDiscountAmount: number | null;
}

/** How long a coupon can be redeemed: two years. Hashes of phones are kept until a week after its end (CP-4). */
export const MOST_COUPON_DAYS = 731;

/**
 * The least amount in won that every method of the providers takes: 100 by card, 200 by account (docs/domain.md 2). The
 * server asks for no smaller amount online.
 */
export const LEAST_ONLINE_WON = 200;

/** The lines of add-ons for a period. An add-on by the hour counts part hours in proportion, rounded down to the won (BK-13). */
export function priceAddOns(
  choices: readonly AddOnChoice[],
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): AddOnLine[] {
  const stayMinutes = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
  return choices.map(({ addOnId, label, unit, quantity, unitAmount }) => {
    const minutes = unit === 'HOUR' ? stayMinutes : 0;
    const perStay = unitAmount * quantity;
    const amount = unit === 'HOUR' ? Math.floor((perStay * minutes) / 60) : perStay;
    return { addOnId, label, unit, quantity, unitAmount, minutes, amount };
  });
}

/**
 * The discount of a price in won: never more than the price, and a percentage rounded down to the won. It leaves nothing, or
 * what can be paid online (CP-2).
 */
export function discountOf(terms: DiscountTerms, priceAmount: number): number {
  const most = computeFullDiscount(terms, priceAmount);
  const isPayable = most === priceAmount || priceAmount - most >= LEAST_ONLINE_WON;
  return isPayable || priceAmount < LEAST_ONLINE_WON ? most : priceAmount - LEAST_ONLINE_WON;
}

/** Whether the coupon takes off less than its terms say, because a guest could not pay the rest online (CP-2). */
export function isDiscountReduced(terms: DiscountTerms, priceAmount: number): boolean {
  return discountOf(terms, priceAmount) < computeFullDiscount(terms, priceAmount);
}

function computeFullDiscount(
  { kind, percent, fixedAmount, maxDiscountAmount }: DiscountTerms,
  priceAmount: number,
): number {
  const amount = kind === 'PERCENT' ? Math.floor((priceAmount * (percent ?? 0)) / 100) : (fixedAmount ?? 0);
  return Math.min(priceAmount, amount, maxDiscountAmount ?? amount);
}
