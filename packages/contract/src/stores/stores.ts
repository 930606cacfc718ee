import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  businessNumber,
  calendarDate,
  id,
  instant,
  listOf,
  namedInstant,
  paging,
  queryNumber,
  singleLine,
  sortBy,
  text,
  timeOfDay,
  version,
  weekday,
} from '../fields.ts';

/**
 * The opening hours of a weekday. `closesAt` at or before `opensAt` is on the next day; equal to it means 24 hours. A
 * weekday without an entry is closed.
 */
export const openingHours = z.strictObject({ weekday, opensAt: timeOfDay, closesAt: timeOfDay });
export type OpeningHours = z.infer<typeof openingHours>;

/**
 * A cancellation at least `hoursBefore` the start refunds `refundPercent`; the largest `hoursBefore` that is met
 * applies; below all: 0 %.
 */
export const cancellationTier = z.strictObject({
  hoursBefore: z.number().int().min(0).max(8760),
  refundPercent: z.number().int().min(0).max(100),
});
export type CancellationTier = z.infer<typeof cancellationTier>;

const percent = z.number().min(0).max(100).multipleOf(0.01);

/**
 * The settlement terms that a store proposes (ST-1). Head office makes them the terms; fees by method come from the
 * payment provider.
 */
export const settlementTerms = z.strictObject({
  royaltyPercent: percent,
  cycle: z.enum(['WEEKLY', 'MONTHLY']),
  payoutLagDays: z.number().int().min(0).max(60),
});

const settings = {
  name: singleLine(60),
  address: singleLine(200, 0),
  phone: singleLine(24, 0),
  businessNumber: z.union([z.literal(''), businessNumber]),
  hours: z
    .array(openingHours)
    .max(7)
    .refine((list) => new Set(list.map((item) => item.weekday)).size === list.length, 'a weekday is named twice'),
  slotMinutes: z.union([10, 15, 20, 30, 60, 90, 120].map((minutes) => z.literal(minutes))),
  minMinutes: z.number().int().min(10).max(1440),
  maxMinutes: z.number().int().min(10).max(10_080),
  horizonDays: z.number().int().min(1).max(730),
  bufferMinutes: z.number().int().min(0).max(240),
  holdMinutes: z.number().int().min(1).max(1440),
  /** So long a free time is held for a waiting guest; 0: the server offers nothing (WL-1). */
  waitlistOfferMinutes: z.union([z.literal(0), z.number().int().min(5).max(1440)]),
  accessBeforeMinutes: z.number().int().min(0).max(120),
  accessAfterMinutes: z.number().int().min(0).max(120),
  /** So many minutes before a start the room gets the mode for use. */
  prepareMinutes: z.number().int().min(0).max(120),
  /** So many minutes before an end the room gets the warning mode; 0: never. */
  warningMinutes: z.number().int().min(0).max(60),
  /**
   * A room that draws at least so many watts after the end of a stay counts as occupied, if no presence sensor reports
   * (NX-4); 0: never.
   */
  overrunWatts: z.number().int().min(0).max(20_000),
  dayCutoff: timeOfDay,
  cancellationTiers: z
    .array(cancellationTier)
    .max(10)
    .refine((list) => new Set(list.map((item) => item.hoursBefore)).size === list.length, 'the hours are named twice'),
  settlementTerms,
};

export const store = z.object({
  id,
  ...settings,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  businessNumber: z.string(),
  slotMinutes: z.number().int(),
  timeZone: z.string(),
  /**
   * All topics of the store's devices are below `<mqttPrefix>/`. It cannot be changed, because the devices are
   * configured with it.
   */
  mqttPrefix: z.string(),
  /** When head office closed the store for good; it cannot be booked until head office reopens it. */
  closedAt: instant.nullable(),
  version,
});
export type Store = z.infer<typeof store>;

export const listStores = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store',
  summary: 'Stores with their settings (ST-1)',
  access: 'stores:read',
  query: z.strictObject({ ...paging, sort: sortBy('name', 'createdAt') }),
  reply: listOf(store),
});

export const getStore = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}',
  summary: 'One store with its settings',
  access: 'stores:read',
  reply: store,
});

