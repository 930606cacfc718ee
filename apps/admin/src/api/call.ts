import type { BodyInputOf, ENDPOINTS, ParamsOf, ProblemBody, QueryInputOf, ReplyOf } from '@munjigi/contract';
import i18next from 'i18next';
import { claimEarlyReply } from './early-replies.ts';
import { markReachable, markUnreachable } from './connection.ts';
import { accessToken, rememberSessionEnd, reportSessionEnded, sessionSignal } from './session.ts';

type Endpoints = typeof ENDPOINTS;
/** Every endpoint by its name in a call: `'POST /api/v2/{product}/door/open'`. */
export type ByName = { [N in keyof Endpoints as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: Endpoints[N] };
export type EndpointName = keyof ByName;

/** `undefined` without input, optional if all of its parts are. */
type Field<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

export type InputOf<N extends EndpointName> = Field<'params', ParamsOf<ByName[N]>> &
  Field<'query', QueryInputOf<ByName[N]>> &
  Field<'body', BodyInputOf<ByName[N]>> & {
    readonly signal?: AbortSignal;
    /** Repeats of one intention share one key (AP-3). Generated if absent. */
    readonly idempotencyKey?: string;
  };
type Arguments<N extends EndpointName> =
  Partial<InputOf<N>> extends InputOf<N> ? [input?: InputOf<N>] : [input: InputOf<N>];

/** What a rejected call throws when the server's answer has no body (reference 7). */
export const SOMETHING_WENT_WRONG = 'Something went wrong!';

/** No answer arrived: the network or the server is unreachable. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

/** The input of any call, as it is sent. */
export interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/**
 * One call to the server, typed by the contract. Rejects with the response's body (a `ProblemBody`), with the text
 * 'Something went wrong!' when the response has no body, or with `ServerUnreachable`.
 */
export async function call<N extends EndpointName>(name: N, ...[input]: Arguments<N>): Promise<ReplyOf<ByName[N]>> {
  const loose: LooseInput = (input as LooseInput | undefined) ?? {};
  const { method, url, headers } = buildRequest(name, loose);
  const early = method === 'GET' ? await claimEarlyReply(url, accessToken()) : null;
  const reply =
    early ??
    (await sendRequest(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...headers,
        ...(loose.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(loose.body !== undefined && { body: JSON.stringify(loose.body) }),
      ...(loose.signal && { signal: loose.signal }),
      cache: 'no-store',
    }));
  const body = parseBody(await reply.text());
  if (reply.ok) return body as ReplyOf<ByName[N]>;
  throw await processRefusal(body, 'Authorization' in headers);
}

/**
 * The method, the URL and the headers of a call: the access token, and the idempotency key that repeats of one
 * intention share.
 */
export function buildRequest(name: EndpointName, input: LooseInput) {
  const [method = 'GET', template = ''] = name.split(' ');
  const token = accessToken();
  const headers: Record<string, string> = {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(method === 'POST' && { 'Idempotency-Key': input.idempotencyKey ?? crypto.randomUUID() }),
  };
  return { method, url: fill(template, input.params) + search(input.query), headers };
}

/** How long a refusal waits for its texts to load; after that it is shown without its reason. */
const LONGEST_LOAD_MS = 1_000;
const ENDED: ReadonlySet<string> = new Set(['SESSION_ENDED', 'SESSION_IDLE', 'NOT_SIGNED_IN']);

/**
 * The error that a refused call rejects with, after its texts are loaded. Reports a session that the server no longer
 * knows.
 */
export async function processRefusal(body: unknown, wasSignedIn: boolean): Promise<unknown> {
  if (wasSignedIn && isProblem(body)) {
    if (ENDED.has(body.code)) {
      // Sign-in then says that the session ended after a time without activity.
      rememberSessionEnd(body.code === 'SESSION_IDLE' ? body : null);
      reportSessionEnded();
    } else {
      // `common` has only the problems that can occur before sign-in.
      await Promise.race([
        i18next.loadNamespaces('problems'),
        new Promise((resolve) => void setTimeout(resolve, LONGEST_LOAD_MS)),
      ]);
    }
  }
  return body ?? SOMETHING_WENT_WRONG;
}

/** Whether a body is a problem of the server. */
export function isProblem(error: unknown): error is ProblemBody {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'status' in error &&
    typeof error.code === 'string'
  );
}

/**
 * `fetch` that tracks whether the server is reachable, aborted when its session is signed out. Rejects with
 * `ServerUnreachable` without an answer.
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const ofSession = sessionSignal();
  const either = new AbortController();
  const abort = () => either.abort();
  const { signal } = either;
  if (ofSession.aborted || init.signal?.aborted === true) abort();
  ofSession.addEventListener('abort', abort);
  init.signal?.addEventListener('abort', abort);
  try {
    const reply = await fetch(url, { ...init, signal });
    markReachable();
    return reply;
  } catch (error) {
    if (signal.aborted) throw error;
    markUnreachable();
    throw new ServerUnreachable('The server cannot be reached', { cause: error });
  } finally {
    // It outlives the request.
    ofSession.removeEventListener('abort', abort);
  }
}

/** The body of an answer, `undefined` when it has none or it cannot be read. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    console.warn('The answer is not JSON', error);
    return undefined;
  }
}

function fill(template: string, params: Record<string, string> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function search(query: Record<string, unknown> = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString()}`;
}
