import {
  PROBLEMS,
  type FieldProblem,
  type FreePeriod,
  type ProblemBody,
  type ProblemCode,
  type StrandedReservation,
} from '@munjigi/contract';

/** English titles for logs and direct callers of the API; the browser has its own texts by code. */
const TITLES: Record<ProblemCode, string> = {
  BODY_NOT_JSON: 'The body is not valid JSON',
  INVALID_INPUT: 'The request is not valid',
  IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key must be 1 to 200 printable ASCII characters',
  REASON_REQUIRED: 'A reason is required',
  SIGNATURE_INVALID: 'The signature is missing or not valid',
  NOT_SIGNED_IN: 'Sign in first',
  INVALID_CREDENTIALS: 'The e-mail or password is wrong',
  SESSION_ENDED: 'This session has ended',
  SESSION_IDLE: 'This session has ended because it was idle',
  SECOND_FACTOR_NEEDED: 'Send the second-factor code with this challenge',
  CHALLENGE_OVER: 'Sign in with the password again',
  INVALID_CODE: 'The code is wrong or has already been used',
  PHONE_CODE_REQUIRED: 'Send the code that was sent to the phone of the reservation',
  API_KEY_INVALID: 'A valid API key is required',
  RELAY_TOKEN_INVALID: 'A valid token of a deposit relay is required',
  GUEST_TOKEN_INVALID: 'A valid access token of a guest is required',
  DISPLAY_TOKEN_INVALID: 'A valid token of a door display is required',
  NOT_FOR_COMPANIONS: 'The link of a companion does not permit this',
  BOOKING_REFUSED: 'This cannot be booked online. Please call the store',
  CAPABILITY_MISSING: 'You do not have permission to do this',
  ACCOUNT_DISABLED: 'This account is disabled',
  ACCOUNT_PENDING: 'This account is waiting for approval',
  OWN_ACCOUNT: 'You cannot change the rights of your own account',
  SECOND_FACTOR_REQUIRED: 'Set up a second factor first',
  OWN_REQUEST: 'You cannot approve your own request',
  NOT_FOUND: 'Not found',
  METHOD_NOT_ALLOWED: 'This path does not support this method',
  REQUEST_TIMEOUT: 'The request took too long to arrive',
  STALE: 'It has changed in the meantime',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this key is still in progress',
  DEVICE_ALREADY_BOUND: 'This device already belongs to another door or room',
  FIRE_RELEASE_IN_FORCE: 'A fire release is in force in this store',
  EMERGENCY_IN_FORCE: 'A lockdown or a fire release is in force in this store',
  DOOR_HELD_OPEN: 'The door is held open',
  GUEST_BLOCKED: 'This guest is blocked',
  AGE_CHECK_NEEDED: 'This room or time is for adults, and the guest has not been checked yet',
  SLOT_TAKEN: 'This time is already taken',
  EXTERNAL_ID_TAKEN: 'A reservation with this external ID already exists',
  STORE_NAME_TAKEN: 'Another store already has this name',
  STORE_CODE_TAKEN: 'Another store already has this code',
  STATE_NOT_ALLOWED: 'Its current state does not allow this',
  TOO_MANY_COMPANIONS: 'As many links for companions as are allowed are valid',
  TAX_INVOICES_INCOMPLETE: 'A tax invoice lacks details of a party',
  EMAIL_TAKEN: 'This e-mail address already has an account or a request',
  LAST_ADMIN: 'At least one ADMIN without an end date must remain',
  APPROVAL_NEEDED: 'This needs a second person’s approval: request it first',
  APPROVAL_WAITING: 'This is already waiting for a second person’s approval',
  NO_SECOND_PERSON: 'At least two people with the right to approve are needed',
  ACCESS_CODE_ABSENT: 'There is no access code at the moment',
  OUTSIDE_ACCESS_WINDOW: 'Check-in is not possible at this time',
  OPENING_UNDER_WAY: 'A door is still opening',
  HOLD_ENDING: 'Too little time is left to pay',
  PAYMENT_UNDER_WAY: 'Another payment of the reservation is being processed',
  COUPON_CODE_TAKEN: 'Another coupon already has this code',
  PRICE_CHANGED: 'The price has changed',
  REFUND_CHANGED: 'The refund has changed',
  MORE_THAN_DUE: 'This is more than is due',
  AMOUNT_TOO_SMALL: 'No payment provider takes so small an amount',
  MORE_THAN_PAID: 'This is more than is left of the payment',
  AMOUNT_DIFFERS: 'This is not the amount of the payment',
  PROVIDER_NOT_SET: 'This provider is not set up',
  BOOKING_NOT_READY: 'The store may not take online bookings without the data of its seller',
  PROVIDER_REFUSED: 'The payment provider refused this',
  TEMPLATE_VARIABLES: 'The template uses a variable that its kind does not have, or lacks one that it needs',
  MESSAGE_LIMIT: 'This guest has received this message as often as is allowed in an hour',
  SEARCH_TOO_BROAD: 'The search takes too long: narrow it by store or period',
  WOULD_STRAND: 'Reservations would be left without their room or time',
  FEED_REVOKED: 'This calendar feed was revoked',
  RESET_LINK_INVALID: 'This link cannot be used',
  BODY_TOO_LARGE: 'The body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'The media type of the body is not supported',
  IDEMPOTENCY_KEY_REUSED: 'This key was used for another request',
  PERIOD_INVALID: 'The end must be after the start',
  OFF_SLOT_GRID: 'It must start and end on a slot of the store',
  TOO_SHORT: 'It is shorter than the store allows',
  TOO_LONG: 'It is longer than the store allows',
  IN_THE_PAST: 'It starts in the past',
  BEYOND_HORIZON: 'The store does not take reservations this far ahead',
  STORE_CLOSED: 'The store is closed at this time',
  BROKER_ELSEWHERE: 'The broker is external: create the account there',
  TOO_MANY_DEVICE_ACCOUNTS: 'The store has reached its limit of device accounts: revoke one first',
  ROOM_ARCHIVED: 'This room is archived',
  OVER_CAPACITY: 'The room is too small for this many people',
  NO_PRICE: 'Part of this time has no price',
  SERIES_INVALID: 'The series is not valid',
  ROOM_PARTS_INVALID: 'A room cannot consist of these rooms',
  PRICE_POLICY_INVALID: 'The price policy is not valid',
  COUPON_INVALID: 'The coupon is not valid',
  COUPON_REFUSED: 'This coupon cannot be used for this stay',
  PASS_REFUSED: 'This pass cannot be used for this stay',
  ADD_ON_REFUSED: 'The store does not offer this add-on for this stay',
  PHOTO_INVALID: 'This file is not a valid photo',
  TOO_MANY_PHOTOS: 'The room already has the maximum number of photos',
  TOO_MANY_ATTEMPTS: 'Too many failed attempts',
  TOO_MANY_REQUESTS: 'Too many requests',
  RATE_LIMITED: 'Too many requests from this account',
  HEADERS_TOO_LARGE: 'The headers are too large',
  INTERNAL: 'Something went wrong on our side',
  DATABASE_UNAVAILABLE: 'The database is not available; try again in a moment',
  NOT_READY: 'The server is not ready yet',
};

