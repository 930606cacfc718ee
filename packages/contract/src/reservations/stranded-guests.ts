import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, money, text, version } from '../fields.ts';
import { MESSAGE_LANGUAGES } from '../guests/message-variables.ts';
import { MESSAGE_STATES } from '../guests/messages.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { reservation, startedRefund } from './reservations.ts';

/** Why a stay cannot take place as it was booked (ST-50). */
export const STRANDED_CAUSES = ['ROOM_ARCHIVED', 'CLOSURE', 'OUTSIDE_HOURS'] as const;
export type StrandedCause = (typeof STRANDED_CAUSES)[number];

/** A guest whose room or time has been closed since the booking (ST-50). */
export const strandedGuest = z.object({
  reservation,
  storeName: z.string(),
  roomName: z.string(),
  cause: z.enum(STRANDED_CAUSES),
  /** The reason of the closure; empty for other causes. */
  closureReason: z.string(),
  /** Masked; empty: none. */
  guestEmail: z.string(),
  guestLanguage: z.enum(MESSAGE_LANGUAGES),
  /** Whether a message can reach the guest by phone or by e-mail. */
  isReachable: z.boolean(),
  /** The last message that the stay cannot take place as booked; `null`: none. */
  lastMessage: z.object({ queuedAt: instant, state: z.enum(MESSAGE_STATES) }).nullable(),
  /**
   * A room that is free at the same time and large enough, with the price that the stay has there; no two guests of the
   * list are offered the same room for the same time. `null`: no room is.
   */
  move: z.object({ roomId: id, roomName: z.string(), priceAmount: money }).nullable(),
});
export type StrandedGuest = z.infer<typeof strandedGuest>;

/** So many are listed, and so many can be settled by one request. */
export const MOST_STRANDED = 100;

export const listStrandedGuests = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/stranded-guest',
  summary:
    'Guests whose reservations collide with a closure, the opening hours or an archived room, soonest first, each with a free room (ST-50)',
  access: 'reservations:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({
    total: z.number().int().min(0),
    /** The first hundred. */
    items: z.array(strandedGuest),
    stores: z.array(z.object({ storeId: id, storeName: z.string(), count: z.number().int().min(1) })),
  }),
});

const ofReservation = { reservationId: id, version };

/**
 * `MOVE` to another room at the same time for this price. `CANCEL` with all that the guest has paid, at every tier.
 * `INFORM`: a message that the stay cannot take place as booked.
 */
const strandedAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('MOVE'), ...ofReservation, roomId: id, expectedPriceAmount: money }),
  z.strictObject({ act: z.literal('CANCEL'), ...ofReservation }),
  z.strictObject({ act: z.literal('INFORM'), ...ofReservation }),
]);
export type StrandedAct = z.infer<typeof strandedAct>;

/** Why the guest gets no message (ST-52). */
export const STRANDED_MESSAGE_OBSTACLES = ['NO_CONTACT', 'NO_MESSAGE_PROVIDER', 'TEMPLATE_DISABLED'] as const;
export type StrandedMessageObstacle = (typeof STRANDED_MESSAGE_OBSTACLES)[number];

const problemCode = z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]);

/**
 * `DONE`: this request did it. `DONE_ALREADY`: the reservation is not stranded any more, or its guest has had the
 * message within the last hour. `REFUSED`: nothing changed, for this reason.
 */
const strandedOutcome = z.object({
  reservationId: id,
  outcome: z.enum(['DONE', 'DONE_ALREADY', 'REFUSED']),
  problem: problemCode.nullable(),
  obstacle: z.enum(STRANDED_MESSAGE_OBSTACLES).nullable(),
  /** Of a cancellation. */
  refund: startedRefund.nullable(),
});
export type StrandedOutcome = z.infer<typeof strandedOutcome>;

export const settleStrandedGuests = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/stranded-guest/settle',
  summary:
    'Move, cancel with all of the money, or inform stranded guests. Each succeeds or fails on its own; a repeated request changes nothing twice (ST-51)',
  access: 'reservations:book',
  body: z.strictObject({
    items: z
      .array(strandedAct)
      .min(1)
      .max(MOST_STRANDED)
      .refine((items) => new Set(items.map(({ reservationId }) => reservationId)).size === items.length, {
        error: 'a reservation is named twice',
      }),
    /** Of the cancellations; guests and payment providers see it. */
    reason: text(200, 0).default(''),
  }),
  reply: z.object({ items: z.array(strandedOutcome) }),
});
