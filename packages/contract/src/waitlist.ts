import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, namedInstant, paging, revealing, sortBy, text, version } from './fields.ts';
import { guest, STAY_REFUSALS } from './reservations.ts';

export const WAITLIST_STATES = ['WAITING', 'FREE', 'DONE', 'EXPIRED'] as const;

/**
 * An entry of a guest for a period that may become free. `FREE`: the period is free, and a person should call the
 * guest.
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
  memo: z.string(),
  state: z.enum(WAITLIST_STATES),
  /** Since when and in which room the time is free; set only with `FREE`. */
  freeSince: instant.nullable(),
  freeRoomId: id.nullable(),
  createdAt: instant,
  version,
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/waitlist',
  summary: 'Who waits for a time: those whose time fell free first, then by start',
  access: 'reservations:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('startsAt'),
    storeId: id.optional(),
    state: z.enum(WAITLIST_STATES).optional(),
  }),
  reply: listOf(waitlistEntry),
});

export const addToWaitlist = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist',
  summary: 'Put somebody on the waitlist, for a time that could be booked were it free',
  access: 'reservations:book',
  body: z.strictObject({
    storeId: id,
    roomId: id.nullable().default(null),
    startsAt: namedInstant,
    endsAt: namedInstant,
    ...guest,
    memo: text(300, 0).default(''),
  }),
  reply: waitlistEntry,
  problems: STAY_REFUSALS,
});

export const closeWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist/{entryId}/done',
  summary: 'The guest was told, or waits no more',
  access: 'reservations:book',
  body: z.strictObject({ version }),
  reply: waitlistEntry,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const revealWaitlistGuest = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/waitlist/{entryId}/reveal',
  summary: 'The full name and phone of who waits, to call them; that they were looked at is recorded (PD-1)',
  access: 'reservations:read',
  body: revealing,
  reply: z.object({ guestName: z.string(), guestPhone: z.string() }),
});
