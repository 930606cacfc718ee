import { z } from 'zod';
import { command } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, paging, text, version } from './fields.ts';

/** Matter's lock states (DOMAIN.md 1.6); `UNKNOWN` while the device has told nothing yet. */
export const LOCK_STATES = ['UNKNOWN', 'NOT_FULLY_LOCKED', 'LOCKED', 'UNLOCKED', 'UNLATCHED'] as const;
export type LockState = (typeof LOCK_STATES)[number];
export const LOCK_STATE_SOURCES = ['REPORTED', 'INFERRED'] as const;
/** Matter's door states; `UNKNOWN` without a contact sensor. */
export const LEAF_STATES = ['UNKNOWN', 'OPEN', 'CLOSED', 'JAMMED', 'FORCED_OPEN', 'ERROR', 'AJAR'] as const;
export const DOOR_MODES = ['NORMAL', 'HELD_OPEN', 'LOCKED_DOWN'] as const;
/** `DEVICE_OFFLINE`: the device is gone. `BROKER_LOST`: we are the ones without a connection (DR-3). */
export const ONLINE_STATES = ['ONLINE', 'DEVICE_OFFLINE', 'BROKER_LOST', 'UNKNOWN'] as const;
export type OnlineState = (typeof ONLINE_STATES)[number];
export const DRIVERS = ['ha-mqtt'] as const;
export type DriverName = (typeof DRIVERS)[number];

export const door = z.object({
  id,
  storeId: id,
  roomId: id.nullable(),
  name: z.string(),
  driver: z.enum(DRIVERS),
  /** Topics and payloads of the device; only for those who may configure doors, `null` for others. */
  driverSettings: z.record(z.string(), z.unknown()).nullable(),
  lockState: z.enum(LOCK_STATES),
  lockStateSource: z.enum(LOCK_STATE_SOURCES),
  /** The lock says that it is on its way (LOCKING, UNLOCKING). */
  isMoving: z.boolean(),
  leafState: z.enum(LEAF_STATES),
  doorMode: z.enum(DOOR_MODES),
  online: z.enum(ONLINE_STATES),
  battery: z.number().int().min(0).max(100).nullable(),
  lastSeenAt: instant.nullable(),
  openSeconds: z.number().int(),
  version,
});
export type Door = z.infer<typeof door>;

export const listDoors = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door',
  summary: 'Doors with their present state (DR-3)',
  access: 'doors:read',
  query: z.strictObject({ ...paging, storeId: id.optional() }),
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

export const editDoor = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/door/{doorId}',
  summary: 'Change the name or the opening seconds of a door',
  access: 'doors:configure',
  body: z.strictObject({
    version,
    name: text(60).optional(),
    openSeconds: z.number().int().min(1).max(600).optional(),
  }),
  reply: door,
  problems: ['STALE'],
});

/** A lock that announced itself by Home Assistant discovery below its store's MQTT prefix and waits for a person. */
export const discoveredLock = z.object({
  id,
  storeId: id,
  name: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  commandTopic: z.string(),
  /** `null`: the lock never reports, so opening it can only be inferred (DOMAIN.md 1.5 a). */
  stateTopic: z.string().nullable(),
  firstSeenAt: instant,
  /** What of its announcement we cannot follow (a template, say); such a lock cannot be approved. */
  obstacle: z.string().nullable(),
});
export type DiscoveredLock = z.infer<typeof discoveredLock>;

export const listDiscoveredLocks = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/discovered',
  summary: 'Locks that announced themselves and are not a door yet (DR-4)',
  access: 'doors:configure',
  query: z.strictObject({ ...paging, storeId: id.optional() }),
  reply: listOf(discoveredLock),
});

export const approveLock = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door',
  summary: 'Make a discovered lock a door (DR-4)',
  access: 'doors:configure',
  body: z.strictObject({ discoveredLockId: id, name: text(60), roomId: id.nullable() }),
  reply: door,
  problems: ['DEVICE_ALREADY_BOUND'],
});
