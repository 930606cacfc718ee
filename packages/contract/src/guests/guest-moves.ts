import { z } from 'zod';
import { addOn, addOnLine, chosenAddOns } from '../money/add-ons.ts';
import { ONLINE_PROVIDERS } from '../money/payment-providers.ts';
import { quote } from '../money/price-policies.ts';
import { reservationDiscount } from '../reservations/coupon-terms.ts';
import { BOOKING_REFUSALS, heldMove } from '../reservations/reservations.ts';
import { room } from '../stores/rooms.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, money, namedInstant, phoneCode, version } from '../fields.ts';
import { headCountOfQuery, minutesOfQuery, startOfStay } from './booking.ts';
import { GUEST_PROOFS, guestPermission } from './guest-access.ts';

/** A guest changes the time, the room, the number of people and the add-ons of the stay (GT-30 to GT-34). */

/**
 * Why a guest cannot move the stay. `TOO_LATE`: a cancellation is not refunded in full any more. `MONEY_OWED`: money is on
 * its way back. `HOLDING`: an extension is held.
 */
export const NO_GUEST_MOVE = [
  'NOT_CONFIRMED',
  'STARTED',
  'CHANNEL',
  'SERIES',
  'NOT_SOLD_ONLINE',
  'TOO_LATE',
  'HOLDING',
  'MONEY_OWED',
  'IN_DISPUTE',
  'TOO_MANY_MOVES',
] as const;
export type NoGuestMove = (typeof NO_GUEST_MOVE)[number];

export const guestMoveOffer = z.object({
  reservationId: id,
  storeId: id,
  /** The version of the reservation. */
  version,
  mayMove: guestPermission,
  /** `null`: the guest may move now. */
  reason: z.enum(NO_GUEST_MOVE).nullable(),
  /** How often the guest can still move this stay. */
  movesLeft: z.number().int().nonnegative(),
  /** What the guest needs beside the link (GT-14). */
  proof: z.enum(GUEST_PROOFS),
  held: heldMove.nullable(),
  /** The present stay. */
  stay: z.object({
    roomId: id,
    startsAt: instant,
    endsAt: instant,
    headCount: z.number().int(),
    priceAmount: money,
    addOns: z.array(addOnLine),
  }),
  /** The business date of the present moment, and the last one on which a stay can begin. */
  today: calendarDate,
  lastDate: calendarDate,
  slotMinutes: z.number().int(),
  minMinutes: z.number().int(),
  maxMinutes: z.number().int(),
  /** Rooms that are not archived, in the order of the store. */
  rooms: z.array(room.pick({ id: true, name: true, capacity: true })),
  addOns: z.array(addOn.omit({ storeId: true, isOffered: true, sortOrder: true, version: true })),
  /** The providers whose page of payment the server knows (decision 072). */
  checkoutProviders: z.array(z.enum(ONLINE_PROVIDERS)),
});
export type GuestMoveOffer = z.infer<typeof guestMoveOffer>;

const path = '/api/v2/{product}/guest/move';

export const getGuestMove = endpoint({
  method: 'GET',
  path,
  summary: 'Whether the guest may move the stay, until when or why not, and the move that is held (GT-30)',
  access: 'guest',
  reply: guestMoveOffer,
});

export const guestMoveTimes = z.object({
  date: calendarDate,
  /** Rooms that are large enough, in the order of the store. */
  roomIds: z.array(id),
  /** The starts of the date with a free room. The time of the own stay is free. Amounts are with the add-ons and the coupon of the stay. */
  items: z.array(startOfStay),
});
export type GuestMoveTimes = z.infer<typeof guestMoveTimes>;

export const listGuestMoveTimes = endpoint({
  method: 'GET',
  path: `${path}/times`,
  summary:
    'The starts of a business date to which the stay can move, with the price of the whole stay in each free room (GT-31)',
  access: 'guest',
  query: z.strictObject({ date: calendarDate, headCount: headCountOfQuery, minutes: minutesOfQuery }),
  reply: guestMoveTimes,
  problems: ['STATE_NOT_ALLOWED'],
});

const target = {
  roomId: id,
  startsAt: namedInstant,
  endsAt: namedInstant,
  headCount: z.number().int().min(1).max(200),
  /** All add-ons of the moved stay. Absent: as agreed. One that the stay has already keeps the agreed price. */
  addOns: chosenAddOns.unwrap().optional(),
};

export const guestMoveQuote = quote.extend({
  addOnLines: z.array(addOnLine),
  /** With the terms of its booking: 0 for a price below its minimum. */
  discount: reservationDiscount.pick({ code: true, name: true, amount: true }).nullable(),
  /** What the guest pays now, and what goes back to them, in won. One of them is 0. */
  dueAmount: money,
  refundAmount: money,
  /** What a cancellation of the moved stay refunds, the highest refund first (BK-3). */
  refunds: z.array(z.object({ until: instant, refundPercent: z.number().int(), refundAmount: money })),
});
export type GuestMoveQuote = z.infer<typeof guestMoveQuote>;

export const quoteGuestMove = endpoint({
  method: 'POST',
  path: `${path}/quote`,
  summary: 'The price of the moved stay line by line, and what is paid or refunded. Changes nothing (GT-31)',
  access: 'guest',
  body: z.strictObject(target),
  reply: guestMoveQuote,
  problems: ['STATE_NOT_ALLOWED', 'ADD_ON_REFUSED', 'AGE_CHECK_NEEDED', ...BOOKING_REFUSALS],
});

export const moveAsGuest = endpoint({
  method: 'POST',
  path,
  summary:
    'Move the stay. A dearer move is held and paid next; another one is made at once, and what was paid too much goes back. ' +
    '`expectedPriceAmount` is the price of the moved stay (GT-32, GT-33)',
  access: 'guest',
  body: z.strictObject({ ...target, version, expectedPriceAmount: money, phoneCode: phoneCode.optional() }),
  reply: guestMoveOffer,
  problems: [
    'STALE',
    'STATE_NOT_ALLOWED',
    'PRICE_CHANGED',
    'PROVIDER_NOT_SET',
    'PAYMENT_UNDER_WAY',
    'PHONE_CODE_REQUIRED',
    'INVALID_CODE',
    'ADD_ON_REFUSED',
    'AGE_CHECK_NEEDED',
    ...BOOKING_REFUSALS,
  ],
});

export const returnMoveAsGuest = endpoint({
  method: 'DELETE',
  path,
  summary: 'Return the held move before it is paid, and not while a payment is being confirmed (GT-32)',
  access: 'guest',
  reply: guestMoveOffer,
  problems: ['STATE_NOT_ALLOWED', 'PAYMENT_UNDER_WAY'],
});
