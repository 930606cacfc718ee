import { z } from 'zod';

/** What we keep of a lock's announcement: all that is needed to speak with it, and nothing that it could change unseen. */

const valuePath = z.array(z.string()).nullable();

export const lockSettings = z.object({
  commandTopic: z.string(),
  /** `null`: it never reports. */
  stateTopic: z.string().nullable(),
  statePath: valuePath,
  payloads: z.object({ lock: z.string(), unlock: z.string(), open: z.string().nullable(), reset: z.string() }),
  states: z.object({
    locked: z.string(),
    unlocked: z.string(),
    locking: z.string(),
    unlocking: z.string(),
    jammed: z.string(),
    open: z.string(),
    opening: z.string(),
  }),
  availability: z.object({
    mode: z.enum(['latest', 'all', 'any']),
    topics: z.array(z.object({ topic: z.string(), path: valuePath, available: z.string(), notAvailable: z.string() })),
  }),
  leaf: z.object({ topic: z.string(), path: valuePath, open: z.string(), closed: z.string() }).nullable(),
  battery: z.object({ topic: z.string(), path: valuePath }).nullable(),
  timeoutMs: z.number().int().min(100).max(120_000),
  refusalGraceMs: z.number().int().min(0).max(120_000),
});
export type LockSettings = z.infer<typeof lockSettings>;
