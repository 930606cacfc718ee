import type { CouponRefusal } from '@munjigi/contract';
import type { GuestProblem } from '../../shared/guest-api.ts';
import { describeBookingProblem } from '../booking-problems.ts';
import type { BookingText } from '../booking-texts.ts';

const REASONS: readonly CouponRefusal[] = ['NOT_VALID', 'PRICE_TOO_LOW', 'USED_UP', 'USED_BY_GUEST'];

/** Why the server does not accept a coupon (CP-3). `NOT_VALID` also for a reason that this page does not know. */
export function readCouponRefusal({ detail }: GuestProblem): CouponRefusal {
  return REASONS.find((reason) => reason === detail) ?? 'NOT_VALID';
}

interface CouponWords {
  readonly text: BookingText;
  readonly won: (amount: number) => string;
  /** The price without the coupon. `null`: not known. */
  readonly priceAmount: number | null;
}

/** Why the coupon is not in the price, in words, and how much is missing. */
export function describeCouponProblem(problem: GuestProblem, { text, won, priceAmount }: CouponWords): string {
  if (problem.code !== 'COUPON_REFUSED') return describeBookingProblem(problem, text);
  const refusal = readCouponRefusal(problem);
  const { requiredAmount } = problem;
  if (refusal !== 'PRICE_TOO_LOW') return text(`coupon.${refusal}`);
  if (requiredAmount === 0 || priceAmount === 0) return text('coupon.NOTHING_TO_PAY');
  const required = won(requiredAmount);
  return priceAmount !== null && priceAmount < requiredAmount
    ? text('coupon.PRICE_TOO_LOW', { required, missing: won(requiredAmount - priceAmount) })
    : text('coupon.PRICE_TOO_LOW.minimum', { required });
}
