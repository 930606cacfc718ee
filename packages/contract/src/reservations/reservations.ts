import { z } from 'zod';
import { addOnLine, chosenAddOns } from '../money/add-ons.ts';
import { couponCode, reservationDiscount } from './coupon-terms.ts';
import { endpoint } from '../endpoint.ts';
import {
  calendarDate,
  email,
  growingListOf,
  id,
  instant,
  isInReach,
  money,
  namedInstant,
  OUT_OF_REACH,
  paging,
  phone,
  revealing,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { admittedAdult } from '../guests/admitted-adult.ts';
import { acceptsBlockedGuest } from '../guests/guest-profiles.ts';
import { MESSAGE_LANGUAGES } from '../guests/message-variables.ts';
import { priceLine } from '../money/price-policies.ts';
import { refundAccount } from '../guests/refund-accounts.ts';
import { RESERVATION_CHANNELS, RESERVATION_STATES, SERIES_SCOPES } from './reservation-values.ts';
import { BLOCK_REASONS } from '../stores/rooms.ts';

/** The states that occupy the room. */
export const LIVE_STATES = ['PENDING', 'CONFIRMED', 'IN_USE'] as const;
/** A block is a reservation without guest or price. */
export const RESERVATION_KINDS = ['GUEST', 'BLOCK'] as const;

/** What boards and lists show. The guest is masked (PD-1): 홍*동, 010-****-1234. */
export const reservation = z.object({
  id,
  /** The reservation code, such as `K7QX-29MD`, without look-alike letters. */
  code: z.string(),
  storeId: id,
  roomId: id,
  kind: z.enum(RESERVATION_KINDS),
  state: z.enum(RESERVATION_STATES),
  startsAt: instant,
  endsAt: instant,
  /** Until when the room is kept after the stay: the end of the cleaning time, or of a held extension (GT-12). */
  bufferEndsAt: instant,
  /** The business date, by the start and the store's cut-off. */
  businessDate: calendarDate,
  /** Empty for a block. */
  guestName: z.string(),
  guestPhone: z.string(),
  headCount: z.number().int().nonnegative(),
  channel: z.enum(RESERVATION_CHANNELS),
  blockReason: z.enum(BLOCK_REASONS).nullable(),
  memo: z.string(),
  priceAmount: money,
  paidAmount: money,
  /** What refunds returned on purpose, in won: `priceAmount - paidAmount - waivedAmount` is still due (PY-4). */
  waivedAmount: money,
  /** For `PENDING`: when the unpaid reservation expires. */
  holdExpiresAt: instant.nullable(),
  seriesId: id.nullable(),
  version,
});
export type Reservation = z.infer<typeof reservation>;

/**
 * An event in the history of a reservation. `amount`: won to refund (`CANCELLED`), the price difference (`MOVED`), or
 * the amount that was paid or refunded. For the refund of a cancellation: `REFUND_REQUESTED` from the provider,
 * `REFUND_OWED` by a person, `REFUND_WAITING` for a second person, `REFUND_FAILED`; only `REFUNDED` means that the
 * provider or a person has confirmed it.
 */
export const reservationEvent = z.object({
  id,
  at: instant,
  kind: z.enum([
    'CREATED',
    'CONFIRMED',
    'CHECKED_IN',
    'COMPLETED',
    'CANCELLED',
    'EXPIRED',
    'NO_SHOW',
    'MOVED',
    'EXTENDED',
    'HOLD_EXTENDED',
    'EXTENSION_HELD',
    'EXTENSION_RETURNED',
    /** The guest holds a dearer time or room, and pays the difference next (GT-32). */
    'MOVE_HELD',
    'MOVE_RETURNED',
    'EDITED',
    /** The guest changed the language, the address or the refused kinds of their messages (GP-7). */
    'CONTACT_CHANGED',
    'REVEALED',
    'CODE_REVEALED',
    'CODE_REPLACED',
    'CODE_RESENT',
    'PAID',
    'REFUNDED',
    'PAYMENT_REVERSED',
    'REFUND_REQUESTED',
    'REFUND_OWED',
    'REFUND_WAITING',
    'REFUND_FAILED',
  ]),
  actorKind: z.enum(['PERSON', 'CHANNEL', 'GUEST', 'SYSTEM']),
  actorLabel: z.string(),
  reason: z.string().nullable(),
  amount: money.nullable(),
  /** For `MOVED` and `EXTENDED`: the room and period before. */
  before: z.object({ roomId: id, startsAt: instant, endsAt: instant }).nullable(),
});
export type ReservationEvent = z.infer<typeof reservationEvent>;

/** The refund that the store's tiers give for a cancellation at this moment. */
export const cancellation = z.object({
  hoursBefore: z.number().int().nullable(),
  refundPercent: z.number().int(),
  /** The part of `refundAmount` that is owed in full, at every tier (GT-13). */
  owedAmount: money,
  refundAmount: money,
});

/** Time after the stay that the guest holds and has not paid (GT-12). */
export const heldExtension = z.object({
  /** The end of the stay once it is paid. */
  endsAt: instant,
  /** The price in won of the added time. */
  addedAmount: money,
  holdExpiresAt: instant,
});

/** A move that the guest holds and has not paid (GT-32): the stay as it becomes with the payment. */
export const heldMove = z.object({
  roomId: id,
  roomName: z.string(),
  startsAt: instant,
  endsAt: instant,
  headCount: z.number().int(),
  /** The price of the stay with the move, and by how much it rises, in won. */
  priceAmount: money,
  addedAmount: money,
  holdExpiresAt: instant,
});
export type HeldMove = z.infer<typeof heldMove>;

export const reservationDetail = reservation.extend({
  /** Masked; empty: none. */
  guestEmail: z.string(),
  /** The language of the guest's messages (MS-13). */
  guestLanguage: z.enum(MESSAGE_LANGUAGES),
  priceLines: z.array(priceLine),
  /** With the room's lines and without the discount, they sum to the price (BK-13, CP-2). */
  addOnLines: z.array(addOnLine),
  discount: reservationDiscount.nullable(),
  createdAt: instant,
  cancelledAt: instant.nullable(),
  refundPercent: z.number().int().nullable(),
  /** The refund of the amount that was paid. */
  refundAmount: money.nullable(),
  /** `null` when it cannot be cancelled any more. */
  cancellation: cancellation.nullable(),
  heldExtension: heldExtension.nullable(),
  heldMove: heldMove.nullable(),
  history: z.array(reservationEvent),
});
export type ReservationDetail = z.infer<typeof reservationDetail>;

/**
 * The refund in won that a cancellation started; for a series, the sum of all its cancellations. None of it is
 * confirmed yet.
 */
export const startedRefund = z.object({
  /** Requested from a provider. */
  requestedAmount: money,
  /** A person has to send it manually. */
  owedAmount: money,
  /** Pending until a second person approves it. */
  waitingAmount: money,
  /** A person has to start it: the account of a virtual account is missing, or a channel cancelled above the limit of one person. */
  notStartedAmount: money,
});
export type StartedRefund = z.infer<typeof startedRefund>;

export const listReservations = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation',
  summary: 'Reservations of a period, soonest first',
  access: 'reservations:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('startsAt'),
      storeId: id.optional(),
      roomId: id.optional(),
      state: z.enum(RESERVATION_STATES).optional(),
      from: namedInstant.optional(),
      to: namedInstant.optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(reservation),
});

