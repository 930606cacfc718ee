import type { z } from 'zod';
import type { Access, Outcome } from './driver.ts';

interface Question<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answer: z.ZodType<T>;
  /** What the provider calls an error, of its answer. */
  readonly refusal: (json: unknown) => { readonly code: string; readonly message: string };
}

/** Nothing was done, but the same may be answered otherwise later. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const LONGEST = 1_000_000;

/**
 * One request to a provider. What was not answered, or not so that it can be read, is `UNKNOWN`: the request may have arrived. Redirects
 * are not followed, as they would lead the secret elsewhere.
 */
export async function askProvider<T>({ baseUrl, timeoutMs, closing }: Access, it: Question<T>): Promise<Outcome<T>> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${baseUrl}${it.path}`, {
      method: it.method,
      headers: { accept: 'application/json', ...(it.body ? { 'content-type': 'application/json' } : {}), ...it.headers },
      ...(it.body ? { body: JSON.stringify(it.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing]),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    // The address and the headers are in none of them.
    return { kind: 'UNKNOWN', why: error instanceof Error ? error.name : 'no answer' };
  }
  if (status >= 500 || NOT_NOW.has(status)) return { kind: 'UNKNOWN', why: `HTTP ${status}` };
  const json = text.length > LONGEST ? undefined : readJson(text);
  if (status === 404) return { kind: 'ABSENT' };
  if (status >= 400) return { kind: 'REFUSED', ...it.refusal(json) };
  const parsed = it.answer.safeParse(json);
  return parsed.success ? { kind: 'OK', value: parsed.data } : { kind: 'UNKNOWN', why: 'an answer that cannot be read' };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a page of a proxy: no answer of the provider
  }
}
