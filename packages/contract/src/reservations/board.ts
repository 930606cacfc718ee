import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, queryNumber } from '../fields.ts';
import { reservation } from './reservations.ts';
import { room } from '../stores/rooms.ts';

export const dailyReservations = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservations/daily',
  summary:
    'The board of a store on a business date (or up to fourteen from it): rooms with reservations, blocks and closures (RV-3)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id, date: calendarDate, days: queryNumber(1, 14).default(1) }),
  reply: z.object({
    storeId: id,
    date: calendarDate,
    /** The period from the cut-off of the first `date` to that of the day after the last. */
    startsAt: instant,
    endsAt: instant,
    /** The opening periods within the days. */
    open: z.array(z.object({ startsAt: instant, endsAt: instant })),
    rooms: z.array(
      z.object({
        room: room.pick({ id: true, storeId: true, name: true, capacity: true, order: true, partRoomIds: true }),
        reservations: z.array(reservation),
        /**
         * Includes times at which a part, or the joined room that contains it, is taken; those have a `reservationId`.
         */
        closures: z.array(
          z.object({ startsAt: instant, endsAt: instant, reason: z.string(), reservationId: id.nullable() }),
        ),
      }),
    ),
  }),
});
export type DailyReservations = z.infer<(typeof dailyReservations)['reply']>;
