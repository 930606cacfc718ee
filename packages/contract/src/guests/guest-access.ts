import { z } from 'zod';
import { addOnLine } from '../money/add-ons.ts';
import { command } from '../devices/commands.ts';
import { reservationDiscount } from '../reservations/coupon-terms.ts';
import { door } from '../devices/doors.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, money, phoneCode, text, version } from '../fields.ts';
import { PHOTO_BYTES, PHOTO_TYPES } from '../stores/rooms.ts';
import { refundAccount } from './refund-accounts.ts';
import { cancellation, heldExtension, heldMove, reservation, startedRefund } from '../reservations/reservations.ts';
import { store } from '../stores/stores.ts';

/**
 * A guest reaches their own reservation with its access token (GT-1), which staff issue. The token is a Bearer token
 * with the prefix `mjg_`; every endpoint of a guest answers for the one reservation of the token.
 */

/**
 * `READABLE`: the acts have ended, a day after the end of the reservation or when it was cancelled or expired, and the
 * page can still be read. `EXPIRED`: after the months of the store. `REVOKED`: by staff.
 */
export const GUEST_ACCESS_STATES = ['NONE', 'ACTIVE', 'READABLE', 'REVOKED', 'EXPIRED'] as const;

/** The latest token of a reservation, as staff see it: never the token itself (GT-2). */
export const guestAccess = z.object({
  reservationId: id,
  storeId: id,
  state: z.enum(GUEST_ACCESS_STATES),
  /** `null`: no token was ever issued. */
  tokenId: id.nullable(),
  issuedAt: instant.nullable(),
  issuedByName: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  /** When the acts of the guest end. */
  expiresAt: instant.nullable(),
  /** Until when the page can be read (GT-3). */
  readableUntil: instant.nullable(),
  revokedAt: instant.nullable(),
  /** How many links for companions are valid; they end with the token (GT-24). */
  companions: z.number().int().nonnegative(),
});
export type GuestAccess = z.infer<typeof guestAccess>;

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/guest-access';

export const getGuestAccess = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'Whether the guest of a reservation has an access token, and when it was last used; never the token (GT-2)',
  access: 'reservations:read',
  reply: guestAccess,
});

export const issueGuestAccess = endpoint({
  method: 'POST',
  path: ofReservation,
  summary:
    'Issue the access token of a guest, shown once. `replacesTokenId` names the valid token, which ends at once; null: there is none (GT-3)',
  access: 'reservations:write',
  body: z.strictObject({ replacesTokenId: id.nullable() }),
  reply: guestAccess.extend({ token: z.string().nullable() }),
  shownOnce: ['token'],
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const revokeGuestAccess = endpoint({
  method: 'DELETE',
  path: ofReservation,
  summary: 'End the access token of a guest at once, and with it the links of their companions (GT-3, GT-24)',
  access: 'reservations:write',
  reply: guestAccess,
});

/** Whether the guest may do something now, and the period in which they may. `null`: the period has no such border. */
export const guestPermission = z.object({
  isAllowed: z.boolean(),
  from: instant.nullable(),
  until: instant.nullable(),
});
export type GuestPermission = z.infer<typeof guestPermission>;

export const guestReservation = z.object({
  reservationId: id,
  storeId: id,
  code: z.string(),
  state: reservation.shape.state,
  startsAt: instant,
  endsAt: instant,
  headCount: z.number().int().nonnegative(),
  priceAmount: money,
  addOns: z.array(addOnLine.pick({ label: true, quantity: true, amount: true })),
  /** The discount of the coupon, in won; `priceAmount` is without it (CP-2). */
  discount: reservationDiscount.pick({ name: true, amount: true }).nullable(),
  paidAmount: money,
  /** What the store returned on purpose, in won; it is not due again (PY-4). */
  waivedAmount: money,
  /** What was paid too much and the store returns. Another surplus is not owed (GT-13). */
  owedAmount: money,
  /** For `PENDING`: when the unpaid reservation expires. */
  holdExpiresAt: instant.nullable(),
  heldExtension: heldExtension.nullable(),
  /** Absent, as the permission to move, in replies of the release before. */
  heldMove: heldMove.nullable().optional(),
  store: store.pick({ name: true, address: true, phone: true, timeZone: true }),
  roomName: z.string(),
  /** A change names it (AP-4). */
  version,
  /** What the guest may do (GT-5). */
  may: z.object({
    readAccessCode: guestPermission,
    openDoors: guestPermission,
    cancel: guestPermission,
    pay: guestPermission,
    extend: guestPermission,
    move: guestPermission.optional(),
    askForHelp: guestPermission,
  }),
});
export type GuestReservation = z.infer<typeof guestReservation>;

export const getGuestReservation = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/reservation',
  summary: 'The reservation of the token: place, period, price, and what the guest may do until when (GT-5)',
  access: 'guest',
  reply: guestReservation,
});

