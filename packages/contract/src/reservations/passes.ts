import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  money,
  OUT_OF_REACH,
  paging,
  phone,
  singleLine,
  sortBy,
} from '../fields.ts';
import { PASS_REFUSALS, PASS_STATES, PASS_UNITS } from './pass-values.ts';
import { MANUAL_METHODS } from '../money/payment-methods.ts';

export * from './pass-values.ts';

/**
 * Prepaid passes of a store: minutes of stays, or credit in won, that a guest buys once and uses until a day (PS-1 to
 * PS-7, decision 142). Amounts are in won.
 */

/** The longest time for which a pass can be used, in days. */
export const MOST_PASS_DAYS = 1096;
const MOST_UNITS = 2_000_000_000;

const terms = {
  name: singleLine(60),
  unit: z.enum(PASS_UNITS),
  /** Minutes, or credit in won. */
  units: z.number().int().min(1).max(MOST_UNITS),
  priceAmount: money.min(1).max(MOST_UNITS),
  /** How long it can be used from the day of the purchase on; stays have to begin before the end. */
  validDays: z.number().int().min(1).max(MOST_PASS_DAYS),
  /** The rooms that it can be used for; empty: every room of the store. */
  roomIds: z.array(id).max(200),
};

const passOffer = z.object({
  id,
  storeId: id,
  ...terms,
  name: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** `null`: the store sells it. */
  withdrawnAt: instant.nullable(),
});
export type PassOffer = z.infer<typeof passOffer>;

const offers = '/api/v2/{product}/pass-offer';

export const listPassOffers = endpoint({
  method: 'GET',
  path: offers,
  summary: 'The passes that stores sell, latest first; `isSold=true`: only those that are not withdrawn (PS-1)',
  access: 'payments:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('createdAt', 'name', 'priceAmount'),
      storeId: id.optional(),
      isSold: z.enum(['true', 'false']).optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(passOffer),
});

export const createPassOffer = endpoint({
  method: 'POST',
  path: offers,
  summary: 'Sell a pass from now on. Its terms never change; credit is at least its price (PS-1)',
  access: 'stores:write',
  body: z
    .strictObject({ storeId: id, ...terms })
    .refine(({ unit, units, priceAmount }) => unit === 'MINUTES' || units >= priceAmount, {
      path: ['units'],
      error: 'must not be less than the price',
    }),
  reply: passOffer,
});

export const withdrawPassOffer = endpoint({
  method: 'POST',
  path: `${offers}/{offerId}/withdraw`,
  summary: 'Sell a pass no more. Passes that were sold stay valid (PS-1)',
  access: 'stores:write',
  body: z.strictObject({}),
  reply: passOffer,
  problems: ['STATE_NOT_ALLOWED'],
});

const pass = z.object({
  id,
  storeId: id,
  offerId: id,
  name: z.string(),
  unit: z.enum(PASS_UNITS),
  state: z.enum(PASS_STATES),
  units: z.number().int(),
  /** Units that no stay has used. */
  leftUnits: z.number().int().nonnegative(),
  priceAmount: money,
  /** What is left of the price: the store owes it to the guest, in stays or as a refund (PS-6). */
  leftAmount: money,
  roomIds: z.array(id),
  /** PD-1: masked. Of a gift that has no guest yet, the buyer. */
  maskedName: z.string(),
  maskedPhone: z.string(),
  soldAt: instant,
  soldBy: z.string(),
  /** Stays that begin from then on cannot be paid with it. */
  endsAt: instant,
  claimedAt: instant.nullable(),
  /** The payment that bought it: its refund returns what is left. */
  paymentId: id,
});
export type Pass = z.infer<typeof pass>;

const passUse = z.object({
  /** The payment of the stay. */
  paymentId: id,
  reservationId: id,
  reservationCode: z.string(),
  at: instant,
  units: z.number().int(),
  /** Units that a refund of the payment returned. */
  returnedUnits: z.number().int().nonnegative(),
  amount: money,
  coveredAmount: money,
});

