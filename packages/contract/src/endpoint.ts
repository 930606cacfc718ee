import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';
import type { Capability } from './roles.ts';

/** `public`: nobody needs to be signed in. `signed-in`: any person. Otherwise the capability that is needed. */
export type Access = 'public' | 'signed-in' | Capability;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** With `{product}` and other parameters in braces, as in OpenAPI. Starts with `/api/v2`. */
  readonly path: `/api/v2/${string}`;
  /** Further spellings of the same thing (reference, section 7). */
  readonly alsoAt?: readonly `/api/v2/${string}`[];
  readonly summary: string;
  readonly access: Access;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Refusals that this endpoint adds to those every endpoint can answer. */
  readonly problems?: readonly ProblemCode[];
  /** `stream` endpoints answer `text/event-stream`; `reply` is then the shape of one event's data. */
  readonly kind?: 'json' | 'stream';
}

/** Keeps the literal types of an endpoint, so that the browser's `call()` and the server's routes are typed by it. */
export function endpoint<const E extends Endpoint>(it: E): E {
  return it;
}

export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
export type QueryInputOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
/** The names between braces of the endpoint's path: `{ product: string }` and so on. */
export type ParamsOf<E extends Endpoint> = { readonly [K in ParamNames<E['path']>]: string };
