import { PROBLEMS, type FieldProblem, type ProblemBody, type ProblemCode } from '@munjigi/contract';

/** English words for a log and for whoever calls the API by hand; the browser has its own texts by code. */
const TITLES: Record<ProblemCode, string> = {
  BODY_NOT_JSON: 'The body is not valid JSON',
  INVALID_INPUT: 'Something in the request is not as it must be',
  IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key must be 1 to 200 printable ASCII characters',
  REASON_REQUIRED: 'A reason is required',
  NOT_SIGNED_IN: 'Sign in first',
  INVALID_CREDENTIALS: 'E-mail or password is wrong',
  SESSION_ENDED: 'This session has ended',
  CAPABILITY_MISSING: 'You may not do this',
  ACCOUNT_DISABLED: 'This account is disabled',
  ACCOUNT_PENDING: 'This account waits for approval',
  NOT_FOUND: 'There is no such thing here',
  METHOD_NOT_ALLOWED: 'This path does not take this method',
  REQUEST_TIMEOUT: 'The request took too long to arrive',
  STALE: 'It was changed meanwhile',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this key is still under way',
  DEVICE_ALREADY_BOUND: 'This device already belongs to a door',
  BODY_TOO_LARGE: 'The body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json',
  IDEMPOTENCY_KEY_REUSED: 'This key was used for another request',
  TOO_MANY_ATTEMPTS: 'Too many failed attempts',
  HEADERS_TOO_LARGE: 'The headers are too large',
  INTERNAL: 'Something went wrong on our side',
  NOT_READY: 'The server is not ready yet',
};

interface Extras {
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  readonly capability?: string;
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
  /** The methods that the path takes, with `METHOD_NOT_ALLOWED`: goes into the header (RFC 9110). */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** A refusal on purpose. Thrown anywhere below a route, it leaves as RFC 9457 problem details, made once, here. */
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
    const { detail, errors, capability, current, retryAfterSeconds } = this.extras;
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
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
}

/** Not there, or not for this person: the two are never told apart (AC-1). */
export function notFound(): Problem {
  return new Problem('NOT_FOUND');
}

/** Somebody else's change came first; `current` is what is there now (AP-4). */
export function stale(current: unknown): Problem {
  return new Problem('STALE', { current });
}

export function invalidInput(errors: readonly FieldProblem[]): Problem {
  return new Problem('INVALID_INPUT', { errors });
}