export const getReservation = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/{reservationId}',
  summary: 'One reservation with its price lines and its history (RV-5)',
  access: 'reservations:read',
  reply: reservationDetail,
});

/** The room, the start and the end. */
export const reservationPeriod = { roomId: id, startsAt: namedInstant, endsAt: namedInstant };
/** The guest in a request. */
export const guest = {
  headCount: z.number().int().min(1).max(1000),
  guestName: singleLine(60),
  guestPhone: phone,
};

/** Why a stay cannot be booked, whether or not its time is free. */
export const STAY_REFUSALS = [
  'PERIOD_INVALID',
  'OFF_SLOT_GRID',
  'TOO_SHORT',
  'TOO_LONG',
  'IN_THE_PAST',
  'BEYOND_HORIZON',
  'STORE_CLOSED',
  'ROOM_ARCHIVED',
  'OVER_CAPACITY',
] as const;
/** Why a reservation cannot be created. */
export const BOOKING_REFUSALS = [...STAY_REFUSALS, 'NO_PRICE', 'SLOT_TAKEN'] as const;

/** How messages reach the guest besides the phone; both can be left out (MS-13, MS-14). */
export const guestContact = {
  guestEmail: z.union([email, z.literal('')]),
  guestLanguage: z.enum(MESSAGE_LANGUAGES),
};
export const newGuestContact = {
  guestEmail: guestContact.guestEmail.default(''),
  guestLanguage: guestContact.guestLanguage.default('ko'),
};

/** What changes the price of a new stay besides its room (BK-13, CP-7). */
export const stayExtras = { addOns: chosenAddOns, couponCode: couponCode.optional() };