interface Extras {
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  readonly capability?: string;
  readonly current?: unknown;
  readonly free?: readonly FreePeriod[];
  readonly stranded?: { readonly items: readonly StrandedReservation[]; readonly count: number };
  readonly retryAfterSeconds?: number;
  readonly challenge?: string;
  readonly requiredAmount?: number;
  /** The allowed methods of the path, with `METHOD_NOT_ALLOWED`; sent in the Allow header (RFC 9110). */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/**
 * A deliberate refusal. Thrown anywhere below a route, it is sent as RFC 9457 problem details, which are built only
 * here.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly extras: Extras;

  constructor(code: ProblemCode, extras: Extras = {}) {
    super(TITLES[code], { cause: extras.cause });
    this.code = code;
    this.status = PROBLEMS[code];
    this.extras = extras;
  }

  body(requestId: string, instance?: string): ProblemBody {
    const { detail, errors, capability, current, free, stranded, retryAfterSeconds, challenge, requiredAmount } =
      this.extras;
    return {
      type: `/api/docs#problem-${this.code}`,
      title: TITLES[this.code],
      status: this.status,
      code: this.code,
      requestId,
      ...(instance === undefined ? {} : { instance }),
      ...(detail === undefined ? {} : { detail }),
      ...(errors === undefined ? {} : { errors: [...errors] }),
      ...(capability === undefined ? {} : { capability }),
      ...(current === undefined ? {} : { current }),
      ...(free === undefined ? {} : { free: [...free] }),
      ...(stranded === undefined ? {} : { stranded: [...stranded.items], strandedCount: stranded.count }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(challenge === undefined ? {} : { challenge }),
      ...(requiredAmount === undefined ? {} : { requiredAmount }),
    };
  }
}

/** The row does not exist or is not visible to this person: the reply does not distinguish the two (AC-1). */
export function notFound(): Problem {
  return new Problem('NOT_FOUND');
}

/** Another person's change was saved first; `current` is the present row (AP-4). */
export function staleProblem(current: unknown): Problem {
  return new Problem('STALE', { current });
}

export function invalidInput(errors: readonly FieldProblem[]): Problem {
  return new Problem('INVALID_INPUT', { errors });
}
