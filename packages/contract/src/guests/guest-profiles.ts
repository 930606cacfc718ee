import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, namedInstant, paging, phone, singleLine, sortBy, text, version } from '../fields.ts';

/**
 * What staff know of a guest who comes again (RG-1 to RG-6). A guest is a phone number, found by its keyed hash; a guest
 * without one has no profile.
 */

/** The longest time for which a guest is blocked, in days. */
export const MOST_BLOCKED_DAYS = 1096;

/** `ENDED`: its time is over, or a person ended it. */
export const BLOCK_STATES = ['ACTIVE', 'ENDED'] as const;
export type BlockState = (typeof BLOCK_STATES)[number];

export const guestBlock = z.object({
  id,
  /** The store that refuses the guest; `null`: every store of the chain. */
  storeId: id.nullable(),
  maskedPhone: z.string(),
  state: z.enum(BLOCK_STATES),
  /** For staff. Guests never read it. */
  reason: z.string(),
  blockedAt: instant,
  blockedBy: z.string(),
  /** The block ends by itself at this time. */
  endsAt: instant,
  /** `null`: it has not been ended before its time. */
  liftedAt: instant.nullable(),
  liftedBy: z.string().nullable(),
});
export type GuestBlock = z.infer<typeof guestBlock>;

/** A person has seen that the guest is blocked and still books for them; otherwise GUEST_BLOCKED (RG-5). */
export const acceptsBlockedGuest = z.boolean().default(false);

const guestNote = z.object({
  text: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  version,
});

export const guestProfile = z.object({
  reservationId: id,
  storeId: id,
  /** False: the reservation has no phone number, by which guests are known. All that follows is empty. */
  hasPhone: z.boolean(),
  /** The other stays of the phone at the stores that the reader sees. */
  completedCount: z.number().int().nonnegative(),
  noShowCount: z.number().int().nonnegative(),
  cancelledCount: z.number().int().nonnegative(),
  /** Confirmed stays that have not ended, with this one. */
  comingCount: z.number().int().nonnegative(),
  /** The end of the last completed stay. */
  lastVisitAt: instant.nullable(),
  /** The note of this store. */
  note: guestNote.nullable(),
  /** The block that keeps the guest from booking here now. */
  block: guestBlock.nullable(),
});
export type GuestProfile = z.infer<typeof guestProfile>;

const ofReservation = '/api/v2/{product}/reservation/{reservationId}/guest-profile';

export const getGuestProfile = endpoint({
  method: 'GET',
  path: ofReservation,
  summary: 'How often the guest of a reservation has come, the note of the store, and whether they are blocked (RG-1)',
  access: 'reservations:read',
  reply: guestProfile,
});

export const setGuestNote = endpoint({
  method: 'POST',
  path: `${ofReservation}/note`,
  summary: 'Set the note of the store about the guest of a reservation; an empty text removes it (RG-2)',
  access: 'reservations:write',
  body: z.strictObject({
    /** The version that the person saw; absent when there was none. */
    version: version.optional(),
    text: text(500, 0),
  }),
  reply: guestProfile,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

const path = '/api/v2/{product}/blocked-guest';

export const listBlockedGuests = endpoint({
  method: 'GET',
  path,
  summary:
    'The guests who cannot book, latest first: of the whole chain, and of the stores that the person sees (RG-3)',
  access: 'reservations:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('blockedAt', 'endsAt'),
    /** Those that a store refuses: its own and those of the chain. */
    storeId: id.optional(),
    state: z.enum(BLOCK_STATES).optional(),
  }),
  reply: listOf(guestBlock),
});

export const blockGuest = endpoint({
  method: 'POST',
  path,
  summary:
    'Refuse new bookings of a guest at a store or, with `storeId: null` and the right to all stores, at every store of the chain. It replaces an earlier block of the same reach. Stays that exist are not changed (RG-3)',
  access: 'reservations:write',
  body: z.strictObject({
    storeId: id.nullable(),
    guest: z.union([z.strictObject({ reservationId: id }), z.strictObject({ phone })]),
    reason: singleLine(200),
    /** In the future, and at most three years from now. */
    endsAt: namedInstant,
  }),
  reply: guestBlock,
  problems: ['CAPABILITY_MISSING', 'STATE_NOT_ALLOWED'],
});

export const unblockGuest = endpoint({
  method: 'DELETE',
  path: `${path}/{blockId}`,
  summary: 'Let a guest book again before the block ends (RG-3)',
  access: 'reservations:write',
  reply: guestBlock,
  problems: ['CAPABILITY_MISSING', 'STATE_NOT_ALLOWED'],
});
