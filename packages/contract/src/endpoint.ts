import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';
import type { Capability } from './accounts/roles.ts';

/**
 * `public`: no sign-in needed. `signed-in`: any person. `channel`: a program with an API key, and no person. `guest`: a
 * guest with the access token of a reservation, and no person. `companion`: the same, or a companion of the guest with a
 * link of their own (GT-21); all other endpoints refuse companions. Otherwise the required capability.
 */
export type Access = 'public' | 'signed-in' | 'channel' | 'guest' | 'companion' | Capability;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** The path with `{product}` and other parameters in braces, as in OpenAPI. Starts with `/api/v2`. */
  readonly path: `/api/v2/${string}`;
  /** Further paths of the same endpoint (reference, section 7). */
  readonly alsoAt?: readonly `/api/v2/${string}`[];
  readonly summary: string;
  readonly access: Access;
  readonly query?: z.ZodType;
  /**
   * Ignores every member of the query, in place of refusing it: other programs keep the address, and add members of their
   * own.
   */
  readonly ignoresQuery?: true;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Problem codes of this endpoint, beyond those that every endpoint can answer with. */
  readonly problems?: readonly ProblemCode[];
  /**
   * `stream`: answers `text/event-stream`, `reply` is the shape of one event's data. `file`: answers with bytes and a
   * media type.
   */
  readonly kind?: 'json' | 'stream' | 'file';
  /**
   * Also allowed for a person who must set up a second factor first (AU-5); all other endpoints refuse them until then.
   */
  readonly isOpenWithoutSecondFactor?: true;
  /**
   * Fields of the reply that are shown once and not stored: a repeated request with the same Idempotency-Key gets null.
   */
  readonly shownOnce?: readonly string[];
  /**
   * Expensive work, limited in number at the same time (decision 046): `search` reads a table to its end when the query
   * or the body has a `q`; `export` writes a file of any length.
   */
  readonly load?: 'search' | 'export';
  /** The body is a file with one of these media types, not JSON. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
}

/** Keeps the literal types of an endpoint, which then type the browser's `call()` and the server's routes. */
export function endpoint<const E extends Endpoint>(item: E): E {
  return item;
}

export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
export type QueryInputOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
/** The names between braces in the endpoint's path, as `{ product: string }`. */
export type ParamsOf<E extends Endpoint> = { readonly [K in ParamNames<E['path']>]: string };
