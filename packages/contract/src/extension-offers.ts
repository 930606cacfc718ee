import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, money } from './fields.ts';

/** Why a stay cannot be longer, by the problem's code that an attempt would be refused with. */
export const NO_EXTENSION = [
  'SLOT_TAKEN', 'STORE_CLOSED', 'TOO_LONG', 'NO_PRICE', 'OFF_SLOT_GRID', 'PERIOD_INVALID', 'ROOM_ARCHIVED', 'OVER_CAPACITY', 'IN_THE_PAST', 'TOO_SHORT', 'BEYOND_HORIZON',
] as const;

/** By how much longer a guest can stay, for how much (NX-4); whoever extends sends `totalAmount` along as the price that is expected. */
const extensionChoice = z.object({
  minutes: z.number().int().positive(),
  endsAt: instant,
  /** Won: of the time that is added, and of the stay as a whole. */
  addedAmount: money,
  totalAmount: money,
});

export const extensionOffer = z.object({
  reservationId: id,
  storeId: id,
  /** The stay's end as it is; the offer stands until then. */
  until: instant,
  offeredAt: instant,
  /** The shortest first. True at this moment: somebody else may be faster. */
  choices: z.array(extensionChoice),
  /** Why there are none. */
  reason: z.enum(NO_EXTENSION).nullable(),
  /** It was taken, or the stay is another one or over; `null`: it stands. */
  endedAt: instant.nullable(),
});
export type ExtensionOffer = z.infer<typeof extensionOffer>;

export const listExtensionOffers = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/extension-offer',
  summary: 'What guests of a store are offered who have little time left, those that stand: longer stays with their price, or why there are none (NX-4)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id }),
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(extensionOffer) }),
});
