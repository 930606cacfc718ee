import { z } from 'zod';
import { singleLine } from '../fields.ts';

/** A topic as a person types it; the server checks that it belongs to the store. */
const topic = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^#+$\u0000-\u001f\u007f\p{Surrogate}]+$/u, 'must be a topic without wildcards');

/** A manual binding, for devices that announce nothing that the server could discover (docs/domain.md 1.1–1.3). */
export const manualBinding = z.discriminatedUnion('driver', [
  z.strictObject({
    driver: z.literal('shelly'),
    /** The device's `topic_prefix`, including the store's MQTT prefix. */
    topicPrefix: topic,
    component: z.enum(['switch', 'light']).default('switch'),
    channel: z.number().int().min(0).max(15).default(0),
  }),
  z.strictObject({
    driver: z.literal('tasmota'),
    topic: topic.regex(/^[^/]+$/, 'must be one level'),
    /** The device's `FullTopic`, including the store's MQTT prefix: `playroom/gangnam/%prefix%/%topic%/`. */
    fullTopic: topic.refine(
      (text) => text.includes('%prefix%') && text.includes('%topic%') && text.endsWith('/'),
      'must hold %prefix% and %topic% and end with a slash',
    ),
    relay: z.number().int().min(1).max(32).default(1),
    /** The device has several relays, named `POWER1`, `POWER2`. */
    hasSeveral: z.boolean().default(false),
  }),
  z.strictObject({
    driver: z.literal('zigbee2mqtt'),
    /** The bridge's `base_topic`, including the store's MQTT prefix. */
    baseTopic: topic,
    friendlyName: topic,
    /** The bridge reports the device's availability (a setting of the bridge, off by default). */
    hasAvailability: z.boolean().default(false),
    /**
     * For devices other than switches, lights and locks: the member of its messages to read (`occupancy`,
     * `temperature`).
     */
    property: z
      .string()
      .regex(/^[A-Za-z_]\w{0,60}$/)
      .optional(),
    unit: singleLine(20).optional(),
    /** For a lock: the slots of its memory that our codes may use. */
    codeSlots: z
      .strictObject({ first: z.number().int().min(0).max(60_000), count: z.number().int().min(1).max(250) })
      .optional(),
  }),
]);
export type ManualBinding = z.infer<typeof manualBinding>;
