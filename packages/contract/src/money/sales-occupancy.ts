import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id } from '../fields.ts';

/** The most business dates of one query. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;
const daysOf = ({ from, to }: { readonly from: string; readonly to: string }) =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;
const minutes = z.number().int().min(0);

export const readOccupancy = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/sales/occupancy',
  summary:
    'Occupancy by hour of the day in a period of business dates: of each room of a store, or of each store (SL-36)',
  access: 'sales:read',
  query: z
    .strictObject({ from: calendarDate, to: calendarDate, storeId: id.optional() })
    .refine((dates) => dates.from <= dates.to, { path: ['to'], error: 'must not be before `from`' })
    .refine((dates) => daysOf(dates) < MOST_DAYS, { path: ['to'], error: `at most ${MOST_DAYS} days` }),
  reply: z.object({
    /** Rooms in their order with a `storeId`, otherwise stores by name. */
    rows: z.array(
      z.object({
        id,
        name: z.string(),
        storeId: id,
        /** The 24 hours of the day in the zone of the store, from 0. */
        hours: z.array(
          z.object({
            /** Minutes until now in which the store was open and the room was not closed, summed over rooms and days. */
            openMinutes: minutes,
            /** Minutes of `openMinutes` that guests had booked, no-shows included, also through a room with this one as a part. */
            bookedMinutes: minutes,
          }),
        ),
      }),
    ),
  }),
});
export type Occupancy = z.infer<(typeof readOccupancy)['reply']>;
