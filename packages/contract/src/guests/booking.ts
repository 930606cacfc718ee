import { z } from 'zod';
import { addOn, addOnLine, chosenAddOns } from '../money/add-ons.ts';
import { couponCode, reservationDiscount } from '../reservations/coupon-terms.ts';
import { AGE_BASES } from './age-values.ts';
import { bookingPhone, CONTACT_FAULT, isContactComplete } from './booking-contact.ts';
import { endpoint } from '../endpoint.ts';
import {
  calendarDate,
  email,
  id,
  instant,
  money,
  namedInstant,
  phoneCode,
  queryNumber,
  singleLine,
} from '../fields.ts';
import { quote } from '../money/price-policies.ts';
import { BOOKING_REFUSALS, STAY_REFUSALS } from '../reservations/reservations.ts';
import { PHOTO_SIZES, room } from '../stores/rooms.ts';
import { shownSeller } from '../stores/sellers.ts';
import { cancellationTier } from '../stores/stores.ts';

/**
 * Online booking (BK-1 to BK-15): what a guest without a reservation reads and does on the page `/b/{product}/{storeId}`.
 * Every store that is unknown, of another product, closed for good or without online booking answers the same 404.
 */

/** The path of the endpoints of one store. */
export const bookingPath = '/api/v2/{product}/booking/store/{storeId}' as const;

/** The most days of one question about a calendar: six weeks. */
export const MOST_BOOKING_DAYS = 42;

const headCount = z.number().int().min(1).max(200);
const minutes = z.number().int().min(10).max(10_080);
export const headCountOfQuery = queryNumber(1, 200);
export const minutesOfQuery = queryNumber(10, 10_080);

export const bookingStore = z.object({
  product: z.object({ slug: z.string(), name: z.string() }),
  /** Who sells (SE-1). `null`: the store was opened before this was required, and nothing is known. */
  seller: shownSeller.nullable(),
  /** The chain has published a privacy policy, at `/b/{product}/privacy`. */
  hasPrivacyPolicy: z.boolean(),
  id,
  name: z.string(),
  address: z.string(),
  /** Empty: the store wrote none (GP-12). */
  addressEn: z.string(),
  /** As staff wrote it; may be empty. */
  phone: z.string(),
  /** An https address of a map; empty: none. */
  mapUrl: z.string(),
  /** False only in the preview for staff: nothing can be booked (BK-12). */
  isOpen: z.boolean(),
  timeZone: z.string(),
  /** The time of the server, because the clock of a phone may be wrong. */
  now: instant,
  /** The present business date of the store. */
  today: calendarDate,
  /** The last business date on which a stay can begin. */
  lastDate: calendarDate,
  slotMinutes: z.number().int(),
  minMinutes: z.number().int(),
  maxMinutes: z.number().int(),
  horizonDays: z.number().int(),
  holdMinutes: z.number().int(),
  cancellationTiers: z.array(cancellationTier),
  /** Empty: the store has no terms beyond the refund tiers. */
  terms: z.string(),
  /** The terms in English. Empty: guests read the Korean ones. */
  termsEn: z.string(),
  /** Names the text of the terms and the refund tiers that a guest sees in Korean; a reservation sends it back. */
  termsVersion: z.string(),
  /** What `termsVersion` is for a guest who reads English: the same when both read one text. */
  termsVersionEn: z.string(),
  /** Whether a guest can pay on a page of a provider. Without it only stays that cost nothing can be confirmed online. */
  canPay: z.boolean(),
  /** Whether the chain sends messages to phones. Without it no phone can be confirmed, so nothing can be booked. */
  canSendCode: z.boolean(),
  /** Whether the chain sends e-mails, so that a guest with a number outside Korea can book (BK-16). */
  canSendEmail: z.boolean(),
  /** Whether the chain has a provider of identity checks (AG-5). Absent in replies of the release before. */
  canCheckIdentity: z.boolean().optional(),
  /** What guests can add to a stay, in the order of the store (BK-13). */
  addOns: z.array(addOn.omit({ storeId: true, isOffered: true, sortOrder: true, version: true })),
  /** Whether the store accepts a coupon at present, so that the page asks for a code. */
  hasCoupons: z.boolean(),
  /** Rooms that are not archived, in the order of the store. */
  rooms: z.array(
    room.pick({
      id: true,
      name: true,
      capacity: true,
      description: true,
      descriptionEn: true,
      amenities: true,
      photos: true,
    }),
  ),
});
export type BookingStore = z.infer<typeof bookingStore>;

