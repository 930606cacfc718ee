import { z } from 'zod';
import { acceptsBlockedGuest } from '../guests/guest-profiles.ts';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  namedInstant,
  OUT_OF_REACH,
  paging,
  revealing,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { MESSAGE_LANGUAGES } from '../guests/message-variables.ts';
import { guest, newGuestContact, STAY_REFUSALS } from './reservations.ts';

/** Who added an entry: a person of the chain, or the guest on the booking page (WL-5). */
const WAITLIST_ORIGINS = ['STAFF', 'ONLINE'] as const;

export const WAITLIST_STATES = ['WAITING', 'FREE', 'OFFERED', 'DONE', 'EXPIRED'] as const;

/**
 * An entry of a guest for a period that may become free. `FREE`: the period is free, and a person should call the
 * guest. `OFFERED`: a reservation is held for the guest until they pay (WL-1). `EXPIRED`: the period has begun, or the
 * guest did not pay in time.
 */
export const waitlistEntry = z.object({
  id,
  storeId: id,
  /** The requested room; `null`: any room of the store that is large enough. */
  roomId: id.nullable(),
  startsAt: instant,
  endsAt: instant,
  headCount: z.number().int(),
  guestName: z.string(),
  guestPhone: z.string(),
  /** Masked; empty: none. An offer goes there when it cannot go to a mobile phone (WL-1). */
  guestEmail: z.string(),
  /** The language of the guest's messages (MS-13). */
  guestLanguage: z.enum(MESSAGE_LANGUAGES),
  memo: z.string(),
  origin: z.enum(WAITLIST_ORIGINS),
  state: z.enum(WAITLIST_STATES),
  /** Since when and in which room the time is free; set only with `FREE`. */
  freeSince: instant.nullable(),
  freeRoomId: id.nullable(),
  /** The reservation that the guest was offered, also after the offer has ended; `null`: none. */
  offeredReservationId: id.nullable(),
  /** Set only with `OFFERED`. */
  offerUntil: instant.nullable(),
  createdAt: instant,
  version,
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/waitlist',
  summary: 'Entries of the waitlist: those with a free period first, then by start',
  access: 'reservations:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('startsAt'),
      storeId: id.optional(),
      state: z.enum(WAITLIST_STATES).optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(waitlistEntry),
});

export const addToWaitlist = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist',
  summary:
    'Add a guest to the waitlist for a period that could be booked if it were free. A phone that waits for this time already is STATE_NOT_ALLOWED',
  access: 'reservations:book',
  body: z.strictObject({
    storeId: id,
    roomId: id.nullable().default(null),
    startsAt: namedInstant,
    endsAt: namedInstant,
    ...guest,
    ...newGuestContact,
    memo: text(300, 0).default(''),
    acceptsBlockedGuest,
  }),
  reply: waitlistEntry,
  problems: [...STAY_REFUSALS, 'STATE_NOT_ALLOWED', 'GUEST_BLOCKED'],
});

export const closeWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist/{entryId}/done',
  summary: 'Close an entry of the waitlist: the guest was informed or no longer waits',
  access: 'reservations:book',
  body: z.strictObject({ version }),
  reply: waitlistEntry,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const revealWaitlistGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist/{entryId}/reveal',
  summary:
    'The full name, phone and e-mail address of a waiting guest, to call or write to them; the access is recorded (PD-1)',
  access: 'reservations:read',
  body: revealing,
  reply: z.object({ guestName: z.string(), guestPhone: z.string(), guestEmail: z.string() }),
});
