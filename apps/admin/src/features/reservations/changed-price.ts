import type { Quote, ReservationDetail } from '@munjigi/contract';
import { discountOf, priceAddOns, type DiscountTerms } from '@munjigi/rules';
import { isProblem } from '../../api/call.ts';
import type { RoomPeriod } from './create/reservation-draft.ts';

/**
 * The price of the reservation in another period whose room costs `roomAmount`: with its add-ons and its coupon as they
 * were agreed (BK-13, CP-2).
 */
export function addAgreedExtras(
  reservation: ReservationDetail,
  roomAmount: number,
  { startsAt, endsAt }: Pick<RoomPeriod, 'startsAt' | 'endsAt'>,
): number {
  const period = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const fullAmount = priceAddOns(reservation.addOnLines, period).reduce((sum, { amount }) => sum + amount, roomAmount);
  const terms = termsOf(reservation);
  return terms === null ? fullAmount : fullAmount - discountOf(terms, fullAmount);
}

/** The terms of the coupon, as far as the agreed discount shows them. The server refuses a price that differs. */
function termsOf({ discount, priceAmount }: ReservationDetail): DiscountTerms | null {
  if (discount === null) return null;
  const { kind, percent, amount } = discount;
  const share = Math.floor(((priceAmount + amount) * (percent ?? 0)) / 100);
  const isLimited = kind === 'PERCENT' && amount < share;
  return { kind, percent, fixedAmount: amount, maxDiscountAmount: isLimited ? amount : null };
}

/** The price that the server named when it refused another one (PRICE_CHANGED); `undefined` for any other failure. */
export function readChangedPrice(error: unknown): number | undefined {
  if (!isProblem(error) || error.code !== 'PRICE_CHANGED') return undefined;
  return ((error.current ?? {}) as Partial<Quote>).totalAmount;
}