export const createReservation = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/reservation',
  summary:
    'Create a reservation, or a block (`kind: BLOCK`, with a reason and no guest; needs reservations:write). `WALK_IN` can start at any minute of the present slot and pays from its beginning. If the period is taken, the answer is SLOT_TAKEN with the free periods near it (RV-2)',
  access: 'reservations:book',
  body: z.union([
    z
      .strictObject({
        kind: z.literal('GUEST').default('GUEST'),
        ...reservationPeriod,
        ...guest,
        /** Name and phone may be empty for a `WALK_IN`, whose guest is at the store (RV-7). */
        guestName: z.union([guest.guestName, z.literal('')]).default(''),
        guestPhone: z.union([phone, z.literal('')]).default(''),
        ...newGuestContact,
        memo: text(500, 0).default(''),
        state: z.enum(['PENDING', 'CONFIRMED']).default('CONFIRMED'),
        channel: z.enum(['STAFF', 'WALK_IN']).default('STAFF'),
        ...stayExtras,
        /** If present, it must equal the price (PR-3). */
        expectedPriceAmount: money.optional(),
        acceptsBlockedGuest,
      })
      .refine((body) => body.channel === 'WALK_IN' || body.guestName !== '', {
        path: ['guestName'],
        error: 'a name is needed',
      })
      .refine((body) => body.channel === 'WALK_IN' || body.guestPhone !== '', {
        path: ['guestPhone'],
        error: 'a phone number is needed',
      })
      .refine((body) => body.channel === 'STAFF' || (body.addOns.length === 0 && body.couponCode === undefined), {
        path: ['channel'],
        error: 'a walk-in has no add-ons and no coupon',
      }),
    z.strictObject({
      kind: z.literal('BLOCK'),
      ...reservationPeriod,
      blockReason: z.enum(BLOCK_REASONS),
      memo: text(500, 0).default(''),
    }),
  ]),
  reply: reservationDetail,
  problems: ['PRICE_CHANGED', 'ADD_ON_REFUSED', 'COUPON_REFUSED', 'GUEST_BLOCKED', ...BOOKING_REFUSALS],
});

export const editReservation = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/reservation/{reservationId}',
  summary:
    'Move or edit; editing the guest, the head count, the memo or a block needs reservations:write. A move computes a new price (PR-3); `expectedPriceAmount`, if sent, must equal it. With `scope` the others of a series move by the same time. Another number or address of a blocked guest is GUEST_BLOCKED without `acceptsBlockedGuest` (RG-8)',
  access: 'reservations:book',
  body: z.strictObject({
    ...z.object(reservationPeriod).partial().shape,
    ...z.object(guest).partial().shape,
    ...z.object(guestContact).partial().shape,
    memo: text(500, 0).optional(),
    version,
    expectedPriceAmount: money.optional(),
    scope: z.enum(SERIES_SCOPES).default('ONE'),
    acceptsBlockedGuest,
  }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'PRICE_CHANGED', 'GUEST_BLOCKED', ...BOOKING_REFUSALS],
});

const verb = <const P extends string>(name: P) => `/api/v2/{product}/reservation/{reservationId}/${name}` as const;
const reason = text(300, 0).default('');

export const confirmReservation = endpoint({
  method: 'POST',
  path: verb('confirm'),
  summary: 'PENDING → CONFIRMED',
  access: 'reservations:write',
  body: z.strictObject({ version }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const checkInReservation = endpoint({
  method: 'POST',
  path: verb('check-in'),
  summary:
    'CONFIRMED → IN_USE, in the access window. A stay whose guest has to be checked for age is AGE_CHECK_NEEDED, until the person names the document that they saw, or why the guest enters without one (AG-12)',
  access: 'reservations:write',
  body: z.strictObject({ version, adult: admittedAdult.optional() }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'OUTSIDE_ACCESS_WINDOW', 'AGE_CHECK_NEEDED'],
});

export const completeReservation = endpoint({
  method: 'POST',
  path: verb('complete'),
  summary: 'IN_USE → COMPLETED, before its end: the rest of its time becomes free',
  access: 'reservations:write',
  body: z.strictObject({ version }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const extendReservation = endpoint({
  method: 'POST',
  path: verb('extend'),
  summary: 'Add whole slots at the end, at their price',
  access: 'reservations:book',
  body: z.strictObject({ version, minutes: z.number().int().min(1).max(1440), expectedPriceAmount: money.optional() }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'PRICE_CHANGED', ...BOOKING_REFUSALS],
});

export const cancelReservation = endpoint({
  method: 'POST',
  path: verb('cancel'),
  summary:
    "Cancel, and start the refund that the tier gives: through the provider of each payment, manually for what only a person can send, or after the approval of a second person. `refundPercent`: other than the tier's; a person without payments:refund cancels without refund. `refundAccount`: where the money of a virtual account, or money that a person sends, goes",
  access: 'reservations:book',
  body: z.strictObject({
    version,
    reason,
    refundPercent: z.number().int().min(0).max(100).optional(),
    refundAccount: refundAccount.optional(),
    scope: z.enum(SERIES_SCOPES).default('ONE'),
    /** Only if every reservation of the scope still has this `version`; it undoes the creation of a series. */
    mustBeUnchanged: z.boolean().default(false),
  }),
  reply: reservationDetail.extend({ refund: startedRefund }),
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const markNoShow = endpoint({
  method: 'POST',
  path: verb('no-show'),
  summary: 'CONFIRMED → NO_SHOW, after its start',
  access: 'reservations:write',
  body: z.strictObject({ version, reason }),
  reply: reservationDetail,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const revealGuest = endpoint({
  method: 'POST',
  path: verb('reveal'),
  summary: "The guest's full name, phone and e-mail address; the access is recorded (PD-1)",
  access: 'reservations:read',
  body: revealing,
  reply: z.object({ guestName: z.string(), guestPhone: z.string(), guestEmail: z.string() }),
});
