import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, paging, sortBy } from './fields.ts';

/** What a door whose lock keeps codes can do while nobody reaches it (NX-3). */
export const doorSpares = z.object({
  doorId: id,
  storeId: id,
  /** How many spare codes its lock is to keep: as the door's settings have it, fewer where the lock has few places. */
  size: z.number().int().min(0).max(5),
  /** Those that the lock has acknowledged, free to be given to somebody. */
  ready: z.number().int().nonnegative(),
  given: z.number().int().nonnegative(),
  /**
   * Without the network all goes well until then: the first guest may come whose code the lock does not have, or has without opening
   * for it yet. `null`: it has the codes of all who are coming.
   */
  lastsUntil: instant.nullable(),
  /** The same, were the spare codes that lie ready given to the first guests who have none. */
  lastsWithSparesUntil: instant.nullable(),
});
export type DoorSpares = z.infer<typeof doorSpares>;

export const listDoorSpares = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/spare',
  summary: 'Of each door whose lock keeps codes the spare ones that lie ready, and until when it can do without the network (NX-3)',
  access: 'doors:read',
  query: z.strictObject({ ...paging, sort: sortBy('doorName'), storeId: id.optional() }),
  reply: listOf(doorSpares),
});
