import { z } from 'zod';
import { LOCK_STATES, ONLINE_STATES } from './doors.ts';
import { endpoint, type ReplyOf } from '../endpoint.ts';
import { growingListOf, id, instant, isInReach, listOf, OUT_OF_REACH, paging, sortBy, text } from '../fields.ts';

/**
 * Emergencies of all doors of a store (DR-8). `LOCKDOWN`: locked, and every opening is refused. `FIRE_RELEASE`: opened
 * and held open.
 */
export const EMERGENCY_KINDS = ['LOCKDOWN', 'FIRE_RELEASE'] as const;
export type EmergencyKind = (typeof EMERGENCY_KINDS)[number];

/**
 * The progress of a door in an emergency. `WAITING`: no command yet. `OFFLINE`: its device could not be reached, and a
 * person must go there. `FAILED`: the command did not succeed. `KEYPAD_OPEN`: the door of a lockdown is locked, and its
 * lock did not confirm that the codes are suspended. `DONE`: of a lockdown, the bolt and every code are confirmed.
 */
export const EMERGENCY_DOOR_STATES = ['WAITING', 'UNDER_WAY', 'DONE', 'OFFLINE', 'FAILED', 'KEYPAD_OPEN'] as const;
export type EmergencyDoorState = (typeof EMERGENCY_DOOR_STATES)[number];

/**
 * Why a lock cannot confirm that its codes are suspended: the lock is offline, the server reaches no broker, or the lock
 * does not answer.
 */
export const KEYPAD_OBSTACLES = ['DEVICE_OFFLINE', 'BROKER_LOST', 'NO_ANSWER'] as const;
export type KeypadObstacle = (typeof KEYPAD_OBSTACLES)[number];

/** The codes that the server wrote to the lock of a door. Codes that people set at the lock itself are not known. */
const keypad = z.object({
  /** The codes in the lock, spare codes included. */
  codes: z.int().min(0),
  /** Of these, the codes with which the door may open now. */
  openCodes: z.int().min(0),
  /** `null`: none, or the codes are on their way. */
  obstacle: z.enum(KEYPAD_OBSTACLES).nullable(),
});
export type Keypad = z.infer<typeof keypad>;

export const emergency = z.object({
  id,
  storeId: id,
  kind: z.enum(EMERGENCY_KINDS),
  reason: z.string(),
  startedAt: instant,
  startedBy: z.string(),
  /** When the emergency ended and its doors are restored. `null`: it is in force. */
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  doors: z.array(
    z.object({
      doorId: id,
      name: z.string(),
      roomId: id.nullable(),
      /** The command that the door needs now; `null`: none, the door is back in its former state. */
      action: z.enum(['LOCK', 'OPEN']).nullable(),
      state: z.enum(EMERGENCY_DOOR_STATES),
      commandId: id.nullable(),
      lockState: z.enum(LOCK_STATES),
      online: z.enum(ONLINE_STATES),
      /** Of a lockdown in force; `null`: the codes of the door are not suspended. */
      keypad: keypad.nullable(),
    }),
  ),
});
export type Emergency = z.infer<typeof emergency>;
export type EmergencyDoor = Emergency['doors'][number];

export const listEmergencies = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/emergency',
  summary: 'Lockdowns and fire releases of stores with the progress of each door, newest first (DR-8)',
  access: 'doors:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('startedAt'),
      storeId: id.optional(),
      /** `CURRENT`: emergencies in force, and ended ones with a door that is not restored yet. */
      show: z.enum(['CURRENT', 'ALL']).default('CURRENT'),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(emergency),
});

export const previewLockdown = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/door/emergency/preview',
  summary:
    'What a lockdown of a store can hold now: each door with the codes in its lock, and why a lock could not confirm that they are ' +
    'suspended (DR-8)',
  access: 'doors:read',
  query: z.strictObject({ storeId: id }),
  reply: listOf(z.object({ doorId: id, storeId: id, name: z.string(), roomId: id.nullable(), keypad })),
});
export type LockdownPreview = ReplyOf<typeof previewLockdown>;

export const startEmergency = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/emergency',
  summary:
    'Lock down all doors of a store, or open and hold all of them in a fire. A repeated request gets the one in force unchanged; a fire ' +
    'release ends a lockdown; a lockdown during a fire release is refused',
  access: 'doors:configure',
  body: z.strictObject({ storeId: id, kind: z.enum(EMERGENCY_KINDS), reason: text(200) }),
  reply: emergency,
  problems: ['FIRE_RELEASE_IN_FORCE'],
});

export const endEmergency = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/emergency/{emergencyId}/end',
  summary:
    'End a lockdown or a fire release: its doors return to their previous state. One that has ended is returned unchanged',
  access: 'doors:configure',
  body: z.strictObject({}),
  reply: emergency,
});

export const retryEmergency = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/door/emergency/{emergencyId}/retry',
  summary: 'Send the commands of an emergency again to the doors that did not execute them',
  access: 'doors:configure',
  body: z.strictObject({}),
  reply: emergency,
});
