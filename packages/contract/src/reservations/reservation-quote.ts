import { z } from 'zod';
import { addOnLine } from '../money/add-ons.ts';
import { reservationDiscount } from './coupon-terms.ts';
import { endpoint } from '../endpoint.ts';
import { money, phone } from '../fields.ts';
import { priceLine } from '../money/price-policies.ts';
import { guest, newGuestContact, reservationPeriod, stayExtras } from './reservations.ts';

export const quoteReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/reservation/quote',
  summary:
    'The price of a stay line by line with its add-ons and the discount of a coupon, and why the store does not accept the coupon. Creates nothing (BK-13, CP-7)',
  access: 'reservations:book',
  body: z.strictObject({
    ...reservationPeriod,
    headCount: guest.headCount,
    ...stayExtras,
    /** The guest of the stay, for coupons that count the uses of one guest. */
    guestPhone: z.union([phone, z.literal('')]).default(''),
    guestEmail: newGuestContact.guestEmail,
  }),
  reply: z.object({
    totalAmount: money,
    lines: z.array(priceLine),
    addOnLines: z.array(addOnLine),
    discount: reservationDiscount.nullable(),
  }),
  problems: ['NO_PRICE', 'PERIOD_INVALID', 'OFF_SLOT_GRID', 'ADD_ON_REFUSED', 'COUPON_REFUSED'],
});
