import type { z } from 'zod';
import type { ProviderAccess, Outcome } from './driver.ts';

/** An error as a provider words it. */
export interface ProviderFault {
  readonly code: string;
  readonly message: string;
}

/**
 * What a documented error code means with any HTTP status. `ABSENT`: the payment does not exist there. `REFUSED`:
 * final. `CONFIGURATION`: final until a person corrects the keys of the connection. `LATER`: nothing is decided, so the
 * payment is looked up and the request is repeated.
 */
export type CodeMeaning = 'ABSENT' | 'REFUSED' | 'CONFIGURATION' | 'LATER';

/** How a provider words its errors. */
export interface ErrorFormat {
  /** Returns `null` for a body that is not an error of the provider. */
  readonly readFault: (json: unknown) => ProviderFault | null;
  readonly meanings: Readonly<Record<string, CodeMeaning>>;
}

interface Question<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answer: z.ZodType<T>;
  readonly errors: ErrorFormat;
}

/** Statuses after which nothing was done and the same request may succeed later. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const LONGEST = 1_000_000;
/** Both providers write their codes in this way. A gateway in front of them does not. */
const CODE = /^[A-Z][A-Z0-9_]{2,99}$/;

/**
 * Sends one request to a provider. No answer, or one that cannot be read, is `UNKNOWN`: the request may have arrived.
 * Redirects are not followed, as they would send the secret to another address.
 */
export async function sendProviderRequest<T>(
  { baseUrl, timeoutMs, closing }: ProviderAccess,
  question: Question<T>,
): Promise<Outcome<T>> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${baseUrl}${question.path}`, {
      method: question.method,
      headers: {
        accept: 'application/json',
        ...(question.body ? { 'content-type': 'application/json' } : {}),
        ...question.headers,
      },
      ...(question.body ? { body: JSON.stringify(question.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing]),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    // The name of an error contains neither the address nor the headers.
    return { kind: 'UNKNOWN', why: error instanceof Error ? error.name : 'no answer' };
  }
  const json = text.length > LONGEST ? undefined : readJson(text);
  if (status >= 400) return outcomeOfFault(status, question.errors.readFault(json), question.errors.meanings);
  const parsed = question.answer.safeParse(json);
  return parsed.success
    ? { kind: 'OK', value: parsed.data }
    : { kind: 'UNKNOWN', why: 'an answer that cannot be read' };
}

/**
 * Returns what an error of a provider means. A documented code decides before the HTTP status, because both providers
 * answer final refusals with 409 and 5xx, and passing faults with 400 and 403. Without a code it is the page of a proxy.
 */
function outcomeOfFault(
  status: number,
  fault: ProviderFault | null,
  meanings: ErrorFormat['meanings'],
): Outcome<never> {
  if (fault === null || !CODE.test(fault.code)) return { kind: 'UNKNOWN', why: `HTTP ${status}` };
  const { code, message } = fault;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (meaning === 'ABSENT') return { kind: 'ABSENT' };
  const isUndecided = meaning === undefined && (status >= 500 || NOT_NOW.has(status));
  if (meaning === 'LATER' || isUndecided) return { kind: 'UNKNOWN', why: `HTTP ${status} ${code}` };
  return { kind: 'REFUSED', code, message, isConfiguration: meaning === 'CONFIGURATION' || status === 401 };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The body is a page of a proxy, not an answer of the provider.
  }
}
