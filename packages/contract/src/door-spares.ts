import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, paging, sortBy } from './fields.ts';

/** How long a door whose lock keeps codes can do without the network (NX-3). */
export const doorSpares = z.object({
  doorId: id,
  storeId: id,
  /**
   * How many spare codes its lock is to keep: the number of the door's settings, or fewer where the lock has few
   * places.
   */
  size: z.number().int().min(0).max(5),
  /** Spare codes that the lock has acknowledged and that are free. */
  ready: z.number().int().nonnegative(),
  given: z.number().int().nonnegative(),
  /**
   * The door needs no network until then, when the first guest may come whose code is not in the lock or does not open
   * yet. `null`: the lock has the codes of all coming guests.
   */
  lastsUntil: instant.nullable(),
  /** The same, if the ready spare codes were given to the first guests without a code. */
  lastsWithSparesUntil: instant.nullable(),
});
export type DoorSpares = z.infer<typeof doorSpares>;

export const listDoorSpares = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/spare',
  summary:
    'Of each door whose lock keeps codes the spare ones that lie ready, and until when it can do without the network (NX-3)',
  access: 'doors:read',
  query: z.strictObject({ ...paging, sort: sortBy('doorName'), storeId: id.optional() }),
  reply: listOf(doorSpares),
});
