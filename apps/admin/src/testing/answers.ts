import type { ENDPOINTS, ProblemBody, ProblemCode, ReplyOf } from '@munjigi/contract';
import { vi } from 'vitest';
import type { EndpointName } from '../api/call.ts';

type Endpoints = typeof ENDPOINTS;
type ByName = { [N in keyof Endpoints as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: Endpoints[N] };

/** A call as the browser sent it. */
export interface SentRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly headers: Headers;
}
type Answer<N extends EndpointName> = (
  request: SentRequest,
) => ReplyOf<ByName[N]> | Refusal | Promise<ReplyOf<ByName[N]> | Refusal>;
type Answers = { readonly [N in EndpointName]?: Answer<N> };

/** An error result; see `refuse`. */
export class Refusal {
  readonly body: ProblemBody;
  constructor(body: ProblemBody) {
    this.body = body;
  }
}

/** A refusal as problem details, as the server sends it. */
export function refuse(code: ProblemCode, status: number, more: Partial<ProblemBody> = {}): Refusal {
  return new Refusal({ type: 'about:blank', title: code, status, code, requestId: 'test', ...more });
}

/**
 * Replaces the server: a handler answers each call of the contract, with a reply of the contract's type. A call without
 * a handler fails the test. Returns the calls by endpoint, newest last.
 */
export function answerCalls(answers: Answers): Map<string, SentRequest[]> {
  const request = new Map<string, SentRequest[]>();
  const routes = Object.entries(answers).map(([name, answer]) => {
    const [method = '', template = ''] = name.split(' ');
    return { name, method, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`), answer };
  });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const route = routes.find((route) => route.method === (init.method ?? 'GET') && route.pattern.test(url.pathname));
    if (route === undefined) throw new Error(`No answer is set up for ${init.method ?? 'GET'} ${url.pathname}`);
    const call: SentRequest = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null,
      headers: new Headers(init.headers),
    };
    request.set(route.name, [...(request.get(route.name) ?? []), call]);
    const reply = await route.answer(call);
    return reply instanceof Refusal ? Response.json(reply.body, { status: reply.body.status }) : Response.json(reply);
  });
  return request;
}
