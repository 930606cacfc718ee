import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, sortBy } from '../fields.ts';

/** How long a door whose lock keeps codes works without the network (NX-3). */
export const doorSpares = z.object({
  doorId: id,
  storeId: id,
  /**
   * How many spare codes the lock should keep: the number in the door's settings, or fewer if the lock has few slots.
   */
  size: z.number().int().min(0).max(5),
  /** Spare codes that the lock has acknowledged and no guest has got. */
  ready: z.number().int().nonnegative(),
  given: z.number().int().nonnegative(),
  /**
   * Until when the door works without the network: then the first guest may come whose code is not in the lock or not
   * enabled. `null`: the lock has the codes of all coming guests.
   */
  lastsUntil: instant.nullable(),
  /** The same time if the first guests without a code get the ready spare codes. */
  lastsWithSparesUntil: instant.nullable(),
});
export type DoorSpares = z.infer<typeof doorSpares>;

export const listDoorSpares = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/spare',
  summary: 'The spare codes of each door with a keypad lock, and until when the door works without the network (NX-3)',
  access: 'doors:read',
  query: z.strictObject({ ...paging, sort: sortBy('doorName'), storeId: id.optional() }),
  reply: listOf(doorSpares),
});
