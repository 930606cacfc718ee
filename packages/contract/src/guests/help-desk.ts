import { z } from 'zod';
import { reservationAccess, revealAccessCode } from '../devices/access-codes.ts';
import { command, COMMAND_ERRORS } from '../devices/commands.ts';
import { door } from '../devices/doors.ts';
import { endpoint } from '../endpoint.ts';
import { extensionOffer } from '../reservations/extension-offers.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  money,
  OUT_OF_REACH,
  paging,
  singleLine,
  sortBy,
  text,
} from '../fields.ts';
import { HELP_TROUBLES } from './guest-access.ts';
import { guestHelp } from './guest-page.ts';
import { PAYMENT_METHODS } from '../money/payment-methods.ts';
import { PAYMENT_STATES } from '../money/payments.ts';
import { readiness } from '../stores/readiness.ts';
import { extendReservation, reservation, reservationDetail } from '../reservations/reservations.ts';
import { room } from '../stores/rooms.ts';

/** The help desk (NX-2): from what a guest says on the phone to an opened door. */

/** How a case ended. The first two outcomes follow from actions; a person chooses the others. */
export const CASE_OUTCOMES = ['DOOR_OPENED', 'EXTENDED', 'NEW_CODE', 'EXPLAINED', 'PASSED_ON', 'NOT_REACHED'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];
export const CHOSEN_OUTCOMES = ['NEW_CODE', 'EXPLAINED', 'PASSED_ON', 'NOT_REACHED'] as const;

/** How close the stay is: the guest may be at the door, will be within hours, or neither. */
const NEARNESSES = ['NOW', 'SOON', 'OTHER'] as const;

const place = { storeName: z.string(), roomName: z.string() };

export const searchHelpDesk = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/help-desk/search',
  summary:
    'Reservations by code, by the last four digits of a phone or by how a name begins; nearest in time first, at most 20, guests masked (NX-2)',
  access: 'help-desk:use',
  query: z.strictObject({ q: singleLine(100, 2) }),
  reply: z.object({ items: z.array(reservation.extend({ ...place, nearness: z.enum(NEARNESSES) })) }),
});

/**
 * Kinds of lines that describe what happened at a door in plain words. `TRIED_EARLY`, `TRIED_LATE` and `OWN_CODE_REFUSED`:
 * the lock named this guest's code. `CODE_REFUSED`: it named none, and the code can be any (NX-60).
 */
export const DOOR_LINES = [
  'TRIED_EARLY',
  'TRIED_LATE',
  'OWN_CODE_REFUSED',
  'WRONG_CODE',
  'CODE_REFUSED',
  'CODE_NOT_IN_LOCK',
  'DENIED_TO_ANYBODY',
  'DENIED_TO_ANOTHER',
  'ENTERED',
  'ENTERED_BY_ANOTHER',
  'OPENED',
  'OPENING',
  'OPEN_FAILED',
  'OPENED_BY_HAND',
  'OPENED_UNKNOWN',
  'LOCKED',
  'JAMMED',
  'OFFLINE',
  'BACK_ONLINE',
] as const;

const doorLine = z.object({
  kind: z.enum(DOOR_LINES),
  at: instant,
  /**
   * For `OFFLINE`: when the door was back; `null`: it is still offline. For repeated lines: the time of the last one.
   */
  until: instant.nullable(),
  count: z.number().int().positive(),
  /** Minutes before or after the time in which the code opens the door. */
  minutes: z.number().int().nonnegative().nullable(),
  /** The author of the line: a person's name or a reservation's code. */
  by: z.string().nullable(),
  error: z.enum(COMMAND_ERRORS).nullable(),
});
export type DoorLine = z.infer<typeof doorLine>;

/** The guest may enter by the door from `opensAt` until before `closesAt`. */
const deskDoor = z.object({
  door,
  opensAt: instant,
  closesAt: instant,
  /** The lines of the last ten minutes, the newest first. */
  lines: z.array(doorLine),
});

/** Everything that helps one guest (NX-2); personal data is masked, and the code is left out. */
export const helpDeskPage = z.object({
  reservation: reservationDetail,
  ...place,
  storePhone: z.string(),
  dueAmount: money,
  payments: z.array(
    z.object({
      id,
      method: z.enum(PAYMENT_METHODS),
      state: z.enum(PAYMENT_STATES),
      amount: money,
      refundedAmount: money,
    }),
  ),
  access: reservationAccess,
  doors: z.array(deskDoor),
  /** The present state of the room (RM-7). */
  room: room.pick({ state: true, blockReason: true, presence: true }),
  /** The reservation that has the room at this moment, if it is another one. */
  roomNow: z.object({ code: z.string(), endsAt: instant }).nullable(),
  /** `null`: the reservation expects no guest, so nothing is checked. */
  obstacles: readiness.shape.obstacles.nullable(),
  /** `null`: the reservation cannot be extended in its state. */
  extension: z.object({ choices: extensionOffer.shape.choices, reason: extensionOffer.shape.reason }).nullable(),
  /** The people with an open case of this guest, each with its start. */
  people: z.array(z.object({ personId: id, name: z.string(), openedAt: instant })),
  /** When the guest asked for help; `null`: no case of the guest is open. */
  guestAskedAt: instant.nullable(),
  /** The guest's latest request for help, open or resolved within the last hour, and what staff wrote to them (GP-4). */
  guestHelp: guestHelp
    .extend({
      answers: z.array(guestHelp.shape.answers.element.extend({ byName: z.string() })),
      /** The numbers of the companions who asked in this case; they see its answers too (GT-26). */
      companions: z.array(z.number().int()),
    })
    .nullable(),
  /** The person's own latest case of this guest. */
  mine: z
    .object({ openedAt: instant, resolvedAt: instant.nullable(), outcome: z.enum(CASE_OUTCOMES).nullable() })
    .nullable(),
});
export type HelpDeskPage = z.infer<typeof helpDeskPage>;

