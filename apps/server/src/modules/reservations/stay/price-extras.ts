import type {
  AddOnLine,
  CouponBearer,
  CouponRefusal,
  PriceLine,
  ReservationDiscount,
  StaffCouponRefusal,
} from '@munjigi/contract';
import { discountOf, priceAddOns, type AddOnChoice, type DiscountTerms, type Period } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';

/** A coupon as a stay has it. */
export interface AgreedCoupon extends DiscountTerms {
  readonly couponId: string;
  readonly code: string;
  readonly name: string;
  readonly bearer: CouponBearer;
  /** The lowest price without the discount for which the coupon counts. */
  readonly minPriceAmount: number;
  /** The discount at the booking, which no later change exceeds. Absent: the stay is being booked. */
  readonly agreedAmount?: number;
}

/** What changes the price of a stay besides its room: add-ons (BK-13) and a coupon (CP-2). */
export interface PriceExtras {
  readonly addOns: readonly AddOnChoice[];
  readonly coupon: AgreedCoupon | null;
}

/** The add-ons and the coupon of a request, at the present prices and terms. */
export interface ChosenExtras extends PriceExtras {
  /** The lowest price without the discount for which the coupon is accepted. */
  readonly minPriceAmount: number;
  /** The business date on which the coupon is redeemed. */
  readonly today: string;
  /** Whether every add-on is offered in the room. */
  readonly fitsRoom: (roomId: string) => boolean;
}

/** Throws ADD_ON_REFUSED when an add-on is not offered in the room. */
export function checkRoomOfExtras({ fitsRoom }: ChosenExtras, roomId: string): void {
  if (fitsRoom(roomId)) return;
  const { message } = new Problem('ADD_ON_REFUSED');
  throw new Problem('ADD_ON_REFUSED', { errors: [{ path: 'addOns', code: 'other_room', message }] });
}

interface RoomPrice {
  readonly totalAmount: number;
  readonly lines: PriceLine[];
}

/** The price of a stay: `totalAmount` is with the add-ons and without the discount. */
export interface StayPrice extends RoomPrice {
  readonly addOnLines: AddOnLine[];
  readonly discount: (AgreedCoupon & { readonly amount: number }) | null;
}

/**
 * Adds the add-ons to the price of a room and takes off the discount of the coupon: at most what was agreed at the booking,
 * and nothing from a price below its minimum (CP-2).
 */
export function addExtras(price: RoomPrice, { addOns, coupon }: PriceExtras, period: Period): StayPrice {
  const addOnLines = priceAddOns(addOns, period);
  const fullAmount = addOnLines.reduce((sum, { amount }) => sum + amount, price.totalAmount);
  const discount = coupon && applyCoupon(coupon, fullAmount);
  return { lines: price.lines, addOnLines, discount, totalAmount: fullAmount - (discount?.amount ?? 0) };
}

function applyCoupon(coupon: AgreedCoupon, fullAmount: number): StayPrice['discount'] {
  const { maxDiscountAmount, agreedAmount, minPriceAmount } = coupon;
  if (agreedAmount === undefined) {
    const amount = discountOf(coupon, fullAmount);
    return { ...coupon, agreedAmount: amount, amount };
  }
  const most = Math.min(agreedAmount, maxDiscountAmount ?? agreedAmount);
  const amount = fullAmount < minPriceAmount ? 0 : discountOf({ ...coupon, maxDiscountAmount: most }, fullAmount);
  return { ...coupon, amount };
}

/** Throws COUPON_REFUSED when the price without the discount is below what the coupon needs, or nothing. */
export function checkCouponMinimum({ totalAmount, discount }: StayPrice, minPriceAmount: number): void {
  const fullAmount = totalAmount + (discount?.amount ?? 0);
  if (discount && (fullAmount === 0 || fullAmount < minPriceAmount))
    throw refuseCoupon('PRICE_TOO_LOW', minPriceAmount);
}

/** COUPON_REFUSED with the reason as its detail, and the price that the coupon needs (CP-3, CP-7). */
export function refuseCoupon(refusal: CouponRefusal | StaffCouponRefusal, requiredAmount?: number): Problem {
  const { message } = new Problem('COUPON_REFUSED');
  return new Problem('COUPON_REFUSED', {
    detail: refusal,
    ...(requiredAmount !== undefined && { requiredAmount }),
    errors: [{ path: 'couponCode', code: refusal.toLowerCase(), message }],
  });
}

type ExtraColumns = Pick<Selectable<Tables['reservations']>, 'add_on_lines' | 'coupon_id' | 'discount'>;

export const NO_EXTRA_COLUMNS: ExtraColumns = { add_on_lines: [], coupon_id: null, discount: null };

export function toExtraColumns({ addOnLines, discount }: StayPrice): ExtraColumns {
  return { add_on_lines: addOnLines, coupon_id: discount?.couponId ?? null, discount };
}

/** The add-ons and the coupon of a reservation, as they were agreed. */
export function extrasOf(row: ExtraColumns): PriceExtras {
  const discount = discountOfRow(row);
  // Stays that were booked before 2026-11-28 have neither field.
  const { agreedAmount = discount?.amount ?? 0, minPriceAmount = 0 } = discount ?? {};
  return { addOns: addOnLinesOf(row), coupon: discount && { ...discount, agreedAmount, minPriceAmount } };
}

export function addOnLinesOf({ add_on_lines: lines }: Pick<ExtraColumns, 'add_on_lines'>): AddOnLine[] {
  return lines;
}

function discountOfRow({ discount }: Pick<ExtraColumns, 'discount'>): StayPrice['discount'] {
  return discount as StayPrice['discount'];
}

/** The add-ons and the coupon as the audit log records them; nothing for a stay without. */
export function auditedExtras(row: Pick<ExtraColumns, 'add_on_lines' | 'discount'>) {
  const [lines, discount] = [addOnLinesOf(row), discountOfRow(row)];
  return {
    ...(lines.length > 0 && { addOns: lines.map(({ label, quantity }) => `${label} ×${quantity}`).join(', ') }),
    ...(discount && { coupon: discount.code, discountAmount: discount.amount }),
  };
}

export function toReservationDiscount(row: Pick<ExtraColumns, 'discount'>): ReservationDiscount | null {
  const discount = discountOfRow(row);
  if (!discount) return null;
  const { couponId, code, name, kind, percent, bearer, amount } = discount;
  return { couponId, code, name, kind, percent, bearer, amount };
}
