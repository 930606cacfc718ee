import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, money, paging, sortBy, text } from '../fields.ts';
import { shownSeller } from '../stores/sellers.ts';
import { getGuestAccessCode, guestReservation, HELP_TROUBLES, listGuestDoors } from './guest-access.ts';

/**
 * The guest's own page (GP-1): one reply has everything that the page shows first, so that it needs one request. The
 * page knows only the token of its link; the reply names the product, which the paths of all further requests contain.
 */

/**
 * How a guest gets in and what applies in the room, as the store wrote it (GP-2), in Korean and in English (GP-12). Empty:
 * the store wrote nothing.
 */
const arrival = z.object({
  addressEn: z.string(),
  directions: z.string(),
  directionsEn: z.string(),
  /** An address of a map, https only. */
  mapUrl: z.string(),
  houseRules: z.string(),
  houseRulesEn: z.string(),
  /** How to find the room inside the store. */
  roomDirections: z.string(),
  roomDirectionsEn: z.string(),
  amenities: z.array(z.string()),
  /**
   * The network's name and password, from the opening of the access window to its end, which is `until`. `null`: not
   * now, or no network.
   */
  wifi: z.object({ name: z.string(), password: z.string(), until: instant }).nullable(),
  /** The first photo of the room. `null`: none. */
  photo: z.object({ id, width: z.number().int(), height: z.number().int() }).nullable(),
});

/** The latest request for help that is open or was answered within the last hour (GP-4). */
export const guestHelp = z.object({
  trouble: z.enum(HELP_TROUBLES),
  openedAt: instant,
  /** When a person opened the case. `null`: not yet. */
  seenAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  /** What the guest wrote and photographed, oldest first. A note has a text or a photo. */
  notes: z.array(
    z.object({
      text: z.string(),
      photo: z.object({ id, width: z.number().int(), height: z.number().int() }).nullable(),
      at: instant,
      /** The number of the companion's link through which it came. `null`: the link of the guest (GT-26). */
      companion: z.number().int().nullable(),
    }),
  ),
  /** What staff wrote to the guest, oldest first. */
  answers: z.array(z.object({ text: z.string(), at: instant })),
});
export type GuestHelp = z.infer<typeof guestHelp>;

/** Who changed the reservation, without names. `GUEST`: a person with its link, so it may be a friend. */
export const GUEST_PAGE_ACTORS = ['GUEST', 'STORE', 'CHANNEL', 'SERVER'] as const;
const changedBy = { at: instant, by: z.enum(GUEST_PAGE_ACTORS) };

/** A change of the room or of the time (GP-10). */
const guestMove = z.object({
  id,
  ...changedBy,
  /** The stay before it. `roomName`: `null` when the room is the same. */
  from: z.object({ roomName: z.string().nullable(), startsAt: instant, endsAt: instant }),
  isRead: z.boolean(),
});
export type GuestMove = z.infer<typeof guestMove>;

/**
 * `WITH_STORE`: the store has to start it or to send it. `WITH_PROVIDER`: requested from the provider of the payment.
 * `SENT`: all of it was sent.
 */
export const GUEST_REFUND_STATES = ['WITH_STORE', 'WITH_PROVIDER', 'SENT'] as const;

/** Money that goes back to the guest (GP-9). */
const guestRefund = z.object({
  state: z.enum(GUEST_REFUND_STATES),
  /** All of it, in won, with what was sent. */
  amount: money,
  sentAmount: money,
  /** When the last part was sent. */
  sentAt: instant.nullable(),
});
export type GuestRefund = z.infer<typeof guestRefund>;

/** What a cancellation refunds before `until`, and after the `until` of the step before. */
const refundStep = z.object({ until: instant, refundPercent: z.number().int() });

export const RATING_SCORES = [1, 2, 3, 4, 5] as const;
const score = z.union(RATING_SCORES.map((value) => z.literal(value)));
const guestRating = z.object({ score, remark: z.string(), ratedAt: instant });

