import { z } from 'zod';

/**
 * Every refusal that leaves the server (AP-2, RFC 9457) and its HTTP status. The texts that explain a code to a
 * person are `Record<ProblemCode, …>` in the browser, so a code without words in both languages does not compile.
 */
export const PROBLEMS = {
  BODY_NOT_JSON: 400,
  INVALID_INPUT: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  REASON_REQUIRED: 400,
  NOT_SIGNED_IN: 401,
  INVALID_CREDENTIALS: 401,
  SESSION_ENDED: 401,
  CAPABILITY_MISSING: 403,
  ACCOUNT_DISABLED: 403,
  ACCOUNT_PENDING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  STALE: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  DEVICE_ALREADY_BOUND: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_ATTEMPTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  NOT_READY: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One field that was refused. `path` is dotted (`hours.0.opensAt`), `code` is zod's or ours. */
export const fieldProblem = z.object({ path: z.string(), code: z.string(), message: z.string() });

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
  /** What the row is now, with `STALE` (AP-4). */
  current: z.unknown().optional(),
  retryAfterSeconds: z.number().int().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
export type FieldProblem = z.infer<typeof fieldProblem>;