/**
 * `NOT_YET`: before its access window. `PREPARING`: the lock has not acknowledged the code. `SPARE`: `code` is a spare
 * code of this door alone. `LOCKED_DOWN`: the store is locked down (DR-8). `ENDED`: after the window, or the reservation is not confirmed.
 */
export const GUEST_CODE_STATES = ['NOT_YET', 'PREPARING', 'ACTIVE', 'SPARE', 'LOCKED_DOWN', 'ENDED'] as const;

const guestCode = z.object({
  doorId: id,
  doorName: z.string(),
  state: z.enum(GUEST_CODE_STATES),
  /** Only for `ACTIVE` and `SPARE`: the digits, which the lock has acknowledged as enabled. */
  code: z.string().nullable(),
  opensAt: instant,
  closesAt: instant,
});
export type GuestCode = z.infer<typeof guestCode>;

export const getGuestAccessCode = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/access-code',
  summary:
    'The code of each door with a keypad, in its access window only, and never one that the lock has not acknowledged (GT-6)',
  access: 'guest',
  reply: z.object({ reservationId: id, storeId: id, doors: z.array(guestCode) }),
});

const guestDoor = z.object({
  doorId: id,
  storeId: id,
  doorName: z.string(),
  /** `null`: a door into the store. */
  roomId: id.nullable(),
  lockState: door.shape.lockState,
  online: door.shape.online,
  mayOpen: guestPermission,
  /**
   * When a person of the staff opened the door within ten minutes, unless the guest has opened it since. `isOpen`: until
   * the lock reports that it is locked again. A door into the store: only while the help desk has a case of this guest
   * (GP-4).
   */
  openedByStaff: z.object({ openedAt: instant, isOpen: z.boolean() }).nullable(),
});
export type GuestDoor = z.infer<typeof guestDoor>;

export const listGuestDoors = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/doors',
  summary: 'The doors that lead to the room of the reservation, and when the guest may open each (GT-7)',
  access: 'guest',
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(guestDoor) }),
});

export const openDoorAsGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/doors/{doorId}/open',
  summary:
    'Open a door of the reservation in its access window, one at a time; answers with the command in its final state (GT-7)',
  access: 'companion',
  body: z.strictObject({}),
  reply: command
    .pick({
      id: true,
      storeId: true,
      status: true,
      requestedAt: true,
      acknowledgedAt: true,
      error: true,
    })
    /** The door was open already. Its lock gets the command too, and the reply waits a second for it at most. */
    .extend({ isAlreadyOpen: z.boolean() }),
  problems: ['OUTSIDE_ACCESS_WINDOW', 'STATE_NOT_ALLOWED', 'OPENING_UNDER_WAY'],
});

/**
 * What a guest needs beside the link to cancel, and to name an account for the refund. `NONE`: the link was used on one
 * device only. `PHONE_CODE`: a code to the phone of the reservation. `EMAIL_CODE`: its phone is abroad, so the code goes to
 * its e-mail address, unless a person with the link set that. `STORE`: it has neither, so its store does it (GT-14, GT-20).
 */