export const getBookingStore = endpoint({
  method: 'GET',
  path: bookingPath,
  summary: 'What a guest should know before booking online: the store, its rules, its terms and its rooms (BK-1)',
  access: 'public',
  reply: bookingStore,
});

export const getBookingPhoto = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/booking/photo/{photoId}',
  summary: 'A photo of a room of a store that takes online bookings, as image/webp (BK-1)',
  access: 'public',
  query: z.strictObject({ size: z.enum(PHOTO_SIZES).default('large') }),
  kind: 'file',
  reply: z.any(),
});

export const listBookingDays = endpoint({
  method: 'GET',
  path: `${bookingPath}/days`,
  summary: 'For each business date, how many rooms have a free time of this length with a price (BK-2)',
  access: 'public',
  query: z.strictObject({
    from: calendarDate,
    days: queryNumber(1, MOST_BOOKING_DAYS).default(MOST_BOOKING_DAYS),
    headCount: headCountOfQuery.default(1),
    minutes: minutesOfQuery,
  }),
  reply: z.object({
    /** Dates in the past and beyond the horizon have no free room. */
    items: z.array(
      z.object({
        date: calendarDate,
        freeRoomCount: z.number().int().nonnegative(),
        /** The store has no opening hours on this date, or has closed all its rooms. */
        isClosed: z.boolean(),
        /** A public holiday, or a day that the store counts as one. */
        isHoliday: z.boolean(),
      }),
    ),
  }),
});

/** A start of a list with its prices. */
export const startOfStay = z.object({
  startsAt: instant,
  endsAt: instant,
  /** The price in the room with the same position in the reply. `null`: the room is not free then, or has no price. */
  amounts: z.array(money.nullable()),
});

export const bookingTimes = z.object({
  date: calendarDate,
  minutes,
  headCount,
  /** Rooms that are large enough, in the order of the store. */
  roomIds: z.array(id),
  /** The starts of the business date at which at least one room is free, in order of time. */
  items: z.array(startOfStay),
  /** The starts at which rooms have a price but none is free, in order of time: a guest can join the waitlist (WL-5). */
  full: z.array(z.object({ startsAt: instant, endsAt: instant })),
});
export type BookingTimes = z.infer<typeof bookingTimes>;

export const listBookingTimes = endpoint({
  method: 'GET',
  path: `${bookingPath}/times`,
  summary:
    'The starts of a business date on the slot grid, with the rooms that are free for this length and their prices. At most about a second old; a reservation checks again (BK-2)',
  access: 'public',
  query: z.strictObject({ date: calendarDate, headCount: headCountOfQuery.default(1), minutes: minutesOfQuery }),
  reply: bookingTimes,
});

/** The stay starts at the present minute instead of a slot, and pays from the border before it (BK-14). */
const startsNow = z.boolean().default(false);

