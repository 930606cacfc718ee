import { z } from 'zod';
import { bookingPath, headCountOfQuery, minutesOfQuery, startOfStay } from './booking.ts';
import { bookingPhone, CONTACT_FAULT, isContactComplete } from './booking-contact.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDate, email, id, instant, money, phoneCode } from '../fields.ts';
import { RESERVATION_STATES } from '../reservations/reservation-values.ts';

/** What a guest at the door can begin at this minute (BK-14), and what they have booked already (BK-15). */

export const bookingNow = z.object({
  now: instant,
  /** The present business date of the store. */
  today: calendarDate,
  minutes: z.number().int(),
  headCount: z.number().int(),
  /** Whether the store is open at this moment. */
  isOpen: z.boolean(),
  /** When the store opens next. `null`: it is open, or stays closed today and tomorrow. */
  opensAt: instant.nullable(),
  /** Rooms that are large enough, in the order of the store. */
  rooms: z.array(
    z.object({
      roomId: id,
      /** The stay that can start now, shorter than requested where the room is free for less. `null`: none. */
      stay: z.object({ startsAt: instant, endsAt: instant, amount: money }).nullable(),
      /** Until when a stay that starts now can last. `null`: not free now, or free through tomorrow. */
      freeUntil: instant.nullable(),
    }),
  ),
  /** The next starts on the slot grid of this business date and the next one, at most six, in order of time. */
  next: z.array(startOfStay.extend({ date: calendarDate })),
  /** The lowest price of a start that is free today or tomorrow. `null`: none. */
  fromAmount: money.nullable(),
});
export type BookingNow = z.infer<typeof bookingNow>;

export const readBookingNow = endpoint({
  method: 'GET',
  path: `${bookingPath}/now`,
  summary:
    'Which rooms are free at this minute, until when and at what price, and the next starts. At most about a second old; a reservation checks again (BK-14)',
  access: 'public',
  query: z.strictObject({ headCount: headCountOfQuery.default(1), minutes: minutesOfQuery }),
  reply: bookingNow,
});

const foundReservation = z.object({
  reservationCode: z.string(),
  state: z.enum(RESERVATION_STATES),
  storeId: id,
  storeName: z.string(),
  /** The IANA zone of the store, in which its times are read. */
  timeZone: z.string(),
  roomName: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** The guest's own page, `/g/<token>`. `null`: the reservation has no link that is valid. */
  path: z.string().nullable(),
});

export const findOwnReservations = endpoint({
  method: 'POST',
  path: `${bookingPath}/find`,
  summary:
    'The reservations of a phone at all stores of the chain, with their links: those to come, soonest first, then those that ended within thirty days, latest first; at most ten of each. Needs a code that was sent for `FINDING`; every other one is INVALID_CODE, also for a phone without reservations. With an e-mail address, those of the phone and this address (BK-15, BK-16)',
  access: 'public',
  body: z
    .strictObject({ guestPhone: bookingPhone, guestEmail: email.optional(), phoneCode })
    .refine(isContactComplete, CONTACT_FAULT),
  reply: z.object({ items: z.array(foundReservation) }),
  problems: ['INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
});
