import { z } from 'zod';

/**
 * Every problem that the server answers with (AP-2, RFC 9457), with its HTTP status. The browser's texts for codes are
 * `Record<ProblemCode, …>`, so a code without texts in both languages does not compile.
 */
export const PROBLEMS = {
  BODY_NOT_JSON: 400,
  INVALID_INPUT: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  SIGNATURE_INVALID: 400,
  REASON_REQUIRED: 400,
  NOT_SIGNED_IN: 401,
  INVALID_CREDENTIALS: 401,
  SESSION_ENDED: 401,
  /** The session had no input for longer than the chain allows its role (AU-5). */
  SESSION_IDLE: 401,
  /** The password is right; the second step needs `challenge` and the code. */
  SECOND_FACTOR_NEEDED: 401,
  CHALLENGE_OVER: 401,
  INVALID_CODE: 401,
  /** The guest's phone has to confirm this with a code: the link was used on a second device, or an account is named. */
  PHONE_CODE_REQUIRED: 403,
  API_KEY_INVALID: 401,
  RELAY_TOKEN_INVALID: 401,
  /** The access token of a guest is unknown, revoked or expired; the answer does not say which. */
  GUEST_TOKEN_INVALID: 401,
  /** The token of a tablet at a door is unknown or revoked, or its room is gone; the answer does not say which. */
  DISPLAY_TOKEN_INVALID: 401,
  /** The link of a companion opens doors and asks for help; this is for the guest alone (GT-21). */
  NOT_FOR_COMPANIONS: 403,
  CAPABILITY_MISSING: 403,
  /** The store takes no online booking of this guest. The answer gives no reason (RG-4). */
  BOOKING_REFUSED: 403,
  ACCOUNT_DISABLED: 403,
  ACCOUNT_PENDING: 403,
  OWN_ACCOUNT: 403,
  /** All other endpoints are refused until the factor is set up. */
  SECOND_FACTOR_REQUIRED: 403,
  OWN_REQUEST: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  STALE: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  DEVICE_ALREADY_BOUND: 409,
  FIRE_RELEASE_IN_FORCE: 409,
  EMERGENCY_IN_FORCE: 409,
  DOOR_HELD_OPEN: 409,
  SLOT_TAKEN: 409,
  /** The guest is blocked: `current` is the block. A person can still book with `acceptsBlockedGuest` (RG-5). */
  GUEST_BLOCKED: 409,
  /** The stay is for adults, and its guest has not been checked: `current.basis` names the check (AG-3). */
  AGE_CHECK_NEEDED: 409,
  EXTERNAL_ID_TAKEN: 409,
  STORE_NAME_TAKEN: 409,
  STORE_CODE_TAKEN: 409,
  STATE_NOT_ALLOWED: 409,
  /** The guest has as many valid links for companions as are allowed (GT-23). */
  TOO_MANY_COMPANIONS: 409,
  /** A tax invoice lacks data of a party: `current` lists it as the check does (SL-33). */
  TAX_INVOICES_INCOMPLETE: 409,
  EMAIL_TAKEN: 409,
  LAST_ADMIN: 409,
  APPROVAL_NEEDED: 409,
  APPROVAL_WAITING: 409,
  NO_SECOND_PERSON: 409,
  ACCESS_CODE_ABSENT: 409,
  OUTSIDE_ACCESS_WINDOW: 409,
  /** The guest's command to a door has not ended yet. */
  OPENING_UNDER_WAY: 409,
  /** Too little time is left to pay before the hold of the reservation or of its extension ends. */
  HOLD_ENDING: 409,
  /** The provider is taking the money of another payment of the reservation. */
  PAYMENT_UNDER_WAY: 409,
  PRICE_CHANGED: 409,
  COUPON_CODE_TAKEN: 409,
  /** The refund is another one than the guest expected. */
  REFUND_CHANGED: 409,
  MORE_THAN_DUE: 409,
  /** No provider takes so small an amount. */
  AMOUNT_TOO_SMALL: 409,
  MORE_THAN_PAID: 409,
  AMOUNT_DIFFERS: 409,
  PROVIDER_NOT_SET: 409,
  /** The store may not sell online without data of its seller: `current.missing` names it (SE-2). */
  BOOKING_NOT_READY: 409,
  WOULD_STRAND: 409,
  FEED_REVOKED: 410,
  RESET_LINK_INVALID: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  PERIOD_INVALID: 422,
  OFF_SLOT_GRID: 422,
  TOO_SHORT: 422,
  TOO_LONG: 422,
  IN_THE_PAST: 422,
  BEYOND_HORIZON: 422,
  STORE_CLOSED: 422,
  BROKER_ELSEWHERE: 422,
  TOO_MANY_DEVICE_ACCOUNTS: 422,
  ROOM_ARCHIVED: 422,
  OVER_CAPACITY: 422,
  NO_PRICE: 422,
  SERIES_INVALID: 422,
  ROOM_PARTS_INVALID: 422,
  PRICE_POLICY_INVALID: 422,
  /** The fields of a coupon contradict each other (CP-1). */
  COUPON_INVALID: 422,
  /** `detail` is a `CouponRefusal` (CP-3), for staff a `StaffCouponRefusal` (CP-7). */
  COUPON_REFUSED: 422,
  /** `detail` is a `PassRefusal`, `CHANGED` for other amounts than those that the person saw, or `NO_GIFT` (PS-3, PS-7). */
  PASS_REFUSED: 422,
  /** The store does not offer the add-on for this room, or not so many of it (BK-13). */
  ADD_ON_REFUSED: 422,
  PHOTO_INVALID: 422,
  TOO_MANY_PHOTOS: 422,
  PROVIDER_REFUSED: 422,
  SEARCH_TOO_BROAD: 422,
  /** A template uses a variable that its kind does not have, or lacks one that it needs (MS-3). */
  TEMPLATE_VARIABLES: 422,
  TOO_MANY_ATTEMPTS: 429,
  /** A guest received this kind of message as often as is allowed in an hour (MS-8). */
  MESSAGE_LIMIT: 429,
  TOO_MANY_REQUESTS: 429,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  NOT_READY: 503,
  /** The database is away. A change may have been made: repeat it with the same Idempotency-Key. */
  DATABASE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEMS;

/** A rejected field. `path` is dotted (`hours.0.opensAt`), `code` is from zod or ours. */
export const fieldProblem = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** A free period near the requested one, with `SLOT_TAKEN`. */
export const freePeriod = z.object({ roomId: z.string(), startsAt: z.string(), endsAt: z.string() });
export type FreePeriod = z.infer<typeof freePeriod>;

/** A reservation that a change would leave without its room, its time or its closed door, with `WOULD_STRAND`. */
export const strandedReservation = z.object({
  id: z.string(),
  code: z.string(),
  roomId: z.string(),
  roomName: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
});
export type StrandedReservation = z.infer<typeof strandedReservation>;

/** RFC 9457 problem details, as `application/problem+json`. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().optional(),
  instance: z.string().optional(),
  requestId: z.string(),
  errors: z.array(fieldProblem).optional(),
  /** The missing right, with `CAPABILITY_MISSING`. */
  capability: z.string().optional(),
  /** The present state of the row, with `STALE` (AP-4). */
  current: z.unknown().optional(),
  /** Free periods, with `SLOT_TAKEN`: at most six, nearest first. */
  free: z.array(freePeriod).optional(),
  /** Stranded reservations, with `WOULD_STRAND`: at most 200, and their total number. */
  stranded: z.array(strandedReservation).optional(),
  strandedCount: z.number().int().optional(),
  retryAfterSeconds: z.number().int().optional(),
  /**
   * With `SECOND_FACTOR_NEEDED`: for the second step, valid once and for five minutes. With `TOO_MANY_ATTEMPTS` of online
   * booking: the same request is accepted with a solution of it (BK-11).
   */
  challenge: z.string().optional(),
  /** With `COUPON_REFUSED` and the detail `PRICE_TOO_LOW`: the lowest price in won for which the coupon counts (CP-3). */
  requiredAmount: z.number().int().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
export type FieldProblem = z.infer<typeof fieldProblem>;
