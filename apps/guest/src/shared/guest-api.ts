import type { AgeBasis, FreePeriod, ProblemBody, ProblemCode } from '@munjigi/contract';

/** `NO_CONNECTION`: the server did not answer. `BROKEN_REPLY`: a reply that is not the server's. */
type TroubleCode = ProblemCode | 'NO_CONNECTION' | 'BROKEN_REPLY';

/** A refusal of the server, or a request without an answer. */
export class GuestProblem extends Error {
  readonly code: TroubleCode;
  readonly status: number;
  readonly detail: string;
  readonly retryAfterSeconds: number;
  /** The request is accepted with a solution of it (BK-11). Empty: none. */
  readonly challenge: string;
  /** Free periods near the requested one, with `SLOT_TAKEN`. */
  readonly free: readonly FreePeriod[];
  /** How age is counted, with `AGE_CHECK_NEEDED`. `null`: none. */
  readonly ageBasis: AgeBasis | null;
  /** The price that a coupon needs, with `COUPON_REFUSED`. 0: none. */
  readonly requiredAmount: number;

  constructor(code: TroubleCode, status = 0, body: Partial<ProblemBody> = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.detail = body.detail ?? '';
    this.retryAfterSeconds = body.retryAfterSeconds ?? 0;
    this.challenge = body.challenge ?? '';
    this.free = body.free ?? [];
    this.requiredAmount = body.requiredAmount ?? 0;
    this.ageBasis = (body.current as { readonly basis?: AgeBasis } | undefined)?.basis ?? null;
  }
}

const READ_TIMEOUT_MS = 10_000;
/** The server answers when the door has moved, which takes as long as its command lives. */
const CHANGE_TIMEOUT_MS = 45_000;

export interface GuestCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON; a file as it is. */
  readonly body?: unknown;
  /** A repeated request with this key gets the first reply (AP-3). */
  readonly key?: string;
  /** The token of the preview for staff (BK-12). */
  readonly preview?: string | undefined;
}

/** Requests data with the token of the guest; `null` on public pages. Rejects with a GuestProblem. */
export function requestGuest<T>(token: string | null, call: GuestCall, abort?: AbortController): Promise<T> {
  return fetchGuest(token, call, (reply) => readReply<T>(reply), abort);
}

interface PageRequest {
  readonly path: string;
  readonly early: Promise<Response> | undefined;
  readonly abort: AbortController;
}

/** Requests the page, which the script of the document may have requested already. Rejects with a GuestProblem. */
export function requestPage<Page>(token: string, { path, early, abort }: PageRequest): Promise<Page> {
  return early === undefined
    ? requestGuest<Page>(token, { method: 'GET', path }, abort)
    : awaitEarlyReply<Page>(early, abort);
}

/** The data of a request that the script of the document began. Rejects with a GuestProblem. */
export function awaitEarlyReply<T>(early: Promise<Response>, abort: AbortController): Promise<T> {
  return endInTime(
    early.then((reply) => readReply<T>(reply)),
    abort,
    READ_TIMEOUT_MS,
  );
}

/** Requests a file with the token of the guest, which an address of a picture cannot carry. */
export function fetchGuest<T>(
  token: string | null,
  { method, path, body, key, preview }: GuestCall,
  read: (reply: Response) => Promise<T>,
  abort: AbortController = new AbortController(),
): Promise<T> {
  const reply = fetch(path, {
    method,
    headers: {
      Accept: 'application/json, image/*',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(preview !== undefined && { 'X-Booking-Preview': preview }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    cache: 'no-store',
    signal: abort.signal,
  });
  return endInTime(reply.then(read), abort, method === 'GET' ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS);
}

/** Ends a request that takes too long, its body included, like a lost connection. `abort` ends it earlier. */
async function endInTime<T>(request: Promise<T>, abort: AbortController, limitMs: number): Promise<T> {
  const timer = setTimeout(() => abort.abort(), limitMs);
  const ended = new Promise<never>((_resolve, reject) => {
    abort.signal.addEventListener('abort', () => reject(new GuestProblem('NO_CONNECTION')));
  });
  try {
    return await Promise.race([request, ended]);
  } catch (error) {
    // A refused connection, a lost one and a time-out are one thing for the guest.
    throw error instanceof GuestProblem ? error : new GuestProblem('NO_CONNECTION');
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the data of a reply. Rejects with a GuestProblem for a refusal and for a reply that is not the server's. */
async function readReply<T>(reply: Response): Promise<T> {
  let body: unknown;
  try {
    body = await reply.json();
  } catch {
    // The page of a proxy or of a sign-in to a Wi-Fi, or a connection that broke in the middle.
    throw new GuestProblem('BROKEN_REPLY', reply.status);
  }
  if (reply.ok) return body as T;
  const problem = body as Partial<ProblemBody>;
  throw new GuestProblem(problem.code ?? 'BROKEN_REPLY', reply.status, problem);
}

/** A random key for one act. `crypto.randomUUID` is missing in old web views. */
export function newActKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Every error of a request as a GuestProblem. Throws what is a fault of this program. */
export function toGuestProblem(error: unknown): GuestProblem {
  if (error instanceof GuestProblem) return error;
  throw error;
}
