import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, singleLine, timeOfDay, version } from '../fields.ts';
import { SETTLEMENT_CYCLES } from '../money/settlement.ts';
import { openingHours } from './stores.ts';

/** `PREPARING`: the store cannot be booked yet, because something is missing. `CLOSED`: for good. */
export const STORE_STATES = ['OPEN', 'PREPARING', 'CLOSED'] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** The settings that a store needs before it can be booked. */
export const STORE_LACKS = ['HOURS', 'ROOMS', 'PRICES'] as const;
export type StoreLack = (typeof STORE_LACKS)[number];

/** The order of the list; stores that are closed for good come last in each order. */
export const STORE_ORDERS = ['name', 'newest', 'rooms', 'offline', 'royalty'] as const;
export type StoreOrder = (typeof STORE_ORDERS)[number];

const count = z.number().int().min(0);

/** A store in head office's comparison of all stores. */
export const storeSummary = z.object({
  id,
  name: z.string(),
  mqttPrefix: z.string(),
  address: z.string(),
  phone: z.string(),
  timeZone: z.string(),
  dayCutoff: timeOfDay,
  hours: z.array(openingHours),
  state: z.enum(STORE_STATES),
  lacks: z.array(z.enum(STORE_LACKS)),
  closedAt: instant.nullable(),
  closedReason: z.string().nullable(),
  /** The end of a closure of the whole store that applies now and is not for good. */
  pausedUntil: instant.nullable(),
  /** Rooms that are not archived, and how many of them are closed at this moment. */
  roomCount: count,
  closedRoomCount: count,
  doorCount: count,
  offlineDoorCount: count,
  deviceCount: count,
  offlineDeviceCount: count,
  /** The FRANCHISEEs assigned to the store, by name. */
  owners: z.array(z.object({ id, name: z.string() })),
  /** The terms that apply today; `null`: none are agreed on yet. `royaltyRate`: in 1/10,000. */
  terms: z.object({ royaltyRate: z.number().int(), cycle: z.enum(SETTLEMENT_CYCLES) }).nullable(),
  createdAt: instant,
  version,
});
export type StoreSummary = z.infer<typeof storeSummary>;

export const listStoreSummaries = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/summary',
  summary:
    'All stores in comparison: whether they can be booked, their rooms, doors and devices, their owners and terms. `q`: a part of name, address, code, phone or owner',
  access: 'stores:oversee',
  query: z.strictObject({
    ...paging,
    q: singleLine(60).optional(),
    state: z.enum(STORE_STATES).optional(),
    sort: z.enum(STORE_ORDERS).default('name'),
  }),
  reply: listOf(storeSummary),
});
