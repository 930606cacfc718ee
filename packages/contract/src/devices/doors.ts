import { z } from 'zod';
import { command } from './commands.ts';
import { endpoint } from '../endpoint.ts';
import {
  id,
  instant,
  listOf,
  namedInstant,
  paging,
  queryNumber,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { manualBinding } from './manual-binding.ts';

/** Matter's lock states (docs/domain.md 1.6); `UNKNOWN` before the device's first report. */
export const LOCK_STATES = ['UNKNOWN', 'NOT_FULLY_LOCKED', 'LOCKED', 'UNLOCKED', 'UNLATCHED'] as const;
export type LockState = (typeof LOCK_STATES)[number];
export const LOCK_STATE_SOURCES = ['REPORTED', 'INFERRED'] as const;
/** Matter's door states; `UNKNOWN` without a contact sensor. */
export const LEAF_STATES = ['UNKNOWN', 'OPEN', 'CLOSED', 'JAMMED', 'FORCED_OPEN', 'ERROR', 'AJAR'] as const;
export const DOOR_MODES = ['NORMAL', 'HELD_OPEN', 'LOCKED_DOWN'] as const;
/** `DEVICE_OFFLINE`: the device is offline. `BROKER_LOST`: the server has no connection to the broker (DR-3). */
export const ONLINE_STATES = ['ONLINE', 'DEVICE_OFFLINE', 'BROKER_LOST', 'UNKNOWN'] as const;
export type OnlineState = (typeof ONLINE_STATES)[number];
export const DRIVERS = ['ha-mqtt', 'shelly', 'tasmota', 'zigbee2mqtt'] as const;
export type DriverName = (typeof DRIVERS)[number];

/** The conditions on which a door raises an alarm (DR-7); `null`: this condition raises none. */
export const doorAlarms = z.strictObject({
  /** Seconds for which the leaf has been open. */
  leftOpenSeconds: z.number().int().min(10).max(3600).nullable(),
  /** The leaf opened while the door was locked, without a command or a turn of the knob. */
  forced: z.boolean(),
  /** Seconds for which the device has been offline. */
  offlineSeconds: z.number().int().min(10).max(86_400).nullable(),
  /** The charge in per cent at or below which the alarm opens. */
  batteryPercent: z.number().int().min(1).max(90).nullable(),
  jammed: z.boolean(),
});
export type DoorAlarms = z.infer<typeof doorAlarms>;

/** Minutes of access before the start and after the end of the stay. */
const accessMinutes = z.number().int().min(0).max(240).nullable();

/** A member of the messages of a device that the server could not read; it reads the rest of such a message. */
export const oddMember = z.object({
  /** Its name in the message: `battery`, `users.12.status`. */
  member: z.string(),
  /** What the device sent last. Objects and lists are shown without their contents. */
  text: z.string(),
  /** How many messages contained it. */
  count: z.number().int().positive(),
  lastAt: instant,
});

export const door = z.object({
  id,
  storeId: id,
  roomId: id.nullable(),
  name: z.string(),
  driver: z.enum(DRIVERS),
  /** Topics and payloads of the device; only for people with the right to configure doors, `null` for others. */
  driverSettings: z.record(z.string(), z.unknown()).nullable(),
  lockState: z.enum(LOCK_STATES),
  lockStateSource: z.enum(LOCK_STATE_SOURCES),
  /** The lock reports that it is moving (LOCKING, UNLOCKING). */
  isMoving: z.boolean(),
  leafState: z.enum(LEAF_STATES),
  doorMode: z.enum(DOOR_MODES),
  /** When the holding ends; `null` when the door is not held open, or until a person ends a fire release. */
  heldOpenUntil: instant.nullable(),
  /** The reservation whose end also ends the holding, if that comes first. */
  heldForReservationId: id.nullable(),
  /** The lockdown or fire release that it is under (DR-8). */
  emergencyId: id.nullable(),
  online: z.enum(ONLINE_STATES),
  battery: z.number().int().min(0).max(100).nullable(),
  lastSeenAt: instant.nullable(),
  /** What the server could not read of the messages of its device, the newest first. */
  oddMembers: z.array(oddMember),
  openSeconds: z.number().int(),
  /** `null`: the value of the store applies. */
  accessBeforeMinutes: accessMinutes,
  accessAfterMinutes: accessMinutes,
  alarms: doorAlarms,
  /** The number of spare codes that the lock keeps, if it keeps codes (NX-3). */
  spareCodes: z.number().int().min(0).max(5),
  /** When the door last opened for a test, and the time from sending to the device's first report. */
  testedAt: instant.nullable(),
  roundTripMs: z.number().int().nonnegative().nullable(),
  /** When the door was removed. The stream sends it once more; no list contains it. */
  removedAt: instant.nullable(),
  version,
});
export type Door = z.infer<typeof door>;

export const listDoors = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door',
  summary: 'Doors with their present state (DR-3)',
  access: 'doors:read',
  query: z.strictObject({ ...paging, sort: sortBy('name', 'createdAt'), storeId: id.optional() }),
  reply: listOf(door),
});