const at = <const P extends string>(name: P) =>
  `/api/v2/{product}/help-desk/reservation/{reservationId}${name}` as const;
/** Support must give a reason (AC-6). */
const reason = text(200).optional();

export const getHelpDeskPage = endpoint({
  method: 'GET',
  path: at(''),
  summary:
    'What matters for the guest at the door, now: period, payment, code, doors with their last ten minutes, obstacles (NX-2)',
  access: 'help-desk:use',
  reply: helpDeskPage,
});

export const openHelpDeskCase = endpoint({
  method: 'POST',
  path: at('/case'),
  summary:
    'Open a case for this guest, which stays open until an action helps. The access to their data is recorded (PD-1)',
  access: 'help-desk:use',
  body: z.strictObject({}),
  reply: helpDeskPage,
});

export const openDoorForGuest = endpoint({
  method: 'POST',
  path: at('/open'),
  summary:
    'Open a door of the reservation; answers with the command in its final state. Once it is open, the cases of this guest are resolved',
  access: 'help-desk:use',
  body: z.strictObject({ doorId: id, reason }),
  reply: command,
  problems: ['REASON_REQUIRED', 'STATE_NOT_ALLOWED'],
});

export const giveNewCode = endpoint({
  method: 'POST',
  path: at('/code'),
  summary: 'Replace the code. The reply has the new one once; the locks delete the previous one',
  access: 'help-desk:use',
  body: z.strictObject({ codeId: id, reason }),
  reply: z.object({ access: reservationAccess, code: revealAccessCode.reply.shape.code }),
  shownOnce: ['code'],
  problems: ['REASON_REQUIRED', 'STALE', 'ACCESS_CODE_ABSENT'],
});

export const extendForGuest = endpoint({
  method: 'POST',
  path: at('/extend'),
  summary: 'Add whole slots at the end, at their price, which becomes due. This resolves the cases of the guest',
  access: 'help-desk:use',
  body: extendReservation.body,
  reply: extendReservation.reply,
  problems: extendReservation.problems,
});

export const readHelpPhoto = endpoint({
  method: 'GET',
  path: at('/photo/{photoId}'),
  summary: 'A photo that the guest sent with their request for help, as image/webp (GT-9)',
  access: 'help-desk:use',
  kind: 'file',
  reply: z.string(),
});

export const resolveHelpDeskCase = endpoint({
  method: 'POST',
  path: at('/resolve'),
  summary: 'Resolve all open cases of this guest with a result. Without an open case nothing changes',
  access: 'help-desk:use',
  body: z.strictObject({ outcome: z.enum(CHOSEN_OUTCOMES), note: text(300, 0).default('') }),
  reply: helpDeskPage,
});

/** A case: the help of one person for one guest, or the request of the guest. */
export const helpDeskCase = z.object({
  id,
  storeId: id,
  reservationId: id,
  code: z.string(),
  /** The guest's name, masked. */
  guestName: z.string(),
  ...place,
  /** `null`: the guest opened the case. */
  personName: z.string().nullable(),
  openedAt: instant,
  resolvedAt: instant.nullable(),
  outcome: z.enum(CASE_OUTCOMES).nullable(),
  note: z.string(),
});
export type HelpDeskCase = z.infer<typeof helpDeskCase>;

export const listHelpDeskCases = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/help-desk/case',
  summary: 'Cases, newest first, with the number of today (business date of each store) and their duration',
  access: 'help-desk:use',
  query: z.strictObject({ ...paging, sort: sortBy('openedAt') }).refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(helpDeskCase).extend({
    today: z.object({
      opened: z.number().int().nonnegative(),
      resolved: z.number().int().nonnegative(),
      /** Median time from opening to resolution; `null`: no case is resolved. */
      medianSeconds: z.number().int().nonnegative().nullable(),
    }),
  }),
});

/** A request of a guest for help that no person has opened (NX-12). */
const raisedCase = helpDeskCase
  .pick({
    id: true,
    storeId: true,
    reservationId: true,
    code: true,
    storeName: true,
    roomName: true,
    openedAt: true,
  })
  .extend({ trouble: z.enum(HELP_TROUBLES) });
export type RaisedCase = z.infer<typeof raisedCase>;

export const listRaisedCases = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/help-desk/raised',
  summary: 'Requests of guests for help that no person has opened, oldest first, at most 50 (NX-12)',
  access: 'help-desk:use',
  reply: z.object({ items: z.array(raisedCase) }),
});
