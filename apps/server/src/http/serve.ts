import { createHash } from 'node:crypto';
import { reachOf, type Access, type Endpoint } from '@munjigi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { sendFile, takeUploads, type FileReply, type Upload } from './file.ts';
import type { AskedAgain } from './asked-again.ts';
import { claimKey, claimKeyAlone, keepReply, keyedRequest, releaseKey, type KeyedRequest } from './idempotency.ts';
import { runAgainIfRaceWasLost } from './lost-race.ts';
import { parseParams, parsePart } from './parse.ts';
import { notFound, Problem } from './problem.ts';
import { callerId, SharedReply, type Caller, type Channel, type Person, type Route, type SharedQuestion } from './route.ts';
import type { Asker } from './shared-readings.ts';

/** Checks a Bearer token; refuses with a Problem. The stores are those of the person, before a capability is applied. */
export type Authenticate = (token: string, address: string) => Promise<Person>;

/** Checks an API key, and counts it as used; refuses with a Problem. */
export type AuthenticateChannel = (key: string, address: string) => Promise<Channel>;

export interface Serving {
  readonly db: Database;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  readonly authenticateChannel: AuthenticateChannel;
  readonly again: AskedAgain;
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    channel: Channel | null;
    /** Path parameters, checked; empty until then. */
    checkedParams: Record<string, string> | null;
    /** What it comes down to, when others may ask the same. */
    question: Asker['question'] | null;
  }
}

/** The way of a request, the same for every endpoint (DESIGN 5). Who may not come in is refused before the body is read. */
export function serve(http: FastifyInstance, serving: Serving, route: Route): void {
  const { upload } = route.endpoint;
  if (!upload) return serveIn(http, serving, route);
  void http.register(async (scope) => {
    takeUploads(scope, upload);
    serveIn(scope, serving, route);
  });
}

function serveIn(http: FastifyInstance, serving: Serving, route: Route): void {
  const { endpoint } = route;
  for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    http.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // A stream has no end, so there is nothing that HEAD could tell of it.
      exposeHeadRoute: endpoint.kind !== 'stream',
      ...(endpoint.upload ? { bodyLimit: endpoint.upload.maxBytes } : {}),
      onRequest: async (request) => {
        if (endpoint.access === 'channel') request.channel = await admitChannel(serving, request);
        else if (endpoint.access !== 'public') request.person = await admit(serving, endpoint, request);
      },
      handler: (request, reply) => answer(serving, route, request, reply),
      ...(route.kind === 'shared' ? { onResponse: keptBy(serving.again) } : {}),
    });
  }
}

function keptBy(again: AskedAgain): onResponseHookHandler {
  return (request, reply, done) => {
    const { person, question } = request;
    if (person && question) again.keep(request, reply, { person, question });
    done();
  };
}

async function admit({ authenticate }: Serving, endpoint: Endpoint, request: FastifyRequest): Promise<Person> {
  const access = endpoint.access as Exclude<Access, 'public' | 'channel'>;
  const token = bearerOf(request);
  if (!token) throw new Problem('NOT_SIGNED_IN');
  const person = await authenticate(token, request.ip);
  if (person.mustSetSecondFactor && !endpoint.isOpenWithoutSecondFactor) throw new Problem('SECOND_FACTOR_REQUIRED');
  checkParams(request, person);
  // What needs no capability still names stores to people (`me`): those that they may see at all.
  const reach = reachOf(person.roles, access === 'signed-in' ? 'stores:read' : access);
  if (access === 'signed-in' && reach === null) return person;
  if (reach === null) throw new Problem('CAPABILITY_MISSING', { capability: access });
  return { ...person, storeIds: reach === 'all' ? 'all' : person.assignedStoreIds };
}