const passes = '/api/v2/{product}/pass';

export const listPasses = endpoint({
  method: 'GET',
  path: passes,
  summary: 'Sold passes, latest first. `isOpen=true`: only those whose time is not over (PS-2)',
  access: 'payments:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('soldAt', 'endsAt'),
      storeId: id.optional(),
      isOpen: z.enum(['true', 'false']).optional(),
      /** The whole number of the guest. */
      phone: phone.optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(pass),
});

export const getPass = endpoint({
  method: 'GET',
  path: `${passes}/{passId}`,
  summary: 'A pass with the stays that it paid for, latest first and at most 200 (PS-2)',
  access: 'payments:read',
  reply: pass.extend({ uses: z.array(passUse) }),
});

export const sellPass = endpoint({
  method: 'POST',
  path: passes,
  summary:
    'Record the sale of a pass and its payment. A gift gets a code, which only this reply has; the guest who enters it gets the pass (PS-2, PS-7)',
  access: 'payments:write',
  body: z.strictObject({
    offerId: id,
    guestName: singleLine(60),
    guestPhone: phone,
    method: z.enum(MANUAL_METHODS),
    isGift: z.boolean().default(false),
  }),
  reply: pass.extend({ giftCode: z.string().nullable() }),
  problems: ['STATE_NOT_ALLOWED'],
});

/** What a pass pays for a stay: units, and the part of the price that they cover. */
const passPayment = z.object({ units: z.number().int(), amount: money, coveredAmount: money });
export type PassPayment = z.infer<typeof passPayment>;

const passesOfStay = z.object({
  reservationId: id,
  storeId: id,
  dueAmount: money,
  /** The passes of the guest, those that end first before the others. */
  passes: z.array(
    pass.pick({ id: true, name: true, unit: true, units: true, leftUnits: true, endsAt: true }).extend({
      /** `null`: it does not pay for this stay. */
      payment: passPayment.nullable(),
      refusal: z.enum(PASS_REFUSALS).nullable(),
    }),
  ),
});
export type PassesOfStay = z.infer<typeof passesOfStay>;

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/pass';

export const getPassesOfReservation = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'The passes of the guest of a reservation, found by the phone number, and what each pays (PS-3)',
  access: 'payments:read',
  reply: passesOfStay,
});

const use = z.strictObject({
  passId: id,
  /** The amounts that the person saw. PASS_REFUSED with `CHANGED` when they are others now. */
  expectedUnits: z.number().int(),
  expectedCoveredAmount: money,
});

export const payWithPass = endpoint({
  method: 'POST',
  path: ofReservation,
  summary: 'Pay for a stay with a pass of its guest. The detail of PASS_REFUSED is a `PassRefusal` or `CHANGED` (PS-3)',
  access: 'payments:write',
  body: use,
  reply: passesOfStay,
  problems: ['STATE_NOT_ALLOWED', 'PASS_REFUSED'],
});

const ofGuest = '/api/v2/{product}/guest/pass';

export const getGuestPasses = endpoint({
  method: 'GET',
  path: ofGuest,
  summary: 'The passes of the phone number of the stay, and what each pays (PS-4)',
  access: 'guest',
  reply: passesOfStay,
});

export const payWithPassAsGuest = endpoint({
  method: 'POST',
  path: ofGuest,
  summary: 'Pay for the stay with a pass of its phone number (PS-4)',
  access: 'guest',
  body: use,
  reply: passesOfStay,
  problems: ['STATE_NOT_ALLOWED', 'PASS_REFUSED', 'PAYMENT_UNDER_WAY'],
});

export const claimPassGift = endpoint({
  method: 'POST',
  path: `${ofGuest}/gift`,
  summary: 'Enter the code of a gift: the pass belongs to the phone number of the stay from then on (PS-7)',
  access: 'guest',
  body: z.strictObject({ code: singleLine(40) }),
  reply: passesOfStay,
  problems: ['PASS_REFUSED', 'STATE_NOT_ALLOWED'],
});