export const quoteBooking = endpoint({
  method: 'POST',
  path: `${bookingPath}/quote`,
  summary:
    'The price of a stay line by line with its add-ons and the discount of a coupon, and what a cancellation refunds until when. Creates nothing (BK-3, BK-13, CP-2)',
  access: 'public',
  body: z.strictObject({
    roomId: id,
    startsAt: namedInstant,
    endsAt: namedInstant,
    startsNow,
    headCount,
    addOns: chosenAddOns,
    couponCode: couponCode.optional(),
  }),
  reply: quote.extend({
    /** The price of the room alone. `totalAmount` is with the add-ons and without the discount: what the guest pays. */
    roomAmount: money,
    addOnLines: z.array(addOnLine),
    discount: reservationDiscount
      .pick({ code: true, name: true, amount: true })
      /** The coupon would take off more, and leave less than can be paid online. */
      .extend({ isReduced: z.boolean() })
      .nullable(),
    /** What the guest pays online: 0 for a price that is too small for every provider. */
    dueAmount: money,
    /**
     * What a cancellation refunds, the highest refund first. `until`: the last moment of the tier. Tiers whose moment has
     * passed are left out; afterwards nothing is refunded.
     */
    refunds: z.array(z.object({ until: instant, refundPercent: z.number().int(), refundAmount: money })),
    /** How adults are counted at this time in this room. `null`, or absent in replies of the release before: for all ages (AG-3). */
    ageBasis: z.enum(AGE_BASES).nullish(),
  }),
  problems: ['NO_PRICE', 'PERIOD_INVALID', 'OFF_SLOT_GRID', 'ADD_ON_REFUSED', 'COUPON_REFUSED'],
});

const language = z.enum(['ko', 'en']).default('ko');
/**
 * The solved challenge of a refusal with one (BK-11): the SHA-256 of `challenge.solution` begins with as many zero bits as
 * the challenge says before its first dot.
 */
const work = z
  .strictObject({ challenge: z.string().min(1).max(200), solution: z.string().regex(/^[\da-z]{1,16}$/) })
  .optional();
export const sendPhoneCode = endpoint({
  method: 'POST',
  path: `${bookingPath}/phone-code`,
  summary:
    'Send a code of six digits to a mobile number, or to the e-mail address of a guest with a number outside Korea. It is valid for five minutes and five attempts, and replaces the one before. The reply is always the same (BK-4, BK-16)',
  access: 'public',
  body: z
    .strictObject({
      phone: bookingPhone,
      email: email.optional(),
      /** `FINDING`: for `findOwnReservations`. A code is accepted for its purpose only. */
      purpose: z.enum(['BOOKING', 'FINDING']).default('BOOKING'),
      language,
      work,
    })
    .refine((body) => isContactComplete({ guestPhone: body.phone, guestEmail: body.email }), {
      ...CONTACT_FAULT,
      path: ['email'],
    }),
  reply: z.object({
    /** Until when the code is accepted. */
    expiresAt: instant,
    now: instant,
  }),
  problems: ['PROVIDER_NOT_SET', 'TOO_MANY_ATTEMPTS'],
});

export const bookedOnline = z.object({
  reservationId: id,
  reservationCode: z.string(),
  /** `CONFIRMED`: the stay costs nothing. `PENDING`: held until `holdExpiresAt`. */
  state: z.enum(['PENDING', 'CONFIRMED']),
  roomId: id,
  roomName: z.string(),
  startsAt: instant,
  endsAt: instant,
  priceAmount: money,
  holdExpiresAt: instant.nullable(),
  now: instant,
  /** The guest's own page, `/g/<token>`: pay, codes and everything else is there. */
  path: z.string(),
});
export type BookedOnline = z.infer<typeof bookedOnline>;

/** What a guest books, without who they are. */
export const bookedStay = {
  /** `null`: any suitable room, the cheapest and then the smallest first. A stay that starts now names its room. */
  roomId: id.nullable(),
  startsAt: namedInstant,
  endsAt: namedInstant,
  startsNow,
  headCount,
  addOns: chosenAddOns,
  couponCode: couponCode.optional(),
  /** With the add-ons and the discount. */
  expectedPriceAmount: money,
  acceptsTerms: z.literal(true),
  termsVersion: z.string().min(1).max(64),
  /** Of the page of the guest and of the messages to them (MS-13). */
  language,
  /** The guest cannot do the identity check, and asks the staff to look at a document before the stay (AG-9). */
  asksForDocument: z.boolean().default(false),
};

