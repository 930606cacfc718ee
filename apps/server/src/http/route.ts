import { type BodyOf, type Endpoint, type ParamsOf, type QueryOf, type ReplyOf } from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Tx } from '../db/index.ts';
import type { FileReply, UploadedFile } from './file.ts';
import type { Channel, Person } from './caller.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The parts of a request that every handler gets, parsed by the contract. */
export interface RequestInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Not JSON but a file, where the endpoint takes one. */
  readonly upload: E extends { readonly upload: object } ? UploadedFile : undefined;
  readonly address: string;
  readonly userAgent: string;
  /**
   * One of the request's headers, for checks that the contract cannot express: a signature over the bytes. `null`:
   * absent, or repeated.
   */
  readonly header: (name: string) => string | null;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

interface BySomebody<E extends Endpoint> {
  readonly actor: E extends { readonly access: 'channel' } ? Channel : Person;
  /** Derived from the caller and the request's Idempotency-Key: equal only for the same caller and key. */
  readonly requestKey: string | null;
}

/** A reply that is shaped and written out already, because many requests share it. */
export class SharedReply<E extends Endpoint> {
  readonly json: string;
  /** Of the JSON in bytes, as the header has it. */
  readonly length: string;
  constructor(endpoint: E, reply: ReplyOf<E>) {
    this.json = JSON.stringify(endpoint.reply.parse(reply));
    this.length = String(Buffer.byteLength(this.json));
  }
}

/** A question that many clients ask at the same time. */
export interface SharedQuestion<E extends Endpoint> {
  /** Everything that the answer depends on, the caller's rights included: equal keys get the same answer. */
  readonly key: string;
  /** Reads the reply from the database, in a separate transaction. */
  readonly read: () => Promise<ReplyOf<E>>;
}

type Reply<E extends Endpoint> = Promise<ReplyOf<E> | SharedReply<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly kind: 'transaction' | 'steps' | 'nobody' | 'stream' | 'file' | 'shared';
  readonly handle: (asked: never) => unknown;
}

/** One short transaction as the caller: the ordinary endpoint. Never wait in it for anything but SQL. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (
    asked: RequestInput<E> &
      BySomebody<E> & {
        readonly tx: Tx;
        readonly work: UnitOfWork<E extends { readonly access: 'channel' } ? Channel : Person>;
      },
  ) => Reply<E>,
): Route {
  return { endpoint, kind: 'transaction', handle };
}

/** For handlers that wait for a device or a provider: they open their own short transactions (ARCHITECTURE.md, "Path of a request"). */
export function routeInSteps<E extends Endpoint>(
  endpoint: E,
  handle: (asked: RequestInput<E> & BySomebody<E>) => Reply<E>,
): Route {
  return { endpoint, kind: 'steps', handle };
}

/** For what every open browser polls: simultaneous equal requests share one read (decision 007). */
export function routeShared<E extends Endpoint>(
  endpoint: E,
  question: (asked: Pick<RequestInput<E> & BySomebody<E>, 'params' | 'query' | 'actor'>) => SharedQuestion<E>,
): Route {
  return { endpoint, kind: 'shared', handle: question };
}

/** For callers without a session. */
export function routeForAnybody<E extends Endpoint>(endpoint: E, handle: (asked: RequestInput<E>) => Reply<E>): Route {
  return { endpoint, kind: 'nobody', handle };
}

type ByWhomever<E extends Endpoint> = E extends { readonly access: 'public' }
  ? { readonly actor: null }
  : BySomebody<E>;

/** Answers a file. The handler opens its own short transactions, also while a stream is being read. */
export function routeFile<E extends Endpoint & { readonly kind: 'file' }>(
  endpoint: E,
  handle: (asked: RequestInput<E> & ByWhomever<E> & { readonly ifNoneMatch: string | null }) => Promise<FileReply>,
): Route {
  return { endpoint, kind: 'file', handle };
}

/** Keeps the connection and writes to it. */
export function routeStream<E extends Endpoint>(
  endpoint: E,
  handle: (
    asked: RequestInput<E> & BySomebody<E> & { readonly reply: FastifyReply; readonly lastEventId: string | null },
  ) => Promise<void>,
): Route {
  return { endpoint, kind: 'stream', handle };
}
