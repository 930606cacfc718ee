import { z } from 'zod';
import { command } from './commands.ts';
import { DEVICE_KINDS, deviceState, deviceTraits, requestedState } from './device-states.ts';
import { DRIVERS, oddMember, ONLINE_STATES } from './doors.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, singleLine, sortBy, text, version } from '../fields.ts';
import { manualBinding } from './manual-binding.ts';

/** A controllable device or a sensor in a room (RM-4). */
export const device = z.object({
  id,
  storeId: id,
  roomId: id,
  name: z.string(),
  kind: z.enum(DEVICE_KINDS),
  traits: deviceTraits,
  driver: z.enum(DRIVERS),
  /** Topics and payloads of the device; only for people with the right to change devices, `null` for others. */
  driverSettings: z.record(z.string(), z.unknown()).nullable(),
  state: deviceState,
  /** `INFERRED`: the device does not report its state, so the last command sent counts as its state. */
  stateSource: z.enum(['REPORTED', 'INFERRED']),
  online: z.enum(ONLINE_STATES),
  battery: z.number().int().min(0).max(100).nullable(),
  lastSeenAt: instant.nullable(),
  /** What the server could not read of its messages, the newest first. */
  oddMembers: z.array(oddMember),
  /** When the device was removed from its room. The stream sends it once more; no list contains it. */
  removedAt: instant.nullable(),
  version,
});
export type Device = z.infer<typeof device>;

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/device',
  summary: 'Devices of rooms with their present state (RM-4)',
  access: 'devices:read',
  query: z.strictObject({ ...paging, sort: sortBy('name', 'kind'), storeId: id.optional(), roomId: id.optional() }),
  reply: listOf(device),
});

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/device',
  summary: 'Add a device to a room: a discovered one, or one with manual topics (DR-4)',
  access: 'devices:configure',
  body: z.strictObject({
    roomId: id,
    name: singleLine(60),
    source: z.union([
      z.strictObject({ discoveredDeviceId: id }),
      z.strictObject({ kind: z.enum(DEVICE_KINDS), binding: manualBinding }),
    ]),
  }),
  reply: device,
  problems: ['DEVICE_ALREADY_BOUND', 'ROOM_ARCHIVED'],
});

export const editDevice = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/room/device/{deviceId}',
  summary: 'Change the name, the room or the manual topics of a device',
  access: 'devices:configure',
  body: z.strictObject({
    version,
    name: singleLine(60).optional(),
    roomId: id.optional(),
    binding: manualBinding.optional(),
  }),
  reply: device,
  problems: ['STALE', 'DEVICE_ALREADY_BOUND', 'ROOM_ARCHIVED'],
});

export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/room/device/{deviceId}',
  summary: 'Remove a device from its room; its history stays, and it can be added again',
  access: 'devices:configure',
  reply: device,
});

export const controlDevice = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/device/control',
  summary: 'Set the state of a device; answers with the command in its final state (RM-4)',
  access: 'devices:control',
  body: z.strictObject({ deviceId: id, state: requestedState, reason: text(200).optional() }),
  reply: command,
});

/** A device that announced itself below its store's MQTT prefix and has not been added by a person yet. */
export const discoveredDevice = z.object({
  id,
  storeId: id,
  name: z.string(),
  kind: z.enum(DEVICE_KINDS),
  driver: z.enum(DRIVERS),
  traits: deviceTraits,
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  /** The topics on which the device receives and publishes. */
  topics: z.array(z.string()),
  firstSeenAt: instant,
  /**
   * The part of the announcement that the server does not support (a template, for example); such a device cannot be
   * approved.
   */
  obstacle: z.string().nullable(),
});
export type DiscoveredDevice = z.infer<typeof discoveredDevice>;

export const listDiscoveredDevices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/device/discovered',
  summary: 'Discovered devices that are in no room yet (DR-4)',
  access: 'devices:configure',
  query: z.strictObject({ ...paging, sort: sortBy('firstSeenAt'), storeId: id.optional() }),
  reply: listOf(discoveredDevice),
});