export const isRoomNamed = (body: { readonly startsNow: boolean; readonly roomId: string | null }) =>
  !body.startsNow || body.roomId !== null;
export const ROOM_FAULT = { path: ['roomId'], message: 'must name a room' };

/** The refusals of an online booking beside those of its proof. */
export const ONLINE_REFUSALS = [
  'STALE',
  'PRICE_CHANGED',
  'PROVIDER_NOT_SET',
  'STATE_NOT_ALLOWED',
  'TOO_MANY_ATTEMPTS',
  'ADD_ON_REFUSED',
  'COUPON_REFUSED',
  'BOOKING_REFUSED',
  'AGE_CHECK_NEEDED',
  ...BOOKING_REFUSALS,
] as const;

export const bookOnline = endpoint({
  method: 'POST',
  path: `${bookingPath}/reservation`,
  summary:
    'Hold a stay for a guest with a confirmed mobile number, or confirm it at once if it costs nothing. ' +
    'Without a way to pay online, a stay that costs something is PROVIDER_NOT_SET. ' +
    'A wrong or expired code is INVALID_CODE; other terms than those that the guest saw are STALE, with the present `terms` and `termsVersion` in both languages as `current`; ' +
    'a taken time is SLOT_TAKEN with up to six free periods; another price is PRICE_CHANGED. ' +
    'A repeated request with the same Idempotency-Key gets the same reservation (BK-6, BK-7)',
  access: 'public',
  body: z
    .strictObject({
      ...bookedStay,
      guestName: singleLine(60),
      guestPhone: bookingPhone,
      /** With a number outside Korea: it gets the code and the messages. */
      guestEmail: email.optional(),
      phoneCode,
      work,
    })
    .refine(isRoomNamed, ROOM_FAULT)
    .refine(isContactComplete, CONTACT_FAULT),
  reply: bookedOnline,
  problems: ['INVALID_CODE', ...ONLINE_REFUSALS],
});

const withdrawToken = z.string().min(1).max(120);

export const joinWaitlistOnline = endpoint({
  method: 'POST',
  path: `${bookingPath}/waitlist`,
  summary:
    'Put a guest with a confirmed mobile number on the waitlist for a period that is taken. A repeated request gets the same entry. ' +
    'A period that is free is STATE_NOT_ALLOWED, a wrong or expired code INVALID_CODE, and a fourth open entry of a phone TOO_MANY_ATTEMPTS (WL-5)',
  access: 'public',
  body: z
    .strictObject({
      /** `null`: any room that is large enough. */
      roomId: id.nullable(),
      startsAt: namedInstant,
      endsAt: namedInstant,
      headCount,
      guestName: singleLine(60),
      guestPhone: bookingPhone,
      guestEmail: email.optional(),
      phoneCode,
      /** Of the messages to the guest (MS-13). */
      language,
    })
    .refine(isContactComplete, CONTACT_FAULT),
  reply: z.object({
    startsAt: instant,
    endsAt: instant,
    headCount: z.number().int(),
    /** Withdraws the entry; the page keeps it. */
    withdrawToken,
  }),
  problems: ['INVALID_CODE', 'STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS', 'BOOKING_REFUSED', ...STAY_REFUSALS],
});

export const leaveWaitlistOnline = endpoint({
  method: 'POST',
  path: `${bookingPath}/waitlist/withdraw`,
  summary:
    'Withdraw an entry of the waitlist by its token. An entry that has ended stays as it is; one with an offer under way is STATE_NOT_ALLOWED, and an unknown token NOT_FOUND (WL-5)',
  access: 'public',
  body: z.strictObject({ withdrawToken }),
  reply: z.object({ isWithdrawn: z.literal(true) }),
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});
