import { CLIMATE_MODES, DEVICE_KINDS } from '@munjigi/contract';
import { z } from 'zod';

/**
 * The stored settings of an announced device: everything that the server needs to communicate with it. Approval copies
 * them to the link, so a later announcement does not change them.
 */

const valuePath = z.array(z.string()).nullable();

const availability = z.object({
  mode: z.enum(['latest', 'all', 'any']),
  topics: z.array(z.object({ topic: z.string(), path: valuePath, available: z.string(), notAvailable: z.string() })),
});
export type HaAvailability = z.infer<typeof availability>;

const shared = {
  availability,
  battery: z.object({ topic: z.string(), path: valuePath }).nullable(),
  timeoutMs: z.number().int().min(100).max(120_000),
  refusalGraceMs: z.number().int().min(0).max(120_000),
};

export const lockSettings = z.object({
  commandTopic: z.string(),
  /** `null`: the lock never reports. */
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
  leaf: z.object({ topic: z.string(), path: valuePath, open: z.string(), closed: z.string() }).nullable(),
  ...shared,
});
export type LockSettings = z.infer<typeof lockSettings>;

const stateKey = z.enum(['isOn', 'brightness', 'mode', 'targetTemperature', 'currentTemperature', 'isActive', 'value']);
/**
 * `words`: the word of the device for each value. Without words the value is a number, of which `full` is 100 per cent.
 */
const wording = {
  words: z.array(z.tuple([z.string(), z.union([z.boolean(), z.enum(CLIMATE_MODES)])])).nullable(),
  full: z.number().nullable(),
};
const read = z.object({ key: stateKey, topic: z.string(), path: valuePath, ...wording });
const write = z.object({
  key: z.enum(['isOn', 'brightness', 'mode', 'targetTemperature', 'press']),
  topic: z.string(),
  ...wording,
});
export type HaRead = z.infer<typeof read>;
export type HaWrite = z.infer<typeof write>;

/** A device of a room: the topics that report and set each member of its state. */
export const deviceSettings = z.object({
  kind: z.enum(DEVICE_KINDS),
  reads: z.array(read),
  writes: z.array(write),
  /** The light takes and reports one JSON object, on the topics of `isOn` (`schema: json`). */
  isJson: z.boolean(),
  ...shared,
});
export type DeviceSettings = z.infer<typeof deviceSettings>;
