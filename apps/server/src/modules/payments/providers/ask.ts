import type { z } from 'zod';
import type { ProviderAccess, Outcome } from './driver.ts';

interface Question<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answer: z.ZodType<T>;
  /** Reads the error code and the message from an answer of the provider. */
  readonly refusal: (json: unknown) => { readonly code: string; readonly message: string };
}

/** Statuses after which nothing was done and the same request may succeed later. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const LONGEST = 1_000_000;

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
  if (status >= 500 || NOT_NOW.has(status)) return { kind: 'UNKNOWN', why: `HTTP ${status}` };
  const json = text.length > LONGEST ? undefined : readJson(text);
  if (status === 404) return { kind: 'ABSENT' };
  if (status >= 400) return { kind: 'REFUSED', ...question.refusal(json) };
  const parsed = question.answer.safeParse(json);
  return parsed.success
    ? { kind: 'OK', value: parsed.data }
    : { kind: 'UNKNOWN', why: 'an answer that cannot be read' };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The body is a page of a proxy, not an answer of the provider.
  }
}