const operate = z.strictObject({ doorId: id, reason: text(200).optional() });

export const openDoor = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/open',
  summary: 'Open a door; answers with the command in its final state (DR-2)',
  access: 'doors:operate',
  body: operate,
  reply: command,
  problems: ['REASON_REQUIRED'],
});

export const lockDoor = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/lock',
  summary: 'Lock a door; answers with the command in its final state (DR-2)',
  access: 'doors:operate',
  body: operate,
  reply: command,
  problems: ['REASON_REQUIRED'],
});

export const holdDoorOpen = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/hold-open',
  summary:
    'Open a door and hold it open until a time, or until a reservation of its room has ended; locking it ends the hold. ' +
    'Answers with the command to open in its final state; the door is held only if the command was executed',
  access: 'doors:configure',
  body: z.strictObject({
    doorId: id,
    /** The end of the hold, at most one day in the future. */
    until: namedInstant,
    reservationId: id.optional(),
    reason: text(200).optional(),
  }),
  reply: command,
});

export const testDoor = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/{doorId}/test',
  summary:
    'Open a door to test its device; answers with the command in its final state and the door with the measured round trip (DR-1)',
  access: 'doors:configure',
  body: z.strictObject({}),
  reply: z.object({ command, door }),
});

export const editDoor = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/door/{doorId}',
  summary: 'Change the settings of a door: name, place, opening seconds, access window, alarms, spare codes (DR-1)',
  access: 'doors:configure',
  body: z.strictObject({
    version,
    name: singleLine(60).optional(),
    /** The room that the door leads to; `null`: an entrance of the store itself. */
    roomId: id.nullable().optional(),
    openSeconds: z.number().int().min(1).max(600).optional(),
    accessBeforeMinutes: accessMinutes.optional(),
    accessAfterMinutes: accessMinutes.optional(),
    alarms: doorAlarms.optional(),
    spareCodes: z.number().int().min(0).max(5).optional(),
  }),
  reply: door,
  problems: ['STALE'],
});

/**
 * A lock that announced itself by Home Assistant discovery below its store's MQTT prefix and has not been added by a
 * person yet.
 */
export const discoveredLock = z.object({
  id,
  storeId: id,
  name: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  commandTopic: z.string(),
  /** `null`: the lock never reports, so opening it can only be inferred (docs/domain.md 1.5 a). */
  stateTopic: z.string().nullable(),
  firstSeenAt: instant,
  /**
   * The part of the announcement that the server does not support (a template, for example); such a lock cannot be
   * approved.
   */
  obstacle: z.string().nullable(),
});
export type DiscoveredLock = z.infer<typeof discoveredLock>;

export const listDiscoveredLocks = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/discovered',
  summary: 'Discovered locks that belong to no door yet (DR-4)',
  access: 'doors:configure',
  query: z.strictObject({ ...paging, sort: sortBy('firstSeenAt'), storeId: id.optional() }),
  reply: listOf(discoveredLock),
});

export const approveLock = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door',
  summary: 'Add a door for a discovered lock, or for a lock or relay with manual topics (DR-4)',
  access: 'doors:configure',
  body: z
    .strictObject({
      discoveredLockId: id.optional(),
      manualBinding: z.strictObject({ storeId: id, binding: manualBinding }).optional(),
      /** The name of `manualBinding` up to version 1.1. */
      told: z.strictObject({ storeId: id, binding: manualBinding }).optional(),
      name: singleLine(60),
      roomId: id.nullable(),
    })
    .refine(
      ({ discoveredLockId, manualBinding: binding, told }) =>
        [discoveredLockId, binding, told].filter((source) => source !== undefined).length === 1,
      'must name one of discoveredLockId and manualBinding',
    ),
  reply: door,
  problems: ['DEVICE_ALREADY_BOUND'],
});

export const removeDoor = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/door/{doorId}',
  summary:
    'Remove a door: its history stays, its alarms end, and its lock deletes its codes, even if it is reached only later. ' +
    'The lock can be added again',
  access: 'doors:configure',
  query: z.strictObject({ version: queryNumber(1, 999_999_999) }),
  reply: door,
  problems: ['STALE', 'DOOR_HELD_OPEN', 'EMERGENCY_IN_FORCE'],
});

export const replaceDoorDevice = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/{doorId}/device',
  summary:
    'Replace the lock of a door by a discovered one of its store, or by one with manual topics. The door and its history stay; ' +
    'the new lock gets the valid codes, and the old one deletes them, even if it is reached only later',
  access: 'doors:configure',
  body: z.strictObject({
    version,
    source: z.union([z.strictObject({ discoveredLockId: id }), z.strictObject({ binding: manualBinding })]),
  }),
  reply: door,
  problems: ['STALE', 'DEVICE_ALREADY_BOUND', 'DOOR_HELD_OPEN', 'EMERGENCY_IN_FORCE'],
});
