import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listOf, money, paging, queryNumber, singleLine, sortBy, text, version } from '../fields.ts';

/** What a guest can add to a stay at a price, such as a microphone or a snack set (BK-13). */

/** `STAY`: the price counts once. `HOUR`: for each hour of the stay, part hours in proportion. */
export const ADD_ON_UNITS = ['STAY', 'HOUR'] as const;
export type AddOnUnit = (typeof ADD_ON_UNITS)[number];

/** The most add-ons of one stay. */
export const MOST_ADD_ONS = 20;

const fields = {
  name: singleLine(60),
  description: text(200, 0),
  unit: z.enum(ADD_ON_UNITS),
  /** The price of one piece in won, VAT included. */
  amount: money.min(0).max(10_000_000),
  /** How many pieces one stay can have. */
  maxQuantity: z.number().int().min(1).max(99),
  /** Rooms of the add-on; empty: every room of the store. */
  roomIds: z.array(id).max(500),
  /** Guests can add it. Otherwise it is kept for later. */
  isOffered: z.boolean(),
  sortOrder: z.number().int().min(0).max(9999),
};

export const addOn = z.object({ id, storeId: id, ...fields, name: z.string(), description: z.string(), version });
export type AddOn = z.infer<typeof addOn>;

export const listAddOns = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/add-on',
  summary:
    'Add-ons of a store in the order in which guests see them (BK-13); without `storeId`, of all stores of the person, store by store',
  access: 'rooms:read',
  query: z.strictObject({ ...paging, sort: sortBy('sortOrder', 'name', 'amount'), storeId: id.optional() }),
  reply: listOf(addOn),
});

export const createAddOn = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/add-on',
  summary: 'Create an add-on of a store (BK-13)',
  access: 'rooms:write',
  body: z.strictObject({ storeId: id, ...fields }),
  reply: addOn,
});

export const editAddOn = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/add-on/{addOnId}',
  summary: 'Change an add-on. Reservations keep the price that was agreed (BK-13)',
  access: 'rooms:write',
  body: z.strictObject({ ...z.object(fields).partial().shape, version }),
  reply: addOn,
  problems: ['STALE'],
});

export const deleteAddOn = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/add-on/{addOnId}',
  summary: 'Delete an add-on; reservations keep it. With `version` only if it is unchanged',
  access: 'rooms:write',
  query: z.strictObject({ version: queryNumber(1, 999_999_999).optional() }),
  reply: addOn,
  problems: ['STALE'],
});

/** The add-ons of a stay in a request. */
export const chosenAddOns = z
  .array(z.strictObject({ addOnId: id, quantity: z.number().int().min(1).max(99) }))
  .max(MOST_ADD_ONS)
  .refine((list) => new Set(list.map(({ addOnId }) => addOnId)).size === list.length, 'an add-on is named twice')
  .default([]);
export type ChosenAddOn = z.output<typeof chosenAddOns>[number];

/** An add-on in the price of a stay, at the price that was agreed. */
export const addOnLine = z.object({
  addOnId: id,
  label: z.string(),
  unit: z.enum(ADD_ON_UNITS),
  quantity: z.number().int().positive(),
  unitAmount: money,
  /** The minutes that an add-on by the hour counts; 0 for one by the stay. */
  minutes: z.number().int().nonnegative(),
  amount: money,
});
export type AddOnLine = z.infer<typeof addOnLine>;