export const GUEST_PROOFS = ['NONE', 'PHONE_CODE', 'EMAIL_CODE', 'STORE'] as const;
export type GuestProof = (typeof GUEST_PROOFS)[number];

export const getGuestCancellation = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/cancellation',
  summary: "What a cancellation refunds at this moment by the store's tiers (GT-8)",
  access: 'guest',
  reply: z.object({
    reservationId: id,
    storeId: id,
    version,
    mayCancel: guestPermission,
    /** `null`: the reservation cannot be cancelled any more. */
    cancellation: cancellation.nullable(),
    proof: z.enum(GUEST_PROOFS),
    /** What an account for the refund needs, on every link. `STORE`: the store asks the guest for it (GT-20). */
    accountProof: z.enum(GUEST_PROOFS).exclude(['NONE']),
  }),
});

export const sendGuestCode = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/phone-code',
  summary:
    'Send a code of six digits to the phone of the reservation, or to its e-mail address, when a cancellation needs it, or with `forAccount` an account for the refund. It is valid for five minutes and five attempts (GT-14, GT-20)',
  access: 'guest',
  body: z.strictObject({ language: z.enum(['ko', 'en']).default('ko'), forAccount: z.boolean().default(false) }),
  reply: z.object({
    /** Until when the code is accepted. */
    expiresAt: instant,
    now: instant,
  }),
  problems: ['STATE_NOT_ALLOWED', 'PROVIDER_NOT_SET', 'TOO_MANY_ATTEMPTS'],
});

export const cancelAsGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/cancel',
  summary:
    "Cancel before the start, and start the refund of the store's tier, which must be the expected one. The acts of the link end with the reservation, and its page stays readable (GT-8). " +
    'A link that was used on a second device, and an account for the refund, need the code of `sendGuestCode` (GT-14, GT-20)',
  access: 'guest',
  body: z.strictObject({
    version,
    expectedRefundAmount: money,
    reason: text(300, 0).default(''),
    /** Where the money of a virtual account, or money that a person sends, goes. */
    refundAccount: refundAccount.optional(),
    phoneCode: phoneCode.optional(),
  }),
  reply: z.object({
    reservationId: id,
    storeId: id,
    state: reservation.shape.state,
    refundPercent: z.number().int().nullable(),
    refundAmount: money.nullable(),
    refund: startedRefund,
  }),
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'REFUND_CHANGED', 'PHONE_CODE_REQUIRED', 'INVALID_CODE'],
});

export const waitForGuestChange = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/guest/changes',
  summary:
    'Waits for a change of the help of this guest or of a door on their way, for eight seconds at most; the page is read afterwards (GP-4)',
  access: 'companion',
  reply: z.object({ hasChanged: z.boolean() }),
});

/** What a guest needs help with. */
export const HELP_TROUBLES = ['DOOR', 'EQUIPMENT', 'OTHER'] as const;
export type HelpTrouble = (typeof HELP_TROUBLES)[number];

export const askForHelp = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/help',
  summary:
    'Open a case at the help desk, with a few words. While one of this guest is open, the words are added to it (GT-9)',
  access: 'companion',
  body: z.strictObject({ trouble: z.enum(HELP_TROUBLES).default('DOOR'), text: text(300, 0).default('') }),
  reply: z.object({ reservationId: id, storeId: id, openedAt: instant }),
  problems: ['STATE_NOT_ALLOWED'],
});

export const addHelpPhoto = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/guest/help/photo',
  summary:
    'Add a photo to the open case of this guest (JPEG, PNG or WebP as the body, at most 10 MB, three for a case); it is re-encoded (GT-9)',
  access: 'companion',
  upload: { types: PHOTO_TYPES, maxBytes: PHOTO_BYTES },
  reply: z.object({ reservationId: id, storeId: id, photoId: id }),
  problems: ['STATE_NOT_ALLOWED', 'PHOTO_INVALID', 'TOO_MANY_PHOTOS'],
});
