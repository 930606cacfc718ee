import { reachOf, type Access, type Endpoint } from '@munjigi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { claimKey, keepReply, keyedRequest, releaseKey, type KeyedRequest } from './idempotency.ts';
import { parseParams, parsePart } from './parse.ts';
import { notFound, Problem } from './problem.ts';
import { SharedReply, type Person, type Route } from './route.ts';

/** Checks a Bearer token; refuses with a Problem. The stores are those of the person, before a capability is applied. */
export type Authenticate = (token: string, address: string) => Promise<Person>;

export interface Serving {
  readonly db: Database;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    /** Path parameters, checked; empty until then. */
    checkedParams: Record<string, string> | null;
  }
}

/** The way of a request, the same for every endpoint (DESIGN 5). Who may not come in is refused before the body is read. */
export function serve(http: FastifyInstance, serving: Serving, route: Route): void {
  const { endpoint } = route;
  for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    http.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // A stream has no end, so there is nothing that HEAD could tell of it.
      exposeHeadRoute: endpoint.kind !== 'stream',
      onRequest: async (request) => {
        if (endpoint.access !== 'public') request.person = await admit(serving, endpoint.access, request);
      },
      handler: (request, reply) => answer(serving, route, request, reply),
    });
  }
}

async function admit({ authenticate }: Serving, access: Exclude<Access, 'public'>, request: FastifyRequest): Promise<Person> {
  const header = request.headers.authorization;
  const token = header?.startsWith('Bearer ') ? header.slice(7) : null;
  if (!token) throw new Problem('NOT_SIGNED_IN');
  const person = await authenticate(token, request.ip);
  request.checkedParams = parseParams(request.params as Record<string, string>);
  const { product } = request.checkedParams;
  // Another product does not exist for this person.
  if (product !== undefined && product !== person.productSlug) throw notFound();
  // What needs no capability still names stores to people (`me`): those that they may see at all.
  const reach = reachOf(person.roles, access === 'signed-in' ? 'stores:read' : access);
  if (access === 'signed-in' && reach === null) return person;
  if (reach === null) throw new Problem('CAPABILITY_MISSING', { capability: access });
  return { ...person, storeIds: reach === 'all' ? 'all' : person.assignedStoreIds };
}

/** An unknown query parameter is refused like an unknown field. */
const NO_QUERY = z.strictObject({});

/** The same words again have the same meaning: a poller's are parsed once. */
const parsedQueries = new LRUCache<string, { readonly query: unknown }>({ max: 1000 });

function parseQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const at = request.url.indexOf('?');
  const key = `${endpoint.method} ${endpoint.path}${at < 0 ? '' : request.url.slice(at)}`;
  const known = parsedQueries.get(key);
  if (known) return known.query;
  const query = Object.freeze(parsePart(endpoint.query ?? NO_QUERY, request.query));
  if (key.length < 300) parsedQueries.set(key, { query });
  return query;
}

async function answer(serving: Serving, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint } = route;
  const params = request.checkedParams ?? parseParams(request.params as Record<string, string>);
  const query = parseQuery(endpoint, request);
  const body = parsePart(endpoint.body, request.body ?? undefined);
  const actor = request.person;
  if (!actor && route.kind !== 'nobody') throw new Problem('NOT_SIGNED_IN');
  const keyed = actor ? keyedRequest(endpoint, request.headers['idempotency-key'], params, body) : null;
  const asked = {
    params,
    query,
    body,
    address: request.ip,
    log: request.log,
    actor,
    requestKey: actor && keyed ? `${actor.userId}:${keyed.key}` : null,
    reply,
    // What few ask for is made when it is asked for.
    get userAgent() {
      return (request.headers['user-agent'] ?? '').slice(0, 300);
    },
    get lastEventId() {
      const given = request.headers['last-event-id'];
      return typeof given === 'string' ? given : null;
    },
    get signal() {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      return gone.signal;
    },
    tx: null as Tx | null,
  };
  const handle = route.handle as (it: typeof asked) => Promise<unknown>;
  const work = async () => {
    const given = await handle(asked);
    return given instanceof SharedReply ? given : endpoint.reply.parse(given);
  };

  switch (route.kind) {
    case 'nobody':
      return work();
    case 'stream':
      await handle(asked);
      return reply;
    case 'transaction':
      return serving.db.withActor(actor as Person, (tx) => {
        asked.tx = tx;
        return inTransaction({ tx, actor: actor as Person, keyed, clock: serving.clock }, work);
      });
    case 'steps': {
      const shaped = await inSteps(serving, actor as Person, keyed, work);
      return shaped instanceof SharedReply ? reply.type(JSON_TYPE).send(shaped.json) : shaped;
    }
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The key, the work and the kept reply commit together, or not at all. */
async function inTransaction(it: { tx: Tx; actor: Person; keyed: KeyedRequest | null; clock: Clock }, work: () => Promise<unknown>): Promise<unknown> {
  if (!it.keyed) return work();
  const earlier = await claimKey(it.tx, it.actor, it.keyed, it.clock);
  if (earlier) return earlier.reply;
  const reply = await work();
  await keepReply(it.tx, it.actor, it.keyed, reply);
  return reply;
}

async function inSteps({ db, clock }: Serving, actor: Person, keyed: KeyedRequest | null, work: () => Promise<unknown>): Promise<unknown> {
  if (!keyed) return work();
  const earlier = await db.withActor(actor, (tx) => claimKey(tx, actor, keyed, clock));
  if (earlier) return earlier.reply;
  let reply: unknown;
  try {
    reply = await work();
  } catch (error) {
    await db.withActor(actor, (tx) => releaseKey(tx, actor, keyed));
    throw error;
  }
  await db.withActor(actor, (tx) => keepReply(tx, actor, keyed, reply));
  return reply;
}