/** No person: what a person's token may do is nobody else's to do, and the other way round. */
async function admitChannel({ authenticateChannel }: Serving, request: FastifyRequest): Promise<Channel> {
  const key = bearerOf(request);
  if (!key) throw new Problem('API_KEY_INVALID');
  const channel = await authenticateChannel(key, request.ip);
  checkParams(request, channel);
  return channel;
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : null;
}

function checkParams(request: FastifyRequest, { productSlug }: Caller): void {
  request.checkedParams = parseParams(request.params as Record<string, string>);
  const { product } = request.checkedParams;
  // Another product does not exist for this caller.
  if (product !== undefined && product !== productSlug) throw notFound();
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
  const upload = endpoint.upload ? uploadOf(request) : undefined;
  const body = parsePart(endpoint.body, request.body ?? undefined);
  const actor = request.person ?? request.channel;
  if (!actor && endpoint.access !== 'public') throw new Problem('NOT_SIGNED_IN');
  const keyed = actor ? keyedRequest(endpoint, request.headers['idempotency-key'], params, upload ? hashOfUpload(upload) : body) : null;
  const asked = {
    params,
    query,
    body,
    upload,
    address: request.ip,
    log: request.log,
    actor,
    requestKey: actor && keyed ? `${callerId(actor)}:${keyed.key}` : null,
    reply,
    // What few ask for is made when it is asked for.
    get userAgent() {
      return (request.headers['user-agent'] ?? '').slice(0, 300);
    },
    header(name: string) {
      const given = request.headers[name];
      return typeof given === 'string' ? given : null;
    },
    get lastEventId() {
      const given = request.headers['last-event-id'];
      return typeof given === 'string' ? given : null;
    },
    get ifNoneMatch() {
      return request.headers['if-none-match'] ?? null;
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
    case 'shared': {
      const { key, read } = (await handle(asked)) as SharedQuestion<Endpoint>;
      const question = { key: `${endpoint.path} ${key}`, read: async () => new SharedReply(endpoint, await read()) };
      request.question = question;
      const shared = await new Promise<SharedReply<Endpoint>>((resolve, reject) => {
        serving.again.ask({ question, answered: resolve, failed: reject });
      });
      return reply.type(JSON_TYPE).send(shared.json);
    }
    case 'stream':
      await handle(asked);
      return reply;
    case 'file':
      return sendFile(reply, (await handle(asked)) as FileReply);
    case 'transaction':
      return runAgainIfRaceWasLost(() =>
        serving.db.withActor(actor as Caller, (tx) => {
          asked.tx = tx;
          return inTransaction({ tx, actor: actor as Caller, keyed, clock: serving.clock }, work);
        }),
      );
    case 'steps': {
      const shaped = await inSteps(serving, actor as Caller, keyed, work);
      return shaped instanceof SharedReply ? reply.type(JSON_TYPE).send(shaped.json) : shaped;
    }
  }
}

function uploadOf(request: FastifyRequest): Upload {
  // Without a media type nothing was parsed.
  if (!Buffer.isBuffer(request.body)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  return { type: (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '', bytes: request.body };
}

/** As a body that a key was used with is told from another. */
function hashOfUpload({ type, bytes }: Upload): unknown {
  return [type, createHash('sha256').update(bytes).digest('base64url')];
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The key, the work and the kept reply commit together, or not at all. */
async function inTransaction(it: { tx: Tx; actor: Caller; keyed: KeyedRequest | null; clock: Clock }, work: () => Promise<unknown>): Promise<unknown> {
  if (!it.keyed) return work();
  const earlier = await claimKey(it.tx, it.actor, it.keyed, it.clock);
  if (earlier) return earlier.reply;
  const reply = await work();
  await keepReply(it.tx, it.actor, it.keyed, reply);
  return reply;
}

async function inSteps({ db, clock }: Serving, actor: Caller, keyed: KeyedRequest | null, work: () => Promise<unknown>): Promise<unknown> {
  if (!keyed) return work();
  const earlier = await claimKeyAlone(db, actor, keyed, clock);
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

