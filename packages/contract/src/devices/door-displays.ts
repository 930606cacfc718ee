import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money } from '../fields.ts';

/**
 * The tablet at the door of a room (DP-1). It shows `/d/<token>`; its token is a Bearer token with the prefix `mjd_` that
 * reads the times of one room and nothing else.
 */

export const DOOR_DISPLAY_STATES = ['NONE', 'ACTIVE', 'REVOKED'] as const;

/** The latest display of a room, as staff see it: never its token. */
export const doorDisplay = z.object({
  roomId: id,
  storeId: id,
  state: z.enum(DOOR_DISPLAY_STATES),
  /** `null`: no display was ever connected. */
  displayId: id.nullable(),
  issuedAt: instant.nullable(),
  issuedByName: z.string().nullable(),
  /** The last request of the tablet, to the minute. */
  lastSeenAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type DoorDisplay = z.infer<typeof doorDisplay>;

const ofRoom = '/api/v2/{product}/room/{roomId}/display';

export const getDoorDisplay = endpoint({
  method: 'GET',
  path: ofRoom,
  summary: 'Whether a tablet at the door of a room is connected, and when it was last seen; never its token (DP-1)',
  access: 'doors:read',
  reply: doorDisplay,
});

export const issueDoorDisplay = endpoint({
  method: 'POST',
  path: ofRoom,
  summary:
    'Issue the link of the tablet at the door of a room. The reply has its path, which holds the token, once. `replacesDisplayId` names the active display, which ends at once; null: there is none (DP-1)',
  access: 'doors:configure',
  body: z.strictObject({ replacesDisplayId: id.nullable() }),
  reply: doorDisplay.extend({ path: z.string().nullable() }),
  shownOnce: ['path'],
  problems: ['STALE', 'ROOM_ARCHIVED'],
});

export const revokeDoorDisplay = endpoint({
  method: 'DELETE',
  path: ofRoom,
  summary: 'End the link of the tablet at the door of a room at once (DP-1)',
  access: 'doors:configure',
  reply: doorDisplay,
});

const period = { startsAt: instant, endsAt: instant };

/** `STAY`: a guest has the room. `CLEANING`: the buffer after a stay, or a block for cleaning. `BLOCKED`: any other block. */
export const DISPLAY_PERIOD_KINDS = ['STAY', 'CLEANING', 'BLOCKED'] as const;

export const DISPLAY_PRESENTS = ['IN_USE', 'BLOCKED'] as const;

/** What the tablet shows for a week without a connection: times only, never a guest (DP-2). */
export const displayPlan = z.object({
  displayId: id,
  storeName: z.string(),
  /** As staff wrote it; may be empty. */
  storePhone: z.string(),
  roomName: z.string(),
  timeZone: z.string(),
  /** The plan is complete between these two moments. */
  from: instant,
  until: instant,
  /** The opening periods without closures, soonest first. */
  open: z.array(z.object(period)),
  /** Periods in which the room is occupied, soonest first. Those of the parts of a joined room can overlap. */
  busy: z.array(z.object({ ...period, kind: z.enum(DISPLAY_PERIOD_KINDS) })),
  /**
   * What the periods do not say, while the tablet is connected: people are inside, or an emergency closes the doors (RM-7).
   * `null`: the periods decide.
   */
  present: z.enum(DISPLAY_PRESENTS).nullable(),
  /** `null`: the store takes no online bookings, or the server does not know its public address. */
  booking: z
    .object({
      url: z.string(),
      /** A QR code of the address: the path of its dark modules in a square of `size` units, quiet zone included. */
      qr: z.object({ size: z.number().int().positive(), path: z.string() }),
      /** The shortest stay that starts now, and its price in this room. `null`: it has none. */
      offer: z.object({ minutes: z.number().int().positive(), amount: money }).nullable(),
    })
    .nullable(),
});
export type DisplayPlan = z.infer<typeof displayPlan>;

/** The header with the time of the server, in every reply to a tablet, whose own clock may be wrong. */
export const SERVER_TIME_HEADER = 'x-server-time';

export const readDisplayPlan = endpoint({
  method: 'GET',
  path: '/api/v2/display/plan',
  summary:
    'The plan of the room of a tablet, by its Bearer token, as application/json with an ETag (304). The header x-server-time has the time of the server (DP-2)',
  access: 'public',
  kind: 'file',
  reply: displayPlan,
  problems: ['DISPLAY_TOKEN_INVALID', 'TOO_MANY_ATTEMPTS', 'RATE_LIMITED'],
});
