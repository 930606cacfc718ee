import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { PersonActor, Tx } from '../db/index.ts';

/** Who is signed in, with the stores that the endpoint's capability reaches. */
export interface Person extends PersonActor {
  readonly email: string;
  readonly productSlug: string;
  readonly locale: string;
  /** The stores assigned to the person, whatever the capability. */
  readonly assignedStoreIds: readonly string[];
}

/** What every handler gets of a request: parsed by the contract, nothing raw. */
export interface Asked<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly address: string;
  readonly userAgent: string;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

interface BySomebody {
  readonly actor: Person;
  /** The request's Idempotency-Key made one's own: equal only for the same person and key. */
  readonly requestKey: string | null;
}

/** A reply that is shaped and written out already, because many requests share it. */
export class SharedReply<E extends Endpoint> {
  readonly json: string;
  constructor(endpoint: E, reply: ReplyOf<E>) {
    this.json = JSON.stringify(endpoint.reply.parse(reply));
  }
}

type Reply<E extends Endpoint> = Promise<ReplyOf<E> | SharedReply<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly kind: 'transaction' | 'steps' | 'nobody' | 'stream';
  readonly handle: (asked: never) => Promise<unknown>;
}

/** One short transaction as the person who asks: the ordinary endpoint. Never wait in it for anything but SQL. */
export function route<E extends Endpoint>(endpoint: E, handle: (asked: Asked<E> & BySomebody & { readonly tx: Tx }) => Reply<E>): Route {
  return { endpoint, kind: 'transaction', handle };
}

/** For what waits on a device or a provider: the handler opens its own short transactions (DESIGN 5). */
export function routeInSteps<E extends Endpoint>(endpoint: E, handle: (asked: Asked<E> & BySomebody) => Reply<E>): Route {
  return { endpoint, kind: 'steps', handle };
}

/** For who is not signed in. */
export function routeForAnybody<E extends Endpoint>(endpoint: E, handle: (asked: Asked<E>) => Reply<E>): Route {
  return { endpoint, kind: 'nobody', handle };
}

/** Keeps the connection; writes to it by itself. */
export function routeStream<E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E> & BySomebody & { readonly reply: FastifyReply; readonly lastEventId: string | null }) => Promise<void>,
): Route {
  return { endpoint, kind: 'stream', handle };
}
