import { type BodyOf, type Endpoint, type ParamsOf, type QueryOf, type ReplyOf } from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Tx } from '../db/index.ts';
import type { FileReply, UploadedFile } from './files/file.ts';
import type { Channel, GuestCaller, Person } from './caller.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The parts of a request that every handler gets, parsed by the contract. */
export interface RouteRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** A file instead of JSON, if the endpoint accepts one. */
  readonly upload: E extends { readonly upload: object } ? UploadedFile : undefined;
  readonly address: string;
  readonly userAgent: string;
  /**
   * Returns a header of the request, for checks that the contract cannot express, such as a signature of the bytes.
   * `null`: absent, or repeated.
   */
  readonly header: (name: string) => string | null;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

type CallerOf<E extends Endpoint> = E extends { readonly access: 'channel' }
  ? Channel
  : E extends { readonly access: 'guest' | 'companion' }
    ? GuestCaller
    : Person;

interface CallerInput<E extends Endpoint> {
  readonly actor: CallerOf<E>;
  /** Derived from the caller and the request's Idempotency-Key: equal only for the same caller and key. */
  readonly requestKey: string | null;
}

/** A reply that is already serialised, because many requests share it. */
export class SharedReply<E extends Endpoint> {
  /** Never set: with this type the compiler refuses the reply of another endpoint. */
  declare readonly endpoint?: E;
  /** The length of the JSON in bytes, as in the header. */
  readonly length: string;
  private text: string | null;
  private bytes: Buffer | null;

  private constructor(json: string | Buffer) {
    this.text = typeof json === 'string' ? json : null;
    this.bytes = typeof json === 'string' ? null : json;
    this.length = String(Buffer.byteLength(json));
  }

  /** Checks the reply against the contract, and removes what is not in it. */
  static check<E extends Endpoint>(endpoint: E, reply: ReplyOf<E>): SharedReply<E> {
    return new SharedReply<E>(JSON.stringify(endpoint.reply.parse(reply)));
  }

  /** For a large reply of parts that were written before. Nothing checks it: a test must compare it with the contract. */
  static ofJson<E extends Endpoint>(json: Buffer): SharedReply<E> {
    return new SharedReply<E>(json);
  }

  /** The JSON as text: a short reply is sent faster so, in one part with its head. */
  get json(): string {
    return (this.text ??= this.body.toString());
  }

  /** The JSON in UTF-8, encoded once for all requests. */
  get body(): Buffer {
    return (this.bytes ??= Buffer.from(this.json));
  }
}

/** A query that many clients send at the same time. */
export interface SharedQuestion<E extends Endpoint> {
  /** All inputs of the reply, including the caller's rights: equal keys get the same reply. */
  readonly key: string;
  /** Reads the reply from the database, in a separate transaction. */
  readonly read: () => Promise<ReplyOf<E>>;
}

type Reply<E extends Endpoint> = Promise<ReplyOf<E> | SharedReply<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly kind: 'transaction' | 'steps' | 'nobody' | 'stream' | 'file' | 'shared';
  /** The first thing that it does is a transaction as its caller, which checks the rights of a recalled person (decision 118). */
  readonly beginsWithTransaction: boolean;
  readonly handle: (request: never) => unknown;
}

/**
 * Runs the handler in one short transaction as the caller: the usual kind of endpoint. The handler must wait for
 * nothing but SQL.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (
    request: RouteRequest<E> &
      CallerInput<E> & {
        readonly tx: Tx;
        readonly work: UnitOfWork<CallerOf<E>>;
      },
  ) => Reply<E>,
): Route {
  return { endpoint, kind: 'transaction', beginsWithTransaction: true, handle };
}

/**
 * For handlers that wait for a device or a provider; they open their own short transactions (ARCHITECTURE.md, "Path of
 * a request"). With `beginsWithTransaction` a handler does nothing before its first transaction as the actor: it may be
 * called again if that one fails.
 */
export function routeInSteps<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E> & CallerInput<E>) => Reply<E>,
  { beginsWithTransaction = false }: { readonly beginsWithTransaction?: boolean } = {},
): Route {
  return { endpoint, kind: 'steps', beginsWithTransaction, handle };
}

/** For requests that every open browser polls: equal concurrent requests share one read (decision 007). */
export function routeShared<E extends Endpoint>(
  endpoint: E,
  question: (request: Pick<RouteRequest<E> & CallerInput<E>, 'params' | 'query' | 'actor'>) => SharedQuestion<E>,
): Route {
  return { endpoint, kind: 'shared', beginsWithTransaction: false, handle: question };
}

/** For callers without a session. */
export function routePublic<E extends Endpoint>(endpoint: E, handle: (request: RouteRequest<E>) => Reply<E>): Route {
  return { endpoint, kind: 'nobody', beginsWithTransaction: false, handle };
}

type ByWhomever<E extends Endpoint> = E extends { readonly access: 'public' }
  ? { readonly actor: null }
  : CallerInput<E>;

/** Replies with a file. The handler opens its own short transactions, also while a stream is read. */
export function routeFile<E extends Endpoint & { readonly kind: 'file' }>(
  endpoint: E,
  handle: (request: RouteRequest<E> & ByWhomever<E> & { readonly ifNoneMatch: string | null }) => Promise<FileReply>,
): Route {
  return { endpoint, kind: 'file', beginsWithTransaction: false, handle };
}

/** Keeps the connection open and writes to it. */
export function routeStream<E extends Endpoint>(
  endpoint: E,
  handle: (
    request: RouteRequest<E> & CallerInput<E> & { readonly reply: FastifyReply; readonly lastEventId: string | null },
  ) => Promise<void>,
): Route {
  return { endpoint, kind: 'stream', beginsWithTransaction: false, handle };
}