export const guestPage = z.object({
  product: z.object({ slug: z.string(), name: z.string() }),
  /** Who sells (SE-1). `null`: the store has not said it. */
  seller: shownSeller.nullable(),
  /** The chain has published a privacy policy, at `/b/{product}/privacy`. */
  hasPrivacyPolicy: z.boolean(),
  /** The time of the server, because the clock of a phone may be wrong. */
  now: instant,
  reservation: guestReservation,
  /** What the guest still has to pay. */
  dueAmount: z.number().int().nonnegative(),
  /** The least amount in won that can be paid online; the store collects a smaller one. */
  leastOnlineAmount: z.number().int(),
  /** Whether the last time that the guest asked for was returned, because it was not paid (GT-13). */
  isExtensionReturned: z.boolean(),
  /** The latest move that the guest held was returned unpaid (GT-32). Absent in replies of the release before. */
  isMoveReturned: z.boolean().optional(),
  arrival,
  codes: getGuestAccessCode.reply.shape.doors,
  doors: listGuestDoors.reply.shape.items,
  help: guestHelp.nullable(),
  /** `isAllowed`: after the end, while the token is valid, once (GP-5). */
  rating: z.object({ isAllowed: z.boolean(), given: guestRating.nullable() }),
  /** When the reservation got its present state, and from whom (GP-9). `null`: its history does not say. */
  stateChange: z.object(changedBy).nullable(),
  /** The latest moves, oldest first (GP-10). */
  moves: z.array(guestMove),
  /** `null`: no money went back or is owed. */
  refund: guestRefund.nullable(),
  /** The refund rules of the stay with their deadlines, soonest first; the last one ends with its start (GP-11). */
  refundSteps: z.array(refundStep),
  /** The terms of the store, while money is due. Empty: nothing is due, or the store wrote none. */
  bookingTerms: z.string(),
  bookingTermsEn: z.string(),
  /** The terms that the guest accepted with an online booking, as they were shown (BK-6). `null`: none. */
  acceptedTerms: z.object({ text: z.string(), language: z.enum(['ko', 'en']), acceptedAt: instant }).nullable(),
  /** The path of the booking page for this room. `null`: the store takes no online bookings. */
  bookingPath: z.string().nullable(),
  /** Whether the store issues cash receipts (CR-1). */
  offersCashReceipts: z.boolean(),
  /** Whether the store has sold passes, with which the guest may pay (PS-4). Absent in replies of the release before. */
  offersPasses: z.boolean().optional(),
  /** The stay is for adults, and its guest has to be checked before the code is shown (AG-7). Absent in replies of the release before. */
  needsAgeCheck: z.boolean().optional(),
  /** Until when the link shows the page (GT-3). */
  readableUntil: instant,
});
export type GuestPage = z.infer<typeof guestPage>;

export const getGuestPage = endpoint({
  method: 'GET',
  path: '/api/v2/guest/page',
  summary:
    'Everything that the page of a guest shows first, with the product of the token: reservation, arrival, codes, doors, help and rating (GP-1)',
  access: 'guest',
  reply: guestPage,
});

export const markMoveRead = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/move/read',
  summary: 'Mark the moves of the stay as read, up to the named one (GP-10)',
  access: 'guest',
  body: z.strictObject({ moveId: id }),
  reply: z.object({ reservationId: id, storeId: id, readMoveId: id }),
  problems: ['STATE_NOT_ALLOWED'],
});

export const getGuestPhoto = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/photo/{photoId}',
  summary: 'A photo of the room of the reservation, at most 1600 pixels wide (GP-2)',
  access: 'companion',
  kind: 'file',
  reply: z.any(),
});

export const rateStay = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/rating',
  summary: 'Rate the stay once, after its end, with one remark (GP-5)',
  access: 'guest',
  body: z.strictObject({ score, remark: text(500, 0).default('') }),
  reply: guestRating,
  problems: ['STATE_NOT_ALLOWED'],
});

/** A rating as the store sees it. */
export const stayRating = z.object({
  id,
  storeId: id,
  storeName: z.string(),
  reservationId: id,
  reservationCode: z.string(),
  roomName: z.string(),
  score,
  remark: z.string(),
  ratedAt: instant,
});
export type StayRating = z.infer<typeof stayRating>;

export const listStayRatings = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/rating',
  summary: 'Ratings of stays, newest first, with their mean (GP-5)',
  access: 'reservations:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('ratedAt', 'score'),
    storeId: id.optional(),
    reservationId: id.optional(),
  }),
  reply: listOf(stayRating).extend({
    /** The mean of all ratings of the filter, to a tenth. `null`: there are none. */
    meanScore: z.number().nullable(),
  }),
});

export const answerGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/help-desk/reservation/{reservationId}/answer',
  summary: 'Write to the guest who asked for help; their page shows it at once (GP-4)',
  access: 'help-desk:use',
  body: z.strictObject({ text: text(300) }),
  reply: z.object({ reservationId: id, storeId: id, answers: guestHelp.shape.answers }),
  problems: ['STATE_NOT_ALLOWED'],
});

export const getStayCalendar = endpoint({
  method: 'GET',
  path: '/api/v2/guest/stay-calendar',
  summary:
    'The stay as a calendar entry (RFC 5545), without the access code, the link and the name of the guest; also at `/g/{token}/stay.ics` (MS-24)',
  access: 'guest',
  kind: 'file',
  ignoresQuery: true,
  reply: z.string(),
});
