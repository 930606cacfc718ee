import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money } from '../fields.ts';

/** Why a stay cannot be extended: the problem code that an attempt would get. */
export const NO_EXTENSION = [
  'SLOT_TAKEN',
  'STORE_CLOSED',
  'TOO_LONG',
  'NO_PRICE',
  'OFF_SLOT_GRID',
  'PERIOD_INVALID',
  'ROOM_ARCHIVED',
  'OVER_CAPACITY',
  'IN_THE_PAST',
  'TOO_SHORT',
  'BEYOND_HORIZON',
] as const;

/** A possible extension with its price (NX-4). A client that extends sends `totalAmount` as the expected price. */
export const extensionChoice = z.object({
  minutes: z.number().int().positive(),
  endsAt: instant,
  /** The price in won of the added time, and of the whole stay. */
  addedAmount: money,
  totalAmount: money,
});

export const extensionOffer = z.object({
  reservationId: id,
  storeId: id,
  /** The present end of the stay; the offer holds until then. */
  until: instant,
  offeredAt: instant,
  /** The shortest first. They are valid at this moment only, because another booking may come first. */
  choices: z.array(extensionChoice),
  /** Why there are no choices. */
  reason: z.enum(NO_EXTENSION).nullable(),
  /** When the offer was accepted, or the stay changed or ended; `null`: the offer is valid. */
  endedAt: instant.nullable(),
});
export type ExtensionOffer = z.infer<typeof extensionOffer>;

export const listExtensionOffers = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/extension-offer',
  summary:
    'Open offers of longer stays to guests whose time ends soon, with their prices, or the reason why there are none (NX-4)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id }),
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(extensionOffer) }),
});
