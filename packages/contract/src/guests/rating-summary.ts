import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, queryNumber } from '../fields.ts';

const mean = {
  count: z.number().int(),
  /** To a tenth. `null`: no rating. */
  meanScore: z.number().nullable(),
};

export const readRatingSummary = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/rating/summary',
  summary: 'Mean ratings of a store by month in its zone, oldest first, and by room, of the same months (GP-5)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id, months: queryNumber(1, 24).default(12) }),
  reply: z.object({
    /** `month`: its first date. */
    months: z.array(z.object({ month: calendarDate, ...mean })),
    rooms: z.array(z.object({ roomId: id, roomName: z.string(), ...mean })),
  }),
});
export type RatingSummary = z.infer<(typeof readRatingSummary)['reply']>;
