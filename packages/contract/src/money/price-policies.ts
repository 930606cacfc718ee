import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  calendarDate,
  id,
  instant,
  listOf,
  money,
  namedInstant,
  paging,
  queryNumber,
  singleLine,
  sortBy,
  timeOfDay,
  version,
  weekday,
} from '../fields.ts';

/** `SLOT`: `amount` for each slot. `PACKAGE`: `amount` once for `packageMinutes` in one piece, wholly inside the time band. */
export const PRICE_UNITS = ['SLOT', 'PACKAGE'] as const;

const amount = money.min(0).max(100_000_000);

const rule = {
  name: singleLine(60),
  /** Rooms of the policy; empty: every room of the store. */
  roomIds: z.array(id).max(500),
  /** The weekdays on which the policy applies, except holidays. The day is the one on which the time band starts. */
  weekdays: z
    .array(weekday)
    .max(7)
    .refine((list) => new Set(list).size === list.length, 'a weekday is named twice'),
  /** Whether the policy applies on holidays, regardless of the weekday. */
  holidays: z.boolean(),
  /** The season, both days included; `null`: unlimited. */
  startsOn: calendarDate.nullable(),
  endsOn: calendarDate.nullable(),
  /** The time band. `toTime` at or before `fromTime` is on the next day; equal to it means 24 hours. */
  fromTime: timeOfDay,
  toTime: timeOfDay,
  unit: z.enum(PRICE_UNITS),
  amount,
  /** Set only with `PACKAGE`, as a multiple of the slot. */
  packageMinutes: z.number().int().min(10).max(1440).nullable(),
  includedHeadCount: z.number().int().min(1).max(200),
  /** Added for each extra person, per slot or package. */
  extraPersonAmount: amount,
  /** The policy with the higher priority wins (PR-2); of equal ones, the older. */
  priority: z.number().int().min(0).max(1000),
};

export const pricePolicy = z.object({ id, storeId: id, ...rule, name: z.string(), version });
export type PricePolicy = z.infer<typeof pricePolicy>;

export const listPricePolicies = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/price-policy',
  summary:
    'Price policies of a store in their order of precedence (PR-1); without `storeId`, of all stores of the person, store by store',
  access: 'rooms:read',
  query: z.strictObject({ ...paging, sort: sortBy('priority', 'name', 'amount'), storeId: id.optional() }),
  reply: listOf(pricePolicy),
});

export const createPricePolicy = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/price-policy',
  summary: 'Create a price policy. Existing reservations keep their price (PR-3)',
  access: 'rooms:write',
  body: z.strictObject({ storeId: id, ...rule }),
  reply: pricePolicy,
  problems: ['PRICE_POLICY_INVALID'],
});

export const editPricePolicy = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/price-policy/{policyId}',
  summary: 'Change a price policy',
  access: 'rooms:write',
  body: z.strictObject({ ...z.object(rule).partial().shape, version }),
  reply: pricePolicy,
  problems: ['STALE', 'PRICE_POLICY_INVALID'],
});

export const deletePricePolicy = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/price-policy/{policyId}',
  summary: 'Delete a price policy; reservations keep their price and its name. With `version` only if it is unchanged',
  access: 'rooms:write',
  query: z.strictObject({ version: queryNumber(1, 999_999_999).optional() }),
  reply: pricePolicy,
  problems: ['STALE'],
});

/** A part of a price, and the policy that priced it (PR-1). Lines follow each other without a gap. */
export const priceLine = z.object({
  policyId: id,
  label: z.string(),
  startsAt: instant,
  endsAt: instant,
  unit: z.enum(PRICE_UNITS),
  /** Number of slots or packages. */
  count: z.number().int().positive(),
  unitAmount: money,
  extraPersons: z.number().int().nonnegative(),
  extraPersonAmount: money,
  amount: money,
});
export type PriceLine = z.infer<typeof priceLine>;

export const quote = z.object({ totalAmount: money, lines: z.array(priceLine) });
export type Quote = z.infer<typeof quote>;

export const quotePrice = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/price-policy/quote',
  summary: 'The price of a period in a room, line by line (PR-1, PR-2). Creates nothing',
  access: 'rooms:read',
  body: z.strictObject({
    roomId: id,
    startsAt: namedInstant,
    endsAt: namedInstant,
    headCount: z.number().int().min(1).max(1000),
    /** Whether it is a walk-in, which may start at any minute and pays from the slot border before it. */
    isWalkIn: z.boolean().default(false),
  }),
  reply: quote,
  problems: ['NO_PRICE', 'PERIOD_INVALID', 'OFF_SLOT_GRID'],
});

/** NX-8: a fault in a store's prices. */
export const priceFinding = z.object({
  kind: z.enum(['GAP', 'OVERLAP', 'NEVER_APPLIES']),
  /**
   * For `GAP`: empty. For `OVERLAP`: policies of equal priority, the winner first. For `NEVER_APPLIES`: that policy.
   */
  policyIds: z.array(id),
  roomIds: z.array(id),
  /** The weekdays (1–7) that are affected; 0 is a holiday. */
  weekdays: z.array(z.number().int().min(0).max(7)),
  fromTime: timeOfDay,
  toTime: timeOfDay,
});
export type PriceFinding = z.infer<typeof priceFinding>;

export const lintPrices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/price-policy/lint',
  summary:
    'Open hours without a price, overlaps of equal priority, and policies that never apply, in the week that holds `date`',
  access: 'rooms:read',
  query: z.strictObject({ storeId: id, date: calendarDate.optional() }),
  reply: z.object({ items: z.array(priceFinding) }),
});
