import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, text } from '../fields.ts';

/**
 * The state of a code in a lock: absent, stored but not opening yet, or enabled. `UNKNOWN`: the lock got a command and
 * did not answer.
 */
export const CODE_STATES = ['ABSENT', 'DISABLED', 'ENABLED', 'UNKNOWN'] as const;
export type CodeState = (typeof CODE_STATES)[number];
export const REQUESTED_CODE_STATES = ['ABSENT', 'DISABLED', 'ENABLED'] as const;
export type RequestedCodeState = (typeof REQUESTED_CODE_STATES)[number];
/** Why a lock does not have the required state of a code yet; the server retries. */
export const CODE_ERRORS = [
  'DEVICE_OFFLINE',
  'BROKER_UNREACHABLE',
  'NO_ANSWER',
  'NO_PLACE_FREE',
  'SEND_FAILED',
] as const;
export type CodeError = (typeof CODE_ERRORS)[number];

/** A door of a reservation, and the state of the code in its lock. */
export const doorAccess = z.object({
  doorId: id,
  doorName: z.string(),
  /** `null`: the lock keeps no codes, or has no code yet. */
  code: z
    .object({
      /** From when on the code opens the door: the access window of the door, or else of its store. */
      opensAt: instant,
      closesAt: instant,
      wanted: z.enum(REQUESTED_CODE_STATES),
      /** The state that the lock acknowledged. */
      acknowledged: z.enum(CODE_STATES),
      acknowledgedAt: instant.nullable(),
      /** A command to the lock is under way and not answered yet. */
      isUnderWay: z.boolean(),
      error: z.enum(CODE_ERRORS).nullable(),
    })
    .nullable(),
  keepsCodes: z.boolean(),
  /**
   * A spare code that the lock already had, given to this guest because their own code could not be written to the lock
   * (NX-3).
   */
  spare: z.object({ id, givenAt: instant, closesAt: instant }).nullable(),
  /** The guest needs a spare code, and the lock has no free one. */
  lacksSpare: z.boolean(),
});

/** How a guest gets in (DR-5). Never the code itself. */
export const reservationAccess = z.object({
  reservationId: id,
  storeId: id,
  /**
   * The id of the present code, by which a change names it; `null`: there is no code (not yet, no longer, or no door
   * keeps codes).
   */
  codeId: id.nullable(),
  madeAt: instant.nullable(),
  doors: z.array(doorAccess),
});
export type ReservationAccess = z.infer<typeof reservationAccess>;

/**
 * Support must give it, as for opening a door (AC-6). It is stored in the audit log and in the reservation's history.
 */
const reason = text(200).optional();

const at = <const P extends string>(name: P) => `/api/v2/{product}/reservation/{reservationId}/access${name}` as const;

export const getReservationAccess = endpoint({
  method: 'GET',
  path: at(''),
  summary: 'The doors of a reservation, and what their locks have of its code; never the code (DR-5)',
  access: 'reservations:read',
  reply: reservationAccess,
});

export const revealAccessCode = endpoint({
  method: 'POST',
  path: at('/reveal'),
  summary:
    'The access code itself. Support must give a reason; the person and the reason are recorded. A repeated Idempotency-Key gets null instead of the code',
  access: 'doors:operate',
  body: z.strictObject({ reason }),
  reply: z.object({
    codeId: id,
    code: z.string().nullable(),
    /** The spare codes that the reservation got, each for one door. */
    spares: z.array(z.object({ id, doorId: id, code: z.string() })).nullable(),
  }),
  shownOnce: ['code', 'spares'],
  problems: ['REASON_REQUIRED', 'ACCESS_CODE_ABSENT'],
});

export const replaceAccessCode = endpoint({
  method: 'POST',
  path: at('/replace'),
  summary:
    'Replace the code, and each spare code of the guest whose lock has another one ready. Support must give a reason. The locks delete the previous codes',
  access: 'doors:operate',
  body: z.strictObject({ codeId: id, reason }),
  reply: reservationAccess,
  problems: ['REASON_REQUIRED', 'STALE', 'ACCESS_CODE_ABSENT'],
});

export const resendAccessCode = endpoint({
  method: 'POST',
  path: at('/resend'),
  summary: 'Send the code to the locks again, now',
  access: 'doors:operate',
  body: z.strictObject({ codeId: id }),
  reply: reservationAccess,
  problems: ['STALE', 'ACCESS_CODE_ABSENT'],
});