export const editStore = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/store/{storeId}',
  summary:
    'Change settings of a store. What would strand reservations is refused with their list until `acceptStranded` is sent (ST-2)',
  access: 'stores:write',
  body: z.strictObject({ ...z.object(settings).partial().shape, version, acceptStranded: z.boolean().optional() }),
  reply: store,
  problems: ['STALE', 'WOULD_STRAND', 'STORE_NAME_TAKEN', 'BOOKING_NOT_READY'],
});

export const createStore = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store',
  summary:
    'Create a store in Korean time with the usual rules for bookings. It can be booked once it has opening hours, a room and a price. `code` is the prefix of its devices, `<product>/<code>/`, and never changes',
  access: 'stores:make',
  body: z.strictObject({
    name: settings.name,
    code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'must be small letters, digits and dashes'),
    address: settings.address.default(''),
    phone: settings.phone.default(''),
    businessNumber: settings.businessNumber.default(''),
    hours: settings.hours.default([]),
  }),
  reply: store,
  problems: ['STORE_NAME_TAKEN', 'STORE_CODE_TAKEN'],
});

export const closeStore = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/close',
  summary:
    'Close a store for good. Refused with the list of coming reservations while there are any; it never cancels one (ST-2)',
  access: 'stores:make',
  body: z.strictObject({ version, reason: text(200) }),
  reply: store,
  problems: ['STALE', 'WOULD_STRAND', 'STATE_NOT_ALLOWED'],
});

export const reopenStore = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/reopen',
  summary: 'Reopen a store that was closed for good',
  access: 'stores:make',
  body: z.strictObject({ version }),
  reply: store,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

/** A period in which a store, or some of its rooms, cannot be booked (ST-1). */
export const closure = z.object({
  id,
  storeId: id,
  /** The closed rooms; empty: the whole store. */
  roomIds: z.array(id),
  startsAt: instant,
  endsAt: instant,
  reason: z.string(),
});
export type Closure = z.infer<typeof closure>;

export const listClosures = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/closure',
  summary: 'Closures that end after `from`, soonest first',
  access: 'stores:read',
  query: z.strictObject({ ...paging, sort: sortBy('startsAt', 'endsAt'), from: namedInstant.optional() }),
  reply: listOf(closure),
});

export const createClosure = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/closure',
  summary:
    'Close a store or some of its rooms for a period. Refused with the list of affected reservations unless `acceptStranded` is sent; they are never cancelled (ST-2)',
  access: 'stores:write',
  body: z.strictObject({
    roomIds: z.array(id).max(500),
    startsAt: namedInstant,
    endsAt: namedInstant,
    reason: text(200),
    acceptStranded: z.boolean().optional(),
  }),
  reply: closure,
  problems: ['WOULD_STRAND', 'PERIOD_INVALID'],
});

export const deleteClosure = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/store/{storeId}/closure/{closureId}',
  summary: 'Delete a closure',
  access: 'stores:write',
  reply: closure,
});

/**
 * A date that prices may treat as a holiday. `GAZETTE`: from the government's list, which the server has offline;
 * `STORE`: a change by the store.
 */
export const holiday = z.object({
  date: calendarDate,
  name: z.string(),
  source: z.enum(['GAZETTE', 'STORE']),
  /** `false`: a holiday of the gazette that this store treats as an ordinary day. */
  isHoliday: z.boolean(),
});
export type Holiday = z.infer<typeof holiday>;

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/holiday',
  summary:
    'The holidays of a store in a year. `isGazetteKnown` is false for a year that the bundled gazette does not cover',
  access: 'stores:read',
  query: z.strictObject({ year: queryNumber(2000, 2100) }),
  reply: z.object({ year: z.number().int(), isGazetteKnown: z.boolean(), items: z.array(holiday) }),
});

export const editHoliday = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/holiday',
  summary: 'Set whether a day is a holiday of the store; `isHoliday: null` removes the setting',
  access: 'stores:write',
  body: z.strictObject({ date: calendarDate, name: singleLine(60, 0), isHoliday: z.boolean().nullable() }),
  reply: z.object({ date: calendarDate, holiday: holiday.nullable() }),
});
