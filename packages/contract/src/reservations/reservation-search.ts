import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, namedInstant, queryNumber, singleLine } from '../fields.ts';
import { RESERVATION_CHANNELS, RESERVATION_STATES } from './reservation-values.ts';
import { reservation, RESERVATION_KINDS } from './reservations.ts';

/**
 * What was paid of a reservation's price: nothing or a part of it while it is due, all of it, returned, or still to be
 * returned.
 */
export const PAYMENT_STANDS = ['UNPAID', 'PARTLY', 'PAID', 'REFUNDED', 'REFUND_OWED'] as const;

const search = {
  /** A code, a part of a name, a phone or its last four digits. */
  q: singleLine(60).optional(),
  storeId: id.optional(),
  roomId: id.optional(),
  /** A query parameter with one or several states, separated by commas. */
  state: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(RESERVATION_STATES)).max(RESERVATION_STATES.length))
    .optional(),
  kind: z.enum(RESERVATION_KINDS).optional(),
  channel: z.enum(RESERVATION_CHANNELS).optional(),
  paid: z.enum(['yes', 'no']).optional(),
  payment: z.enum(PAYMENT_STANDS).optional(),
  /** Reservations that end after it. */
  from: namedInstant.optional(),
  /** Reservations that start before it. */
  to: namedInstant.optional(),
};

/** Reservations that start together are in the order of their rooms. */
const sort = z.enum(['startsAt', '-startsAt']).optional();

export const searchReservations = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation3',
  summary: 'Search by cursor, latest start first (RV-4), or by `sort=startsAt` the earliest',
  access: 'reservations:read',
  query: z.strictObject({
    ...search,
    cursor: z.string().max(200).optional(),
    sort,
    limit: queryNumber(1, 200).default(50),
  }),
  reply: z.object({ items: z.array(reservation), nextCursor: z.string().nullable() }),
});

export const exportReservations = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation3/export',
  summary: 'All results of a search as a file, streamed; guests masked (RV-4)',
  access: 'reservations:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({
    ...search,
    sort,
    format: z.enum(['csv', 'xlsx']),
    lng: z.enum(['kr', 'en']).default('kr'),
  }),
  reply: z.string(),
});
