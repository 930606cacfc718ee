import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, computedDate, id, money } from '../fields.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { RESERVATION_CHANNELS } from '../reservations/reservation-values.ts';

/** The most business dates of one query: a leap year. */
export const SALES_MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const filter = {
  /** Business dates, the first and the last included. */
  from: calendarDate,
  to: calendarDate,
  storeId: id.optional(),
  roomId: id.optional(),
  method: z.enum(PAYMENT_METHODS).optional(),
  channel: z.enum(RESERVATION_CHANNELS).optional(),
};
type Dates = { readonly from: string; readonly to: string };
const inOrder = (dates: Dates) => dates.from <= dates.to;
const notTooMany = (dates: Dates) => (Date.parse(dates.to) - Date.parse(dates.from)) / DAY_MS < SALES_MOST_DAYS;
const [backwards, tooLong] = [
  { path: ['to'], error: 'must not be before `from`' },
  { path: ['to'], error: `at most ${SALES_MOST_DAYS} days` },
];

const count = z.number().int();
const amounts = {
  /** The payments by their own business date, without those recorded by mistake, in won as all amounts here. */
  grossAmount: money,
  /** The refunds as a positive amount, by the business date of the refund. */
  refundAmount: money,
  /** `grossAmount - refundAmount`, which is also the sum of the next three. */
  netAmount: money,
  supplyAmount: money,
  vatAmount: money,
  taxFreeAmount: money,
};
const figures = {
  ...amounts,
  /** The number of payments minus reversed ones: negative on a day that only reversed payments of another day. */
  paymentCount: count,
  refundCount: count,
};

/** Sums of the ledger (SL-3). Each grouping sums to the same totals. */
export const salesTotals = z.object(figures);
export type SalesTotals = z.infer<typeof salesTotals>;

export const SALES_GROUPINGS = ['day', 'room', 'store', 'method', 'channel'] as const;

/** Figures of `total` and of one group. `count`: payments, as `paymentCount` elsewhere. */
const groupFigures = { ...amounts, count };

export const readSales = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/sales',
  summary:
    'Sales of a period of business dates: totals, those of as many days before, and by day, weekday and hour, room, store, method and channel (SL-1). With `groupBy` also `total`, and `groups` by one of these',
  access: 'sales:read',
  query: z
    .strictObject({ ...filter, groupBy: z.enum(SALES_GROUPINGS).optional() })
    .refine(inOrder, backwards)
    .refine(notTooMany, tooLong),
  reply: z.object({
    from: calendarDate,
    to: calendarDate,
    totals: salesTotals,
    before: z.object({ from: computedDate, to: computedDate, totals: salesTotals }),
    /** The figures of each day of the period, oldest first. */
    days: z.array(z.object({ date: calendarDate, ...figures })),
    /** The figures by hour; hours without sales are left out. */
    hours: z.array(
      z.object({
        /** The weekday of the business date; 0 is Sunday. */
        weekday: z.number().int().min(0).max(6),
        /** The hour of the store's local time. */
        hour: z.number().int().min(0).max(23),
        netAmount: money,
        /** The number of payments. */
        count,
      }),
    ),
    /** Rooms with sales, the highest net amount first, as in the next three lists. */
    rooms: z.array(
      z.object({
        storeId: id,
        storeName: z.string(),
        /** `null`: sales without a room. */ roomId: id.nullable(),
        roomName: z.string(),
        ...figures,
      }),
    ),
    stores: z.array(z.object({ storeId: id, storeName: z.string(), ...figures })),
    methods: z.array(z.object({ method: z.enum(PAYMENT_METHODS), ...figures })),
    /** `null`: sales without a reservation. */
    channels: z.array(z.object({ channel: z.enum(RESERVATION_CHANNELS).nullable(), ...figures })),
    /** Present only with `groupBy`. */
    total: z.object(groupFigures).optional(),
    /**
     * Only with `groupBy`; in the order of `days`, `rooms` and the others. `key`: a date, an id, a method or a channel; `null` for sales without a
     * room or without a reservation. `label`: the name of the room or the store, otherwise the key.
     */
    groups: z.array(z.object({ key: z.string().nullable(), label: z.string(), ...groupFigures })).optional(),
  }),
});
export type Sales = z.infer<(typeof readSales)['reply']>;

/** Seven business dates, oldest first. `businessDate` and `count` repeat `date` and `paymentCount`. */
const week = z.array(
  z.object({
    date: computedDate,
    businessDate: computedDate,
    grossAmount: money,
    refundAmount: money,
    netAmount: money,
    paymentCount: count,
    count,
  }),
);

export const readWeeklySales = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/sales/weekly-stats',
  summary:
    'The seven business dates up to `date` and the seven before, of a filter (SL-2). Without `date`: up to today in the zone of the store; of several stores, the latest today',
  access: 'sales:read',
  query: z.strictObject({
    storeId: id.optional(),
    roomId: id.optional(),
    method: z.enum(PAYMENT_METHODS).optional(),
    channel: z.enum(RESERVATION_CHANNELS).optional(),
    date: calendarDate.optional(),
  }),
  reply: z.object({ thisWeek: week, lastWeek: week }),
});
export type WeeklySales = z.infer<(typeof readWeeklySales)['reply']>;

const minutes = z.number().int().min(0);

export const readRoomSales = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/{roomId}/sales',
  summary: 'Sales and occupancy of one room in the last 30 business dates of its store, today included (RM-2)',
  access: 'sales:read',
  reply: z.object({
    from: calendarDate,
    to: calendarDate,
    totals: salesTotals,
    /** Reservations of guests that started in the period until now, without cancelled and expired ones. */
    reservationCount: minutes,
    /** Minutes until now in which the store was open and the room was not closed. */
    openMinutes: minutes,
    /** Minutes of `openMinutes` that guests had booked, no-shows included, also through a room that this room is a part of. Occupancy is `bookedMinutes` over `openMinutes`. */
    bookedMinutes: minutes,
  }),
});
export type RoomSales = z.infer<(typeof readRoomSales)['reply']>;

export const exportSales = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/sales/export',
  summary:
    'Matching payments, refunds and reversals as a file, a line each, latest business date first, streamed (SL-1)',
  access: 'sales:read',
  load: 'export',
  kind: 'file',
  query: z
    .strictObject({ ...filter, format: z.enum(['csv', 'xlsx']), lng: z.enum(['kr', 'en']).default('kr') })
    .refine(inOrder, backwards)
    .refine(notTooMany, tooLong),
  reply: z.string(),
});
