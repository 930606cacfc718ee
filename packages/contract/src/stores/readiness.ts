import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, namedInstant, queryNumber } from '../fields.ts';

/** Obstacles for a guest (NX-1). `door`: the door of the obstacle, where it has one. */
export const OBSTACLES = [
  'UNPAID',
  'CODE_NOT_ACKNOWLEDGED',
  'DOOR_KEEPS_NO_CODES',
  'DOOR_OFFLINE',
  'DOOR_LOCKED_DOWN',
  'DOOR_FIRE_RELEASED',
  'BATTERY_LOW',
  'ROOM_OCCUPIED',
  'ROOM_DRAWS_POWER',
  /** The stay is for adults, and its guest has not been checked, so they get no code (AG-11). */
  'AGE_UNCHECKED',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/**
 * `WARNING` (amber): a person can still solve it in time. `BLOCKING` (red): the guest cannot come in. Decision 030
 * defines the rule.
 */
export const OBSTACLE_SEVERITIES = ['WARNING', 'BLOCKING'] as const;
export type ObstacleSeverity = (typeof OBSTACLE_SEVERITIES)[number];

const obstacle = z.object({
  kind: z.enum(OBSTACLES),
  severity: z.enum(OBSTACLE_SEVERITIES),
  door: z.object({ id, name: z.string() }).nullable(),
  /** Since when the door is offline or the code is pending, where that is known. */
  since: instant.nullable(),
  /** For a battery: per cent. For an unpaid reservation: won. */
  amount: z.number().int().nullable(),
});

/** How many minutes before its start a reservation is checked (NX-1): a day, two hours, a quarter of an hour. */
export const CHECK_MINUTES = [1440, 120, 15] as const;

/** The result of a check at its time. */
export const readinessCheck = z.object({
  minutesBefore: z.literal(CHECK_MINUTES),
  checkedAt: instant,
  /** The check ran late, because no server ran when it was due. */
  isLate: z.boolean(),
  /** Empty: the guest could have come in. */
  obstacles: z.array(obstacle),
});
export type ReadinessCheck = z.infer<typeof readinessCheck>;

export const readiness = z.object({
  reservationId: id,
  code: z.string(),
  storeId: id,
  roomId: id,
  startsAt: instant,
  endsAt: instant,
  /** The access window: from when the first door opens for the guest until the last one closes. */
  opensAt: instant,
  closesAt: instant,
  obstacles: z.array(obstacle),
  /** The checks for this start and this room, earliest first. */
  checks: z.array(readinessCheck),
});
export type Readiness = z.infer<typeof readiness>;

export const listReadiness = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/readiness',
  summary:
    'Guests who come in the next hours, soonest first, each with the obstacles on the way in, entrance doors included; none: the guest can come in (NX-1)',
  access: 'reservations:read',
  query: z.strictObject({
    storeId: id.optional(),
    hours: queryNumber(1, 24).default(3),
    limit: queryNumber(1, 200).default(100),
  }),
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(readiness) }),
});

export const listReadinessChecks = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/{reservationId}/readiness',
  summary: 'The checks before the start of a reservation, earliest first, for its present start and room only (NX-1)',
  access: 'reservations:read',
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(readinessCheck) }),
});

/** The guest who is in a room, masked: in use, or still there after the end of the stay. */
const insideGuest = z.object({
  reservationId: id,
  code: z.string(),
  /** Empty for a walk-in without a name. */
  guestName: z.string(),
  endsAt: instant,
  isOverrun: z.boolean(),
});

/** What staff need to know before they let a guest in (RV-60). */
export const entryFacts = z.object({
  reservationId: id,
  /** The access window: from when the first door opens until the last one closes. For a block, its period. */
  opensAt: instant,
  closesAt: instant,
  /** There is an access code. */
  hasCode: z.boolean(),
  /** The guest has it: a message with it or with the link arrived, a person revealed it, or the guest opened their page. */
  isCodeGiven: z.boolean(),
  /** Who is in the room, or in a room that shares its space; `null`: no guest, as far as the server knows. */
  inside: insideGuest.nullable(),
});
export type EntryFacts = z.infer<typeof entryFacts>;

export const getReservationEntry = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/{reservationId}/entry',
  summary: 'The access window of a reservation, whether its guest has the code, and who is in the room now (RV-60)',
  access: 'reservations:read',
  reply: entryFacts,
});

/** The sign that a guest is still there: a presence sensor, or a power meter if no presence sensor can be read. */
const OVERRUN_SIGNS = ['PERSON', 'POWER'] as const;

/** A guest who is still in the room after the end of the stay, according to a sensor of the room (NX-4). */
export const overrun = z.object({
  reservationId: id,
  storeId: id,
  roomId: id,
  /** The end of the stay. */
  since: instant,
  /** From when on the overrun counts; before that, the guest may be packing. */
  reportedFrom: instant,
  /** `null`: the guest is still there. */
  endedAt: instant.nullable(),
  /** The sensor's name. */
  seenBy: z.string(),
  seenAs: z.enum(OVERRUN_SIGNS),
});
export type Overrun = z.infer<typeof overrun>;

export const listOverruns = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/reservation/overrun',
  summary: 'Guests who stayed beyond their time in a store, oldest first (NX-4)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id, from: namedInstant, to: namedInstant }),
  reply: z.object({ total: z.number().int().nonnegative(), items: z.array(overrun) }),
});
