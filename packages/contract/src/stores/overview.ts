import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, money } from '../fields.ts';
import { SETUP_STEPS } from './setup-values.ts';

const count = z.number().int().min(0);

/** A business date of a store. */
const day = z.object({
  date: calendarDate,
  /** Payments minus refunds (SL-1), in won; negative on a day with more refunds than payments. */
  netAmount: money,
  /** Reservations of guests, by the date of their start; without cancelled and expired ones. */
  reservationCount: count,
  /** Minutes of all rooms that are not parts: bookable time without closures, and how much of it guests have booked. */
  openMinutes: count,
  bookedMinutes: count,
});
export type OverviewDay = z.infer<typeof day>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/overview',
  summary:
    'Figures of one store or of each: today beside the same weekday last week, the week, and open tasks; stores with most open tasks first (OV-1, OV-2)',
  access: 'overview:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({
    stores: z.array(
      z.object({
        storeId: id,
        storeName: z.string(),
        /** The store is closed for good: its rooms take no reservations, and money may still be due. */
        isClosed: z.boolean(),
        today: day,
        lastWeek: day,
        /** The part of `lastWeek.netAmount` up to the end of the present hour, with which today is compared. */
        lastWeekByNow: money,
        /** Seven business dates up to today, oldest first, each with the date seven days earlier. */
        week: z.array(z.object({ date: calendarDate, netAmount: money, weekBeforeAmount: money })).length(7),
        /** Alarms that are open or not acknowledged. */
        alarmCount: count,
        /** Doors and devices that are offline. */
        offlineCount: count,
        /** Unconfirmed notifications. */
        notificationCount: count,
        /** Guests who are inside and have not paid in full, first the stay that ends first; at most 50. */
        unpaidInside: z.array(z.object({ reservationId: id, roomId: id, endsAt: instant, dueAmount: money })),
        /** Cancelled reservations whose refund is not confirmed in full. */
        owedRefundCount: count,
        /** Deposits that are neither matched with a payment nor ignored. */
        openDepositCount: count,
        /** Closed settlements with a payout whose day has passed and that are not marked as paid. */
        overduePayoutCount: count,
      }),
    ),
  }),
});
export type StoreOverviews = z.infer<(typeof readOverview)['reply']>;
export type StoreOverview = StoreOverviews['stores'][number];

export const readSetup = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/overview/setup',
  summary:
    'The set-up progress of one store or of each, computed from its data, with the steps that the person can do. Stores that are set up or closed are left out',
  access: 'overview:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({
    stores: z.array(
      z.object({
        storeId: id,
        storeName: z.string(),
        steps: z.array(
          z.object({
            step: z.enum(SETUP_STEPS),
            /**
             * `STARTED`: the step is begun, such as a store without opening hours, or a door that was never opened
             * successfully.
             */
            state: z.enum(['OPEN', 'STARTED', 'DONE']),
          }),
        ),
      }),
    ),
  }),
});
export type StoreSetup = z.infer<(typeof readSetup)['reply']>['stores'][number];
